package lines

import (
	"bytes"
	"io"
)

// Mark may stand at the beginning of a stream, and belongs to nothing.
var Mark = []byte("\ufeff")

// Field returns the name of a line and where its value stands.
func Field(line []byte) (name []byte, from, to int) {
	to = len(bytes.TrimRight(line, "\r\n"))
	name, _, _ = bytes.Cut(line[:to], []byte(":"))
	if from = len(name) + 1; from >= to {
		return bytes.TrimPrefix(name, Mark), to, to
	}
	if line[from] == ' ' {
		from++
	}
	return bytes.TrimPrefix(name, Mark), from, to
}

// Events reads the lines of an event stream; they end in CR, LF or both.
type Events struct {
	reader Reader
	cut    bool // the last line ended in CR, and LF may follow
}

// NewEvents returns a reader whose lines are whole up to a limit in bytes.
func NewEvents(from io.Reader, limit int) *Events {
	return &Events{reader: Reader{from: from, limit: limit, endOf: endOfLine}}
}

// Next returns the next line with its end, or a piece of it, as [Reader] does. It may
// also return the second byte of the end of the line before.
func (r *Events) Next() (line []byte, goesOn, isRest bool, err error) {
	line, goesOn, err = r.reader.Next()
	isRest = r.cut && string(line) == "\n"
	r.cut = !goesOn && bytes.HasSuffix(line, []byte("\r"))
	return line, goesOn, isRest, err
}

// endOfLine says where the first line of a text ends.
func endOfLine(text []byte) int {
	lf := bytes.IndexByte(text, '\n')
	before := text
	if lf >= 0 {
		before = text[:lf]
	}
	if cr := bytes.IndexByte(before, '\r'); cr >= 0 && cr != lf-1 {
		return cr + 1
	}
	return lf + 1
}

// IsBlank reports whether a line is the end of an event.
func IsBlank(line []byte) bool { return len(bytes.TrimRight(line, "\r\n")) == 0 }
