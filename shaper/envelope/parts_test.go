package envelope_test

import (
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func TestE7Milliseconds(t *testing.T) {
	for d, want := range map[time.Duration]string{
		27 * time.Millisecond:   "27",
		1500 * time.Microsecond: "1.5",
		999 * time.Nanosecond:   "0",
		0:                       "0",
		-time.Millisecond:       "-1", // no envelope accepts it
		100 * time.Hour:         "360000000",
	} {
		if got := envelope.Milliseconds(d); string(got) != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}
