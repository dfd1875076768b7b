package toolresult

import (
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/raw"
)

// MetaKey is the member of _meta that tells what shaping left out, by what took it:
//
//	"_meta": {"io.github.seed-7aa78ce4/shape": {"cut": ["entities: 5 of 7 kept"]}}
const MetaKey = "io.github.seed-7aa78ce4/shape"

// cutKey holds what limits took; other reasons have members of their own.
const cutKey = "cut"

// NotesIn are the notes of a tool result that stands at a path, which ends in a
// dot, or at the root.
func NotesIn(path string) *envelope.Notes {
	ours := path + `_meta."` + MetaKey + `"`
	return &envelope.Notes{
		At:    []string{path + "_meta"},
		Lists: []string{ours, ours + "." + cutKey, ours + "." + cutKey + "[]"},
	}
}

// MarkPartial adds to _meta, which it makes where there is none, a text for each
// cut. Everything else in it stays as it is written. A _meta that is no object has
// no place.
func (t Dialect) MarkPartial(at [][]byte, cuts []envelope.Cut) [][]byte {
	var texts [][]byte
	for _, c := range envelope.Few(cuts) {
		texts = append(texts, t.Words(c)...)
	}
	ours := raw.Get(at[0], MetaKey)
	if raw.Kind(ours) != "object" {
		ours = nil
	}
	ours = raw.Put(ours, cutKey, raw.AddMissing(raw.Get(ours, cutKey), texts))
	return [][]byte{raw.Put(at[0], MetaKey, ours)}
}

// Words returns the text.
func (Dialect) Words(c envelope.Cut) [][]byte { return [][]byte{raw.Quote(c.Note(envelope.Cut.Left))} }
