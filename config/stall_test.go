package config

import "time"

// handovers counts the steps of a reload, or a Close, between goroutines or processes. They
// are the system's event, fsnotify's, the hint, the debounce and the reader. Each may have to
// wait for a processor.
const handovers = 5

// measureStalls measures how late the machine wakes a sleeping goroutine. stop returns the
// possible delay of a reload. On a busy machine a limit in real time has no meaning without
// it.
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
