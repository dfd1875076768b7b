package watch

import "time"

// Timing sets how soon and how often files are read. Without a positive Poll there is no
// poll.
type Timing struct{ Debounce, MaxWait, Poll time.Duration }

// Pace sets the time of the next check. Due fires when no event has come for Debounce, and at
// the latest MaxWait after the first one. So a busy directory delays no check for ever. Poll
// fires when no check has happened for the time of the poll.
type Pace struct {
	Timing
	Due, Poll *time.Timer
	begin     time.Time // of the events; zero if Due is not armed
}

// NewPace returns a pace that waits for nothing.
func NewPace() Pace { return Pace{Due: StoppedTimer(), Poll: StoppedTimer()} }

// Arm counts an event.
func (p *Pace) Arm() {
	if p.begin.IsZero() {
		p.begin = time.Now()
	}
	p.Due.Reset(min(p.Debounce, p.MaxWait-time.Since(p.begin)))
}

// Fired notes that Due has fired. The next poll is as far as t says.
func (p *Pace) Fired(t Timing) {
	p.begin = time.Time{}
	p.Rest(t)
}

// Rest sets the timing, and waits for the next poll.
func (p *Pace) Rest(t Timing) {
	p.Timing = t
	if t.Poll > 0 {
		p.Poll.Reset(t.Poll)
	} else {
		p.Poll.Stop()
	}
}

// StoppedTimer returns a timer that does not run.
func StoppedTimer() *time.Timer {
	t := time.NewTimer(time.Hour)
	t.Stop()
	return t
}
