package redact

import (
	"bytes"
	"encoding/binary"
	"iter"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Edit puts With in the place of the bytes from From to To.
type Edit struct {
	From, To int
	With     []byte
}

// Edits are edits of a string, which ascend and do not overlap; nil is none. A string
// may hold nothing but values that go, so they are written small: how many bytes stay
// before an edit and how many go, and in two bits of the latter what takes their
// place. Mostly that is two bytes.
type Edits []byte

// What takes the place of what goes.
const (
	withNothing = iota
	withMark
	withText // it follows, behind its length
	withSame // as the last text
	kinds
)

// trail is what is known of the edits before one: where the last one ends, and where
// the last text is written.
type trail struct {
	end  int
	text scan.Span
}

// add adds an edit behind others.
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

// All yields the edits in their order.
func (e Edits) All() iter.Seq[Edit] {
	return func(yield func(Edit) bool) {
		var edit Edit
		var behind trail
		for at := 0; at < len(e); {
			if edit, at = e.read(at, &behind); !yield(edit) {
				return
			}
		}
	}
}

// read reads the edit that is written at a place, and returns the next place.
func (e Edits) read(at int, behind *trail) (edit Edit, next int) {
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
	if c := e[at]; c < 1<<7 { // as most are
		return int(c), at + 1
	}
	v, size := binary.Uvarint(e[at:])
	return int(v), at + size
}

// Size is how long a text of n bytes is after the edits.
func (e Edits) Size(n int) int {
	for edit := range e.All() {
		n += edit.From - edit.To + len(edit.With)
	}
	return n
}

// Append appends a text after its edits.
func Append(dst, text []byte, edits Edits) []byte {
	at := 0
	for e := range edits.All() {
		dst = append(append(dst, text[at:e.From]...), e.With...)
		at = e.To
	}
	return append(dst, text[at:]...)
}
