package cli

import (
	"bytes"
	"errors"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Where a file holds a document in each line, or looks as if it did, its reader need not
// look where they end: whoever shapes a line finds out whether it is one. Where one is
// not, all that was read from it on is read once more.

// lines are what docs are found in while they are shaped, where each line most likely is
// one.
type lines struct {
	file   string
	text   []byte
	at     scan.Position // of what is no document yet
	taken  int           // bytes of documents
	framed bool          // a document is its line, with blanks at the end
}

// rest is what is no document, from a line on that is none.
func (l *lines) rest() []byte { return l.text[l.taken:] }

// readLines makes batches of lines, and reports whether there were any.
func (a *assembly) readLines() bool {
	for some := false; ; some = true {
		text, at := a.splitter.Lines()
		if text == nil {
			return some
		}
		b := a.batch()
		b.lines = lines{file: a.file, text: text, at: at, framed: a.splitter.Framing == scan.Lines}
		b.room = a.splitter.Detach(b.room)
		if !a.send(b) {
			return true
		}
	}
}

// giveBack has the splitter look where documents end, from a line of the last batch on
// that is none, when nobody reads on.
func (a *assembly) giveBack(last *batch) {
	text := bytes.Clone(last.lines.rest())
	for later := range a.order {
		<-later.settled
		text = append(text, later.lines.text...)
	}
	if a.unsent != nil {
		text = append(text, a.unsent.lines.text...)
	}
	a.splitter.GiveBack(text, last.lines.at)
}

// blanks are what may stand around a document in its line.
const blanks = " \t\r"

// shapeLine takes the next line for a document, and reports whether it is one, or blank.
func (b *batch) shapeLine(shape func(d document, dst []byte) shaped) bool {
	l := &b.lines
	line, _, _ := bytes.Cut(l.rest(), []byte("\n"))
	text := bytes.TrimLeft(line, blanks)
	if len(text) > 0 {
		d := document{file: l.file, text: text, at: l.at.Behind(line[:len(line)-len(text)])}
		if !l.framed {
			d.text = bytes.TrimRight(text, blanks)
		}
		s := shape(d, b.out)
		if _, isText := errors.AsType[*scan.Error](s.err); isText {
			return false
		}
		b.docs = append(b.docs, d)
		b.append(s)
	}
	size := len(line) + len("\n")
	l.at = scan.Position{Offset: l.at.Offset + int64(size), Line: l.at.Line + 1, Column: 1}
	l.taken += size
	return true
}
