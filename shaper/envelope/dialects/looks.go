package dialects

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Label is a name in a root, with what it says about the dialect.
type Label struct {
	Name string
	Hint Hint
}

// LabelOf is the label of a name, made anew unless layouts speak of it.
func LabelOf(name []byte) Label {
	if l, known := rootNames()[string(name)]; known {
		return l
	}
	return Label{string(name), hintOf(string(name))}
}

// Hint is what names in a root say about its dialect, by [envelope.Dialect.Names]: those
// for which they speak, and in the upper half those that know no such name. Names together
// say what each of them does.
type Hint uint32

const against = 16 // bits, behind those of the dialects that a hint speaks for

func hintOf(name string) (h Hint) {
	for i, d := range table {
		names := d.Names()
		if names.Some == nil || slices.Contains(names.Some, name) {
			h |= 1 << i
		}
		if names.Only != nil && !names.Only(name) {
			h |= 1 << (i + against)
		}
	}
	return h
}

// Looks are the dialects that the names allow of which this is the hint; nobody knows
// where there are no names.
func (h Hint) Looks() envelope.Looks { return envelope.Looks(h) &^ envelope.Looks(h>>against) }
