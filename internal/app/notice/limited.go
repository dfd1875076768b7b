package notice

import (
	"sync"
	"time"
)

// Limited writes at most MostLines notices in a Window. It counts further ones, and writes the
// count as one notice: before the next one after the Window, or at the end. That one has the
// level and the kind of the last notice in the count. It is safe for concurrent use.
type Limited struct {
	Voice *Voice
	Now   func() time.Time
	More  func(n int) string // the message with a count

	mu     sync.Mutex
	began  time.Time // of the window
	told   int       // notices in it
	untold int       // notices that were only counted
	last   Notice    // of them
}

// The bound of a [Limited].
const (
	MostLines = 10
	Window    = time.Minute
)

// Tell writes or counts a notice.
func (l *Limited) Tell(n Notice) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if now := l.Now(); now.Sub(l.began) >= Window {
		l.count()
		l.began, l.told = now, 0
	}
	if l.told == MostLines {
		l.untold, l.last = l.untold+1, n
		return
	}
	l.told++
	l.Voice.Tell(n)
}

// End writes the last count.
func (l *Limited) End() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count()
}

func (l *Limited) count() {
	if l.untold > 0 {
		l.Voice.Tell(Notice{Level: l.last.Level, Kind: l.last.Kind, Message: l.More(l.untold)})
		l.untold = 0
	}
}
