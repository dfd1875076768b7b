package scan

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Kind is the kind of a fault in a text.
type Kind uint8

// The faults that a text can have. KindNone is no fault.
const (
	KindNone       Kind = iota
	KindEOF             // the text ends inside a value, or before one
	KindValue           // no value can begin with this byte
	KindLiteral         // not true, false or null
	KindNumber          // a digit of a number is missing
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
	KindUnreadable      // a string that should hold JSON cannot be read; only the caller reports it
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

// Reason returns the stable word for the fault: invalid_json, duplicate_name, unreadable,
// or too_large for a passed limit.
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

// Place returns Pointer without a last name that no colon follows. Such a name may be a
// misplaced value, and errors contain no values.
func (e *Error) Place() string {
	if e.doubtful {
		return e.Pointer[:strings.LastIndexByte(e.Pointer, '/')]
	}
	return e.Pointer
}

// Error names the place first, in the way of compilers.
func (e *Error) Error() string {
	const maxPlace = 200
	at := e.Place()
	if len(at) > maxPlace {
		at = "…" + at[len(at)-maxPlace:]
	}
	if quoted := strconv.Quote(at); quoted[1:len(quoted)-1] != at {
		at = quoted // its characters could control a terminal
	}
	if at != "" {
		at = "at " + at + ", "
	}
	return fmt.Sprintf("%d:%d: %s (%soffset %d)", e.Line, e.Column, e.Kind, at, e.Offset)
}

// NewError returns the error with the line, the column and the pointer of the fault at
// offset. It reads src up to offset once more, for any content of src.
func NewError(src []byte, offset int, kind Kind) *Error {
	p := Position{Line: 1, Column: 1}
	p.advance(src[:offset])
	e := &Error{Kind: kind, Offset: offset, Line: p.Line, Column: p.Column}
	e.Pointer, e.doubtful = pointer(src, offset, kind)
	return e
}

// At returns the error with places of the stream in which its document begins at p.
func (e *Error) At(p Position) *Error {
	shifted := *e
	shifted.Offset += int(p.Offset)
	shifted.Line += p.Line - 1
	if e.Line == 1 {
		shifted.Column += p.Column - 1
	}
	return &shifted
}

// Within returns the error with places of src, the document in which its value begins at
// src[start].
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
	lines := bytes.Count(text, []byte{'\n'})
	if p.Line += lines; lines == 0 {
		return // LastIndexByte reads single bytes, and a line may be a whole large document
	}
	p.Column = len(text) - bytes.LastIndexByte(text, '\n')
}

// pointer returns the JSON Pointer of the value that a reader is in at offset. Behind a
// member's name that is the member, before an element it is the element. Behind a whole
// value, and before or in a name, it is the container. isDoubtful reports that no colon
// follows the last name of p.
func pointer(src []byte, offset int, kind Kind) (p string, isDoubtful bool) {
	if kind == KindSize {
		return "", false // the fault is of the whole document
	}
	var t trail
	t.follow(src[:offset])
	if kind == KindComma {
		t.valueDone() // a number before the fault is complete after all
	}
	var path []byte
	for _, l := range t.levels {
		switch {
		case !l.reading:
		case l.object:
			path = words.AppendPointer(path, string(AppendUnquote(nil, src[l.start:l.end])))
		default:
			path = strconv.AppendInt(append(path, '/'), int64(l.index), 10)
		}
	}
	if kind == KindDuplicate {
		if end, ok := stringEnd(src, offset+1); ok {
			path = words.AppendPointer(path, Text(src[offset:end]))
		}
	}
	return string(path), t.doubtful
}

// trail is the path from the root to a place. It relies on brackets, names and commas alone,
// since the text may be broken.
type trail struct {
	levels   []level
	doubtful bool // the last token was a name
}

// level is one container of the path.
type level struct {
	object     bool
	reading    bool // in a value, the next step of the path
	index      int  // of that value in an array
	start, end int  // text of its name in an object
}

// follow reads src to its end.
func (t *trail) follow(src []byte) {
	for i := 0; i < len(src); i++ {
		c := src[i]
		t.doubtful = t.doubtful && isSpace(c)
		switch c {
		case '{', '[':
			t.levels = append(t.levels, level{object: c == '{', reading: c == '['})
		case '}', ']':
			t.levels = t.levels[:max(0, len(t.levels)-1)]
			t.valueDone()
		case ',':
			if n := len(t.levels); n > 0 {
				top := &t.levels[n-1]
				top.index++
				top.reading = !top.object
			}
		case '"':
			next, closed := stringEnd(src, i+1)
			n := len(t.levels)
			switch {
			case !closed: // still in the string
				next = len(src)
			case n > 0 && t.levels[n-1].object && !t.levels[n-1].reading:
				top := &t.levels[n-1]
				top.start, top.end, top.reading, t.doubtful = i+1, next-1, true, true
			default:
				t.valueDone()
			}
			i = next - 1
		case ' ', '\t', '\r', '\n', ':':
		default: // a number or a literal, complete once another byte follows
			next := tokenEnd(src, i)
			if next < len(src) {
				t.valueDone()
			}
			i = next - 1
		}
	}
}

// valueDone notes that a value of the innermost container is complete.
func (t *trail) valueDone() {
	if n := len(t.levels); n > 0 {
		t.levels[n-1].reading = false
	}
}
