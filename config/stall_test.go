package config

import "time"

// handovers is how often a reload, or a Close, passes from one goroutine or
// process to the next: the system's event, fsnotify's, the hint, the debounce,
// the reader. Each may have to wait for a processor.
const handovers = 5

// measureStalls watches how late the machine wakes a goroutine that sleeps.
// Stopped, it returns how long a reload may have been held up by that: on a
// machine that does other work as well, a limit in real time means nothing
// without it.
func measureStalls() (stop func() time.Duration) {
	quit, worst := make(chan struct{}), make(chan time.Duration)
	go func() {
		var late time.Duration
		const nap = 10 * time.Millisecond
		for {
			begin := time.Now()
			select {
			case <-quit:
				worst <- late
				return
			case <-time.After(nap):
				late = max(late, time.Since(begin)-nap)
			}
		}
	}()
	return func() time.Duration { close(quit); return handovers * <-worst }
}
