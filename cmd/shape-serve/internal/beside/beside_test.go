package beside

import (
	"context"
	"errors"
	"sync"
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

// All servers are asked equally often, and a fault of one is the error.
func TestMeasureBeside(t *testing.T) {
	broken := errors.New("broken")
	var mu sync.Mutex
	asked := map[int]int{}
	_, err := Measure(t.Context(), 1000, 5*time.Millisecond, 3, func(_ context.Context, server int) error {
		mu.Lock()
		defer mu.Unlock()
		if asked[server]++; server == 2 {
			return broken
		}
		return nil
	})
	if err != broken || asked[0] != 5 || asked[1] != 5 || asked[2] != 5 {
		t.Errorf("%v, %v", err, asked)
	}
}

// A comparison tells the median of the differences in one round, and their middle half. One slow
// round changes neither.
func TestCompare(t *testing.T) {
	ms := func(all ...int) (q []quantiles) {
		for _, n := range all {
			d := time.Duration(n) * time.Millisecond
			q = append(q, quantiles{d, 2 * d, 3 * d})
		}
		return q
	}
	got := compare(ms(5, 3, 900, 4), ms(1, 2, 3, 1))
	want := "p50 5ms beside 2ms: 4ms added (3ms to 897ms); p90 10ms beside 4ms: 8ms added (6ms to 1.794s); p99 15ms beside 6ms: 12ms added (9ms to 2.691s); medians of 4 rounds"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}
