package config

import (
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
				begin := time.Now()
				event := time.NewTimer(0)
				due := newDebounce()
				for _, want := range c.want {
					for waiting := true; waiting; {
						select {
						case <-event.C:
							due.arm(quiet, limit)
							if time.Since(begin)+c.every < c.span {
								event.Reset(c.every)
							}
						case <-due.C:
							due.disarm()
							waiting = false
						}
					}
					if got := time.Since(begin); got != want {
						t.Errorf("fired after %v, want %v", got, want)
					}
				}
			})
		})
	}
}

func ms(ns ...time.Duration) []time.Duration {
	for i := range ns {
		ns[i] *= time.Millisecond
	}
	return ns
}
