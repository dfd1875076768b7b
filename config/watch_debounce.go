package config

import "time"

// debounce is a timer that fires once things have been quiet for a while, and
// at the latest when limit has passed since they began: noise in a busy
// directory must not put a check off for ever.
type debounce struct {
	*time.Timer
	begin time.Time // zero when not armed
}

func newDebounce() *debounce {
	return &debounce{Timer: stoppedTimer()}
}

// arm starts the wait, or starts it again.
func (d *debounce) arm(quiet, limit time.Duration) {
	if d.begin.IsZero() {
		d.begin = time.Now()
	}
	d.Reset(min(quiet, limit-time.Since(d.begin)))
}

// disarm ends the wait: it has fired.
func (d *debounce) disarm() { d.begin = time.Time{} }

func stoppedTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}
