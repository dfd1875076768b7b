package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// editor collects the edits of a text. Edits of a nested text become edits of the text around.
type editor struct {
	edits   Edits
	behind  trail // of the text being read
	moved   Edits // scratch
	escaped escape
}

// written is a position in an editor.
type written struct {
	length int
	behind trail
}

func (w *editor) written() written { return written{len(w.edits), w.behind} }

// back discards everything after a position.
func (w *editor) back(to written) { w.edits, w.behind = w.edits[:to.length], to.behind }

// since returns the edits of a nested text begun by inward.
func (w *editor) since(around written) Edits { return w.edits[around.length:] }

// edit adds an edit. Edits of one text must ascend.
func (w *editor) edit(from, to int, with []byte) {
	w.edits = w.edits.add(Edit{from, to, with}, &w.behind)
}

// inward begins a nested text and returns the position in the text around.
func (w *editor) inward() (around written) {
	around = w.written()
	w.behind = trail{}
	return around
}

// outward returns to the text around. The edits of the nested text become edits of its string.
// raw is the content of that string; it begins at the offset at of the text around.
func (w *editor) outward(around written, raw []byte, at int) {
	w.moved = append(w.moved[:0], w.since(around)...)
	if w.back(around); len(w.moved) == 0 {
		return
	}
	cursor := scan.NewCursor(raw)
	for e := range w.moved.All() {
		from := at + cursor.To(e.From)
		w.edit(from, at+cursor.To(e.To), w.escaped.quote(e.With))
	}
}

// forget frees memory larger than keep.
func (w *editor) forget(keep int) {
	if cap(w.edits)+cap(w.moved)+cap(w.escaped.text)+cap(w.escaped.quoted) > keep {
		*w = editor{}
	}
}

// escape caches the last escaped text, since redactions repeat.
type escape struct {
	text, quoted []byte
}

// quote returns a text as a JSON string without quotes. It is valid until the next call.
func (e *escape) quote(text []byte) []byte {
	if len(text) == 0 || isMark(text) {
		return text
	}
	if !bytes.Equal(e.text, text) {
		e.text = append(e.text[:0], text...)
		e.quoted = scan.AppendQuote(e.quoted[:0], text)
	}
	return e.quoted[1 : len(e.quoted)-1]
}
