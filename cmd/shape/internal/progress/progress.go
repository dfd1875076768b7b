// Package progress tells people who wait for more than a second how far the work
// is, in one line that is written over and over.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	patience = time.Second            // of work, before anything is told
	pause    = 100 * time.Millisecond // between two tellings at least
)

// Line is what is told of one run. A nil one tells nothing. It is safe for concurrent
// use.
type Line struct {
	show  func(text string)
	now   func() time.Time
	total int64 // bytes of all inputs; 0 where that is not known

	mu        sync.Mutex
	read      int64
	documents int
	worked    time.Duration
	since     time.Time // when work went on
	told      time.Time
}

// New returns a line of inputs that hold total bytes together, or 0 where nobody
// knows; show takes its text.
func New(total int64, now func() time.Time, show func(text string)) *Line {
	return &Line{show: show, now: now, total: total, since: now()}
}

// Reader counts what is read from an input. Where that may keep us waiting, the
// time that it takes is no work.
func (l *Line) Reader(r io.Reader, waits bool) io.Reader {
	if l == nil {
		return r
	}
	return &counted{l, r, waits}
}

type counted struct {
	line  *Line
	from  io.Reader
	waits bool
}

func (c *counted) Read(p []byte) (int, error) {
	if c.waits {
		c.line.add(0, 0)
	}
	n, err := c.from.Read(p)
	if c.waits {
		c.line.resume()
	}
	c.line.add(int64(n), 0)
	return n, err
}

// resume has the time until now be none of work.
func (l *Line) resume() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.since = l.now()
}

// Document counts a document that is done.
func (l *Line) Document() {
	if l != nil {
		l.add(0, 1)
	}
}

// add adds what was read and done, and the time since work went on, and tells where it
// is time to.
func (l *Line) add(read int64, documents int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.read += read
	l.documents += documents
	now := l.now()
	l.worked += now.Sub(l.since)
	l.since = now
	if l.worked >= patience && now.Sub(l.told) >= pause {
		l.told = now
		l.show(l.String())
	}
}

// String is such as "shape: 12.3 MB of 46.7 MB (26 %), 1234 documents".
func (l *Line) String() string {
	text := "shape: " + size(l.read)
	if l.total > 0 && l.read <= l.total {
		text += fmt.Sprintf(" of %s (%d %%)", size(l.total), int(100*float64(l.read)/float64(l.total)))
	}
	switch l.documents {
	case 0:
		return text
	case 1:
		return text + ", 1 document"
	}
	return fmt.Sprintf("%s, %d documents", text, l.documents)
}

// size is a number of bytes in the unit that makes it short.
func size(bytes int64) string {
	if bytes < 1000 {
		return fmt.Sprintf("%d B", bytes)
	}
	value, units := float64(bytes)/1000, "kMGTPE"
	for value >= 999.95 {
		value, units = value/1000, units[1:]
	}
	return fmt.Sprintf("%.1f %cB", value, units[0])
}
