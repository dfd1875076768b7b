package shaper

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// A tool result may say what it has to say in two halves: as documents in its texts,
// and as structuredContent. They need not be built alike, and an operator's include
// list that fits one of them may leave nothing of the other, which is the one that a
// client reads. Such a half stays whole: the document is shaped once more, and what
// the operator includes has no say in that half (GUARANTEES, halves).

// half is one of them.
type half uint8

const (
	neither half = iota
	texts
	structured
	numHalves
)

var halfNames = [numHalves]string{texts: "content", structured: "structuredContent"}

// remains is what became of the documents in a half.
type remains struct {
	documents int
	some      int // of which something is left
	emptied   int // of which nothing is left, and something was there
}

// saw notes what became of a document in the half. A list of items stays where none
// of them was selected, and a row where elision left nothing of it; they say no more
// than nothing does.
func (r *remains) saw(before, after []byte) {
	r.documents++
	if !scan.IsBare(after) {
		r.some++
	} else if !isEmpty(before) {
		r.emptied++
	}
}

// saw notes what became of a document in a half. A note of an earlier look is no part of it.
func (w *within) saw(part half, before, after []byte) {
	if name := w.outer.note; part == structured && name != "" {
		before, after = withoutNote(before, name), withoutNote(after, name)
	}
	w.left[part].saw(before, after)
}

// withoutNote returns an empty object in place of one that holds a note alone.
func withoutNote(doc []byte, name string) []byte {
	if isNoteAlone(doc, name) {
		return []byte("{}")
	}
	return doc
}

// isNoteAlone reports whether a document is an object of one member, which has the name and
// holds a note of a tool result.
func isNoteAlone(doc []byte, name string) bool {
	at := scan.Space(doc, 0)
	if at == len(doc) || doc[at] != '{' {
		return false
	}
	at = scan.Space(doc, at+1)
	said, after := stringAt(doc, at)
	if string(said) != name || after == len(doc) || doc[after] != ':' {
		return false
	}
	said, after = stringAt(doc, scan.Space(doc, after+1))
	return after < len(doc) && doc[after] == '}' && envelope.IsSaid(scan.AppendUnquote(nil, said))
}

// stringAt returns the string at doc[at] without its quotes, and the place of the token
// behind it, len(doc) if there is no string.
func stringAt(doc []byte, at int) (said []byte, after int) {
	if at == len(doc) || doc[at] != '"' {
		return nil, len(doc)
	}
	end, _, kind := scan.String(doc, at, len(doc))
	if kind != scan.KindNone {
		return nil, len(doc)
	}
	return doc[at+1 : end-1], scan.Space(doc, end)
}

// nothing reports whether the half was emptied.
func (r remains) nothing() bool { return r.emptied > 0 && r.some == 0 }

// isEmpty reports whether a document holds nothing: {}, [] or null.
func isEmpty(doc []byte) bool {
	i := scan.Space(doc, 0)
	return i == len(doc) || doc[i] == 'n' || scan.IsEmpty(doc, i)
}

// emptied is the half that an operator's include list emptied while something is
// left of the other one. A text that is no document is not chosen from: it is
// something, where no text is one.
func (w *within) emptied(p *plan.Plan) half {
	told, data := w.left[texts], w.left[structured]
	switch {
	case data.documents != 1 || !slices.ContainsFunc(p.Resolved.Include, profiles.Layer.IsOperators):
		return neither
	case told.nothing() && data.some > 0:
		return texts
	case w.outer.told != nil: // of which the caller was told what it may be
		return neither
	case data.nothing() && (told.some > 0 || told.documents == 0 && says(w.outer.body, p.Dialect.Layout().Slots())):
		return structured
	}
	return neither
}

// says reports whether one of the texts in the slots of a document has a word.
func says(body []byte, slots []string) bool {
	for _, slot := range slots {
		for _, text := range gjson.GetBytes(body, strings.ReplaceAll(slot, "[]", ".#")).Array() {
			if strings.TrimSpace(text.String()) != "" {
				return true
			}
		}
	}
	return false
}

// again shapes a response once more, of which a half came out empty, and returns the
// name of the half if it stayed whole. The plan is the one that fitted before, so that
// nothing is remembered of this.
func (m *memory) again(p *plan.Plan, emptied half, in pass.Doc, dst []byte) (pass.Outcome, string, error) {
	in.Journal.Restart()
	m.within.afresh()
	m.within.open = emptied
	var done pass.Outcome
	err := m.pass.Run(p, &in, dst, &done)
	if m.within.left[emptied].nothing() {
		return done, "", err // by the caller's fields
	}
	return done, halfNames[emptied], err
}

// afresh forgets what became of the halves, before another pass.
func (w *within) afresh() { w.left, w.twin = [numHalves]remains{}, twin{} }
