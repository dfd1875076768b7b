package beside

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestQuantile(t *testing.T) {
	all := []time.Duration{4 * time.Second, time.Second, 3 * time.Second, 2 * time.Second}
	for part, want := range map[int]time.Duration{0: time.Second, 50: 3 * time.Second, 99: 4 * time.Second} {
		if got := quantile(all, part); got != want {
			t.Errorf("%d: %v, want %v", part, got, want)
		}
	}
}

// Both servers are asked in turn, and a fault of one is the error.
func TestMeasureBeside(t *testing.T) {
	broken := errors.New("broken")
	asked := make(chan int, 10)
	_, err := Measure(t.Context(), 1000, 5*time.Millisecond, func(_ context.Context, server int) error {
		asked <- server
		if server == 1 {
			return broken
		}
		return nil
	})
	if err != broken || len(asked) != 10 {
		t.Errorf("%v, %d calls", err, len(asked))
	}
}
