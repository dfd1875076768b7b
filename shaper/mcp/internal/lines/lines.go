// Package lines reads lines of any length: whole up to a limit, and in pieces beyond it.
package lines

import (
	"bytes"
	"io"
)

// Reader reads lines. A returned line is valid until the next call.
type Reader struct {
	from  io.Reader
	limit int                   // bytes, of a line that is returned whole
	endOf func(text []byte) int // the offset behind the end of the first line; 0 if it has no end

	room       []byte // the bytes read are room[start:end]
	start, end int
	fault      error // that ended the reading
	small      int   // lines since the last one that needed the room
}

const (
	leastRoom = 64 << 10
	mostIdle  = 8 << 20 // bytes of room that are kept for the next line
	mostSmall = 64      // short lines before a large room is released
)

// New returns a reader of lines that end in LF. They are whole up to a limit in bytes.
func New(from io.Reader, limit int) *Reader {
	return &Reader{from: from, limit: limit, endOf: func(text []byte) int { return bytes.IndexByte(text, '\n') + 1 }}
}

// Next returns the next line with its end, or a piece of one over the limit. goesOn tells that
// the line continues. The last line may lack an end. After it the error is that of the reader,
// usually io.EOF.
func (l *Reader) Next() (line []byte, goesOn bool, err error) {
	l.shrink()
	seen := l.start
	for {
		if n := l.endOf(l.room[seen:l.end]); n > 0 {
			return l.take(seen + n), false, nil
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

// take takes the bytes up to an end.
func (l *Reader) take(end int) []byte {
	line := l.room[l.start:end]
	l.start = end
	if l.small++; len(line) > len(l.room)/8 {
		l.small = 0
	}
	return line
}

// HasLine reports whether the next line was read already.
func (l *Reader) HasLine() bool { return l.endOf(l.room[l.start:l.end]) > 0 }

// grow makes room behind the bytes read, and returns the distance that they moved.
func (l *Reader) grow() (moved int) {
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

// shrink releases a large room once it is empty. While large lines follow each other it is
// kept: to allocate it again takes longer than to read them.
func (l *Reader) shrink() {
	if l.start < l.end {
		return
	}
	l.start, l.end = 0, 0
	if len(l.room) > mostIdle || len(l.room) > leastRoom && l.small > mostSmall {
		l.room = nil
	}
}
