package dialects

import (
	"math/bits"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// table is the one table of dialects.
var table = []envelope.Dialect{
	envelope.Plain{},
	scalpel.Dialect{},
	responsev2.Dialect{},
	toolresult.Dialect{},
	jsonrpc.Dialect{},
	bmcis.Dialect{},
}

// All returns every dialect, plain first.
func All() []envelope.Dialect { return slices.Clone(table) }

// Lookup finds a dialect by name.
func Lookup(name string) (envelope.Dialect, bool) {
	for _, d := range table {
		if d.Name() == name {
			return d, true
		}
	}
	return nil, false
}

// Look tells what a document is by its own look: its dialect, as [Detect] has it,
// and the layout of the form that it takes. A form may tell its dialect alone.
func Look(doc *envelope.Doc) (envelope.Dialect, *envelope.Layout) {
	d := Detect(doc)
	if d != (envelope.Plain{}) {
		return d, Form(d, doc)
	}
	for looks := looksOf(doc); looks != 0; looks &= looks - 1 {
		other := table[first(looks)]
		if f, ok := other.(envelope.Former); ok {
			if l := f.Form(doc); l != nil {
				return other, l
			}
		}
	}
	return d, d.Layout()
}

// looksOf are the dialects that the names in a root allow, as far as is known.
func looksOf(doc *envelope.Doc) envelope.Looks {
	if doc.Looks == 0 {
		return 1<<len(table) - 1
	}
	return doc.Looks
}

// first is the place of the first of some dialects in their table.
func first(looks envelope.Looks) int { return bits.TrailingZeros16(uint16(looks)) }

// Form is the layout of a document that is taken for one of a dialect.
func Form(d envelope.Dialect, doc *envelope.Doc) *envelope.Layout {
	if f, ok := d.(envelope.Former); ok {
		if l := f.Form(doc); l != nil {
			return l
		}
	}
	return d.Layout()
}

// Detect picks the dialect of a document: the highest score wins, a tie or no
// score at all means plain.
func Detect(doc *envelope.Doc) envelope.Dialect {
	var best envelope.Dialect = envelope.Plain{}
	top, tied := 0, false
	for looks := looksOf(doc); looks != 0; looks &= looks - 1 {
		d := table[first(looks)]
		switch score := d.Detect(doc); {
		case score > top:
			best, top, tied = d, score, false
		case score == top:
			tied = true
		}
	}
	if tied {
		return envelope.Plain{}
	}
	return best
}
