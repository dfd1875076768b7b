package redact

import (
	"bytes"
	"encoding/binary"
	"iter"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Edit replaces the bytes from From to To by With.
type Edit struct {
	From, To int
	With     []byte
}

// Edits is a compact list of edits of a string, ascending and without overlaps. Each edit has
// two numbers: the kept bytes before it and the removed bytes. Two bits of the second number
// select the replacement. Most edits take two bytes; a string may consist of removed values.
type Edits []byte

// The replacements of an edit.
const (
	withNothing = iota
	withMark
	withText // a text with its length follows
	withSame // the last text again
	kinds
)

// trail is the state between edits: the end of the last edit, and the position of the last
// text.
type trail struct {
	end  int
	text scan.Span
}

// add appends an edit.
func (e Edits) add(edit Edit, behind *trail) Edits {
	e = binary.AppendUvarint(e, uint64(edit.From-behind.end))
	behind.end = edit.To
	gone := uint64(edit.To-edit.From) * kinds
	switch {
	case len(edit.With) == 0:
		return binary.AppendUvarint(e, gone+withNothing)
	case isMark(edit.With):
		return binary.AppendUvarint(e, gone+withMark)
	case bytes.Equal(edit.With, e[behind.text.Start:behind.text.End]):
		return binary.AppendUvarint(e, gone+withSame)
	}
	e = binary.AppendUvarint(e, gone+withText)
	e = binary.AppendUvarint(e, uint64(len(edit.With)))
	behind.text = scan.Span{Start: len(e), End: len(e) + len(edit.With)}
	return append(e, edit.With...)
}

// All yields the edits in order.
func (e Edits) All() iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		var edit Edit
		var behind trail
		for at := 0; at < len(e); {
			if edit, at = e.decode(at, &behind); !yield(edit) {
				return
			}
		}
	}
}

// decode decodes the edit at an offset and returns the next offset.
func (e Edits) decode(at int, behind *trail) (edit Edit, next int) {
	stay, at := e.number(at)
	gone, at := e.number(at)
	edit.From = behind.end + stay
	edit.To = edit.From + gone/kinds
	behind.end = edit.To
	switch gone % kinds {
	case withMark:
		edit.With = mark
	case withText:
		n, start := e.number(at)
		at = start + n
		behind.text = scan.Span{Start: start, End: at}
		fallthrough
	case withSame:
		edit.With = e[behind.text.Start:behind.text.End]
	}
	return edit, at
}

func (e Edits) number(at int) (n, next int) {
	if c := e[at]; c < 1<<7 { // the common case
		return int(c), at + 1
	}
	v, size := binary.Uvarint(e[at:])
	return int(v), at + size
}

// Size returns the length of a text of n bytes after the edits.
func (e Edits) Size(n int) int {
	for edit := range e.All() {
		n += edit.From - edit.To + len(edit.With)
	}
	return n
}

// Append appends a text with the edits applied.
func Append(dst, text []byte, edits Edits) []byte {
	at := 0
	for e := range edits.All() {
		dst = append(append(dst, text[at:e.From]...), e.With...)
		at = e.To
	}
	return append(dst, text[at:]...)
}
