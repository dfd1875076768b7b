package watch

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

func TestDebounce(t *testing.T) {
	const quiet, limit = 100 * time.Millisecond, time.Second
	for _, c := range []struct {
		name  string
		every time.Duration // between the events
		span  time.Duration // until there are no more
		want  []time.Duration
	}{
		{"one event", time.Hour, time.Nanosecond, ms(100)},
		{"a save in pieces", 80 * time.Millisecond, 300 * time.Millisecond, ms(340)},
		{"noise without end", 70 * time.Millisecond, 2500 * time.Millisecond, ms(1000, 2050, 2550)},
		{"two saves", 200 * time.Millisecond, 300 * time.Millisecond, ms(100, 300)},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if got := firings(len(c.want), quiet, limit, c.every, c.span); !slices.Equal(got, c.want) {
					t.Errorf("fired after %v, want %v", got, c.want)
				}
			})
		})
	}
}

// firings returns the first n times of Due. An event comes at once, and then others until the
// span is over.
func firings(n int, quiet, limit, every, span time.Duration) (all []time.Duration) {
	begin := time.Now()
	event := time.NewTimer(0)
	pace := NewPace()
	pace.Timing = Timing{Debounce: quiet, MaxWait: limit}
	for len(all) < n {
		select {
		case <-event.C:
			pace.Arm()
			if time.Since(begin)+every < span {
				event.Reset(every)
			}
		case <-pace.Due.C:
			pace.Fired(pace.Timing)
			all = append(all, time.Since(begin))
		}
	}
	return all
}

func ms(ns ...time.Duration) []time.Duration {
	for i := range ns {
		ns[i] *= time.Millisecond
	}
	return ns
}
