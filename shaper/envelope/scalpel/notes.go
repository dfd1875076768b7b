package scalpel

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

var notes = &envelope.Notes{At: []string{"warnings"}, Lists: []string{"warnings", "warnings[]"}}

// MarkPartial adds a text to warnings for each list that was cut. The seed has no words for it.
func (d Dialect) MarkPartial(at [][]byte, cuts []envelope.Cut) [][]byte {
	var texts [][]byte
	for _, c := range envelope.Few(cuts) {
		texts = append(texts, d.Words(c)...)
	}
	return [][]byte{kit.AddMissing(at[0], texts)}
}

// Words returns the text.
func (Dialect) Words(c envelope.Cut) [][]byte { return [][]byte{kit.Quote(c.Note(envelope.Cut.Left))} }

// Refer adds a text to warnings. The seed has no words for it.
func (Dialect) Refer(doc []byte, k envelope.Kept) []byte {
	said := [][]byte{kit.Quote(k.Said() + " (" + k.Hash + ")")}
	return kit.Put(doc, "warnings", kit.AddMissing(kit.Get(doc, "warnings"), said))
}
