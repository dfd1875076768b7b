package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// editor writes down edits as they are found: those of a text, and between them those
// of the texts in it, which become its own.
type editor struct {
	edits   Edits
	behind  trail // in the text that is being read
	moved   Edits // scratch
	escaped escape
}

// written is how far an editor is.
type written struct {
	length int
	behind trail
}

func (w *editor) written() written { return written{len(w.edits), w.behind} }

// back takes back what was written since.
func (w *editor) back(to written) { w.edits, w.behind = w.edits[:to.length], to.behind }

// since are the edits of a text that inward began.
func (w *editor) since(around written) Edits { return w.edits[around.length:] }

// edit adds an edit, which is no earlier than the last one of the same text.
func (w *editor) edit(from, to int, with []byte) {
	w.edits = w.edits.add(Edit{from, to, with}, &w.behind)
}

// inward begins with a text in the text that is being read, and returns how far that
// one is.
func (w *editor) inward() (around written) {
	around = w.written()
	w.behind = trail{}
	return around
}

// outward goes back to the text around. The edits of the inner one become edits of the
// string that says it: raw is written between its quotes, and begins at a place of
// the text around.
func (w *editor) outward(around written, raw []byte, at int) {
	w.moved = append(w.moved[:0], w.since(around)...)
	if w.back(around); len(w.moved) == 0 {
		return
	}
	cursor := scan.NewCursor(raw)
	for e := range w.moved.All() {
		from := at + cursor.To(e.From)
		w.edit(from, at+cursor.To(e.To), w.escaped.of(e.With))
	}
}

// forget lets go of memory that is larger than keep.
func (w *editor) forget(keep int) {
	if cap(w.edits)+cap(w.moved)+cap(w.escaped.text)+cap(w.escaped.quoted) > keep {
		*w = editor{}
	}
}

// escape remembers what was escaped last: redactions repeat each other.
type escape struct {
	text, quoted []byte
}

// of is a text as it is written in a string, until the next one is asked for.
func (e *escape) of(text []byte) []byte {
	if len(text) == 0 || isMark(text) {
		return text
	}
	if !bytes.Equal(e.text, text) {
		e.text = append(e.text[:0], text...)
		e.quoted = scan.AppendQuote(e.quoted[:0], text)
	}
	return e.quoted[1 : len(e.quoted)-1]
}
