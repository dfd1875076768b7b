package stdio

import (
	"bytes"
	"io"
)

// lines reads lines of any length: whole up to a limit, and in pieces beyond it. What it
// returns is valid until the next call.
type lines struct {
	from  io.Reader
	limit int // bytes, of a line that is returned whole

	room       []byte // what was read stands in room[start:end]
	start, end int
	fault      error // that ended the reading
}

const (
	leastRoom = 64 << 10
	mostIdle  = 1 << 20 // bytes of room that are kept for the next line
)

// next returns the next line with its end, or a piece of one that is over the limit, and
// whether the line goes on behind it. The last line may lack an end. After it the error
// is that of the reader, io.EOF most often.
func (l *lines) next() (line []byte, goesOn bool, err error) {
	l.shrink()
	seen := l.start
	for {
		if at := bytes.IndexByte(l.room[seen:l.end], '\n'); at >= 0 {
			return l.take(seen + at + 1), false, nil
		}
		seen = l.end
		switch {
		case l.end-l.start > l.limit:
			return l.take(l.end), true, nil
		case l.fault != nil && l.start == l.end:
			return nil, false, l.fault
		case l.fault != nil:
			return l.take(l.end), false, nil
		}
		seen -= l.grow()
		n, err := l.from.Read(l.room[l.end:])
		l.end, l.fault = l.end+n, err
	}
}

// take takes what stands up to an end.
func (l *lines) take(end int) []byte {
	line := l.room[l.start:end]
	l.start = end
	return line
}

// hasLine reports whether the next line was read already.
func (l *lines) hasLine() bool { return bytes.IndexByte(l.room[l.start:l.end], '\n') >= 0 }

// grow makes room behind what was read, and returns by how much that moved.
func (l *lines) grow() (moved int) {
	if l.end < len(l.room) {
		return 0
	}
	to := l.room
	if 2*(l.end-l.start) >= len(l.room) {
		to = make([]byte, max(leastRoom, 2*len(l.room)))
	}
	moved = l.start
	l.end = copy(to, l.room[l.start:l.end])
	l.room, l.start = to, 0
	return moved
}

// shrink gives a large room back once it is empty.
func (l *lines) shrink() {
	if l.start < l.end {
		return
	}
	l.start, l.end = 0, 0
	if len(l.room) > mostIdle {
		l.room = nil
	}
}
