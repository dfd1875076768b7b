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

// pace is how soon and how often files are looked at.
type pace struct {
	timing
	due  *debounce
	poll *time.Timer // since the last look
}

func newPace() pace { return pace{due: newDebounce(), poll: stoppedTimer()} }

// arm looks once things are quiet.
func (p *pace) arm() { p.due.arm(p.debounce, p.maxWait) }

// rest sets the pace, and waits for the next poll.
func (p *pace) rest(t timing) {
	p.timing = t
	if t.poll > 0 {
		p.poll.Reset(t.poll)
	} else {
		p.poll.Stop()
	}
}
