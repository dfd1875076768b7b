package pipeline

import (
	"strings"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// A tool result has two halves: documents in its texts, and structuredContent. They need
// not be built alike. An operator's include list or omit_fields can empty one half, perhaps the one that
// the client reads, while the other half keeps data. The response is then shaped again, and
// the include list does not act on the empty half (GUARANTEES, halves).

// half is one of them.
type half uint8

const (
	neither half = iota
	textual
	structured
	numHalves
)

var halfNames = [numHalves]string{textual: "content", structured: "structuredContent"}

// remains counts the documents of one half.
type remains struct {
	documents int
	kept      int // documents with values left
	emptied   int // documents that lost all their values
}

// isEmptied reports whether nothing is left of the half.
func (r *remains) isEmptied() bool { return r.emptied > 0 && r.kept == 0 }

// count counts a document before and after. A list of items stays if no item was selected,
// and a row if elision emptied it; both count as nothing.
func (r *remains) count(before, after []byte) {
	r.documents++
	if !scan.IsBare(after) {
		r.kept++
	} else if at := scan.Space(before, 0); at < len(before) && before[at] != 'n' && !scan.IsEmpty(before, at) {
		r.emptied++
	}
}

// count counts a document of one half. The note of an earlier run is no part of it.
func (n *nested) count(part half, before, after []byte) {
	if name := n.outer.place.note; part == structured && name != "" {
		before, after = withoutNote(before, name), withoutNote(after, name)
	}
	n.halves[part].count(before, after)
}

// withoutNote returns an empty object for an object that holds only a tool result's note under
// name. It returns any other doc unchanged.
func withoutNote(doc []byte, name string) []byte {
	at := scan.Space(doc, 0)
	if at == len(doc) || doc[at] != '{' {
		return doc
	}
	said, after := stringAt(doc, scan.Space(doc, at+1))
	if string(said) != name || after == len(doc) || doc[after] != ':' {
		return doc
	}
	said, after = stringAt(doc, scan.Space(doc, after+1))
	if after == len(doc) || doc[after] != '}' || !envelope.IsSaid(scan.AppendUnquote(nil, said)) {
		return doc
	}
	return []byte("{}")
}

// stringAt returns the string at doc[at] without its quotes, and the offset of the token
// after it: len(doc) if there is no string.
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

// emptied returns the half that an operator's include list emptied while the other half keeps
// data. It returns neither if there is none. A text that is no document counts as data only if
// no text is a document.
func (n *nested) emptied(c *chosen) half {
	text, data := &n.halves[textual], &n.halves[structured]
	switch {
	case n.outer.attempt.isSettled || !c.plan.Selects():
		return neither
	case text.isEmptied() && data.kept > 0:
		return textual
	case n.outer.schema != nil: // structuredContent has an advertised schema
		return neither
	case data.isEmptied() && (text.kept > 0 || text.documents == 0 && hasWord(n.outer.body, c.plan.Dialect.Layout().Slots())):
		return structured
	}
	return neither
}

// hasWord reports whether one of the texts in the slots of a document has a word.
func hasWord(body []byte, slots []string) bool {
	for _, slot := range slots {
		for _, text := range gjson.GetBytes(body, strings.ReplaceAll(slot, "[]", ".#")).Array() {
			if strings.TrimSpace(text.String()) != "" {
				return true
			}
		}
	}
	return false
}
