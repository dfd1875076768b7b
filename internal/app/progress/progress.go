// Package progress shows the progress of a run longer than a second, in one line that it
// overwrites.
package progress

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	patience = time.Second            // of work before the first line
	pause    = 100 * time.Millisecond // least time between two lines
)

// Line is the progress of one run. It is safe for concurrent use.
type Line struct {
	show  func(text string)
	now   func() time.Time
	total int64 // bytes of all inputs, or 0

	mu        sync.Mutex
	read      int64
	documents int
	worked    time.Duration
	since     time.Time // start of the current work
	told      time.Time
}

// New returns the progress of inputs with total bytes, or 0 if that is unknown. show takes each
// line.
func New(total int64, now func() time.Time, show func(text string)) *Line {
	return &Line{show: show, now: now, total: total, since: now()}
}

// Reader counts the bytes of an input. If the input can wait, the time of a read is no work.
func (l *Line) Reader(r io.Reader, waits bool) io.Reader {
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
		c.line.mu.Lock()
		c.line.since = c.line.now() // the wait was no work
		c.line.mu.Unlock()
	}
	c.line.add(int64(n), 0)
	return n, err
}

// Document counts a finished document.
func (l *Line) Document() { l.add(0, 1) }

// add adds bytes, documents and the time of work, and shows a line if one is due.
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

// String returns text such as "shape: 12.3 MB of 46.7 MB (26 %), 1234 documents".
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

// size returns a number of bytes in a short unit.
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
