package scan

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Kind says what is wrong with a text.
type Kind uint8

// The faults that a text can have. KindNone is no fault.
const (
	KindNone       Kind = iota
	KindEOF             // the text ends inside a value, or before one
	KindValue           // no value can begin with this byte
	KindLiteral         // not true, false or null
	KindNumber          // a number without a digit where one is due
	KindEscape          // an unknown escape sequence, or one without its four digits
	KindControl         // a control character in a string
	KindUTF8            // a string that is not UTF-8
	KindSurrogate       // an escape for half of a surrogate pair
	KindName            // a member name is due
	KindColon           // a colon is due
	KindComma           // a comma or the right closing bracket is due
	KindTrailing        // something follows the document
	KindBOM             // a byte order mark precedes the document
	KindDuplicate       // the object has a member of this name already
	KindDepth           // Limits.Depth
	KindSize            // Limits.DocumentBytes
	KindStringSize      // Limits.StringBytes
	KindMembers         // Limits.Members
	KindUnreadable      // a string that is to be JSON is not, which only its reader knows
)

var kindTexts = [...]string{
	KindNone:       "no fault",
	KindEOF:        "unexpected end of input",
	KindValue:      "invalid character at start of value",
	KindLiteral:    "invalid character in literal",
	KindNumber:     "invalid character in number",
	KindEscape:     "invalid escape sequence in string",
	KindControl:    "control character in string",
	KindUTF8:       "invalid UTF-8 in string",
	KindSurrogate:  "half of a surrogate pair in string",
	KindName:       "member name expected",
	KindColon:      "colon expected after member name",
	KindComma:      "comma or closing bracket expected after value",
	KindTrailing:   "unexpected data after the document",
	KindBOM:        "byte order mark before the document",
	KindDuplicate:  "duplicate member name",
	KindDepth:      "nested too deeply",
	KindSize:       "document too large",
	KindStringSize: "string too long",
	KindMembers:    "too many members in one object",
	KindUnreadable: "private values in a text that cannot be read",
}

// String describes the fault in a few words.
func (k Kind) String() string { return kindTexts[k] }

// Reason is the word for the fault that programs match: invalid_json,
// duplicate_name, unreadable, or too_large where a limit is broken.
func (k Kind) Reason() string {
	switch k {
	case KindDuplicate:
		return "duplicate_name"
	case KindUnreadable:
		return "unreadable"
	case KindDepth, KindSize, KindStringSize, KindMembers:
		return "too_large"
	}
	return "invalid_json"
}

// Error is a fault and its place. It never carries content of the document but
// the names of members, in Pointer.
type Error struct {
	Kind    Kind
	Offset  int    // of the first byte that cannot be right
	Line    int    // from 1
	Column  int    // from 1, in bytes
	Pointer string // RFC 6901, of the value that was being read

	doubtful bool // no colon follows the last name of Pointer
}

// Place is Pointer without a last name that no colon follows: that may be a value
// out of its place, and values are not told.
func (e *Error) Place() string {
	if e.doubtful {
		return e.Pointer[:strings.LastIndexByte(e.Pointer, '/')]
	}
	return e.Pointer
}

// Error names the place first, in the way of compilers.
func (e *Error) Error() string {
	at := ""
	if place := e.Place(); place != "" {
		at = "at " + printable(place) + ", "
	}
	return fmt.Sprintf("%d:%d: %s (%soffset %d)", e.Line, e.Column, e.Kind, at, e.Offset)
}

// printable makes a pointer fit for one line of a log: short, and without
// characters that do something to a terminal.
func printable(pointer string) string {
	const most = 200
	if len(pointer) > most {
		pointer = "…" + pointer[len(pointer)-most:]
	}
	quoted := strconv.Quote(pointer)
	if quoted[1:len(quoted)-1] == pointer {
		return pointer
	}
	return quoted
}

// NewError finds the line, the column and the pointer of the fault at offset.
// It reads src once more up to there, whatever src holds.
func NewError(src []byte, offset int, kind Kind) *Error {
	p := Position{Line: 1, Column: 1}
	p.advance(src[:offset])
	e := &Error{Kind: kind, Offset: offset, Line: p.Line, Column: p.Column}
	e.Pointer, e.doubtful = pointer(src, offset, kind)
	return e
}

// At returns the error of a document as one of the stream in which the document
// begins at p.
func (e *Error) At(p Position) *Error {
	shifted := *e
	shifted.Offset += int(p.Offset)
	shifted.Line += p.Line - 1
	if e.Line == 1 {
		shifted.Column += p.Column - 1
	}
	return &shifted
}

// Within returns the error of a value as one of the document src, in which the
// value begins at src[start].
func (e *Error) Within(src []byte, start int) *Error {
	value := NewError(src, start, KindNone)
	outer := e.At(Position{Offset: int64(start), Line: value.Line, Column: value.Column})
	outer.Pointer = value.Pointer + e.Pointer
	return outer
}

// Position is a place in a stream.
type Position struct {
	Offset int64
	Line   int // from 1
	Column int // from 1, in bytes
}

// Behind is the position behind a text that begins at p.
func (p Position) Behind(text []byte) Position {
	p.advance(text)
	return p
}

// advance moves the position over text.
func (p *Position) advance(text []byte) {
	p.Offset += int64(len(text))
	p.Column += len(text)
	if last := lastLineFeed(text); last >= 0 {
		p.Line += bytes.Count(text[:last], []byte{'\n'}) + 1
		p.Column = len(text) - last
	}
}

// lastLineFeed is bytes.LastIndexByte, which looks at one byte after the other: here
// a line may be all of a large document.
func lastLineFeed(text []byte) int {
	const block = 256
	for end := len(text); end > 0; {
		start := max(end-block, 0)
		if bytes.IndexByte(text[start:end], '\n') >= 0 {
			return start + bytes.LastIndexByte(text[start:end], '\n')
		}
		end = start
	}
	return -1
}
