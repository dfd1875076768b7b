package hide

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Edit puts With in the place of the bytes from From to To. The edits of a string
// ascend, and do not overlap.
type Edit struct {
	From, To int
	With     []byte
}

// edit adds an edit, which is no earlier than the last one of the same text. Two
// that only take away become one where they touch.
func (h *Hider) edit(from, to int, with []byte) {
	if n := len(h.edits); n > h.first && with == nil {
		if last := &h.edits[n-1]; last.To == from && last.With == nil {
			last.To = to
			return
		}
	}
	h.edits = append(h.edits, Edit{from, to, with})
}

// Append appends a text after its edits.
func Append(dst, text []byte, edits []Edit) []byte {
	at := 0
	for _, e := range edits {
		dst = append(append(dst, text[at:e.From]...), e.With...)
		at = e.To
	}
	return append(dst, text[at:]...)
}

// outwards makes edits of a text, the first of which is number first, edits of the
// string that says it: raw is written between its quotes, and begins at a place of
// the text around it.
func (h *Hider) outwards(first int, raw []byte, at int) {
	if first == len(h.edits) {
		return
	}
	cursor := scan.NewCursor(raw)
	for i := range h.edits[first:] {
		e := &h.edits[first+i]
		e.From = at + cursor.To(e.From)
		e.To = at + cursor.To(e.To)
		e.With = h.escaped.of(e.With)
	}
}

// escape remembers what was escaped last: redactions repeat each other.
type escape struct {
	text, as []byte
}

// of is a text as it is written in a string.
func (e *escape) of(text []byte) []byte {
	if len(text) == 0 || &text[0] == &mark[0] {
		return text
	}
	if len(e.text) != len(text) || &e.text[0] != &text[0] {
		quoted := scan.AppendQuote(nil, text)
		e.text, e.as = text, quoted[1:len(quoted)-1]
	}
	return e.as
}
