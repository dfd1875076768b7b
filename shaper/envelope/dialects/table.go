package dialects

import (
	"math/bits"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// table is the one table of dialects, with conditions on the member names of a root. Detect
// and [envelope.Former.Form] refuse a document that does not meet them.
var table = []struct {
	envelope.Dialect
	names envelope.Names
}{
	{envelope.Plain{}, envelope.Names{}},
	{scalpel.Dialect{}, envelope.Names{Some: []string{"data", "error"}, Only: scalpel.IsKey}},
	{responsev2.Dialect{}, envelope.Names{Some: []string{"success"}, All: []string{"success", "data", "meta"}}},
	{toolresult.Dialect{}, envelope.Names{Some: []string{"content", "contents", "inputRequests", "messages", "requestState", "task", "taskId"}}},
	{jsonrpc.Dialect{}, envelope.Names{Some: []string{"jsonrpc"}}},
	{bmcis.Dialect{}, envelope.Names{Some: []string{"_metadata", "metadata"}}},
}

// Names holds the names of the table.
var Names = []string{"plain", "scalpel", "response-v2", "mcp", "jsonrpc", "bmcis"}

// All returns every dialect, plain first.
func All() (all []envelope.Dialect) {
	for _, d := range table {
		all = append(all, d.Dialect)
	}
	return all
}

// Lookup finds a dialect by name.
func Lookup(name string) (envelope.Dialect, bool) {
	for _, d := range table {
		if d.Name() == name {
			return d.Dialect, true
		}
	}
	return nil, false
}

// NamesOf returns the conditions of a dialect on the member names of a root.
func NamesOf(d envelope.Dialect) envelope.Names {
	return table[slices.Index(Names, d.Name())].names
}

// Look returns the dialect of a document as recognised from itself ([Detect]), with the layout
// of its form. A form alone may determine the dialect.
func Look(doc *envelope.Doc) (envelope.Dialect, *envelope.Layout) {
	looks := looksOf(doc)
	d := detect(doc, looks)
	if d != (envelope.Plain{}) {
		return d, Form(d, doc)
	}
	for ; looks != 0; looks &= looks - 1 {
		other := table[bits.TrailingZeros16(uint16(looks))].Dialect
		if f, ok := other.(envelope.Former); ok {
			if l := f.Form(doc); l != nil {
				return other, l
			}
		}
	}
	return d, d.Layout()
}

// looksOf returns the dialects that the names in a root allow, all if there are none.
func looksOf(doc *envelope.Doc) envelope.Looks {
	looks := doc.Looks
	if looks == 0 {
		var of Hint
		for _, m := range doc.Members {
			of |= hintOf(m.Name)
		}
		looks = of.Looks()
	}
	if looks == 0 {
		return 1<<len(table) - 1
	}
	return looks
}

// Form returns the layout of a document under a given dialect.
func Form(d envelope.Dialect, doc *envelope.Doc) *envelope.Layout {
	if f, ok := d.(envelope.Former); ok {
		if l := f.Form(doc); l != nil {
			return l
		}
	}
	return d.Layout()
}

// Detect returns the dialect of a document. The highest score wins. A tie, or no score at all,
// means plain.
func Detect(doc *envelope.Doc) envelope.Dialect { return detect(doc, looksOf(doc)) }

func detect(doc *envelope.Doc, looks envelope.Looks) envelope.Dialect {
	var best envelope.Dialect = envelope.Plain{}
	top, tied := 0, false
	for ; looks != 0; looks &= looks - 1 {
		d := table[bits.TrailingZeros16(uint16(looks))].Dialect
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

// In returns a dialect in an edition of its contract, "" being the default one. An unknown
// edition is an [*envelope.EditionError].
func In(d envelope.Dialect, edition string) (envelope.Dialect, error) {
	switch e, ok := d.(envelope.Editioned); {
	case ok:
		return e.In(edition)
	case edition != "":
		return nil, &envelope.EditionError{Dialect: d.Name(), Edition: edition}
	}
	return d, nil
}

// Label is a name in a root, with its hint about the dialect.
type Label struct {
	Name string
	Hint Hint
}

// LabelOf returns the label of a name. It allocates only for a name that no layout contains.
func LabelOf(name []byte) Label {
	if l, known := rootNames()[string(name)]; known {
		return l
	}
	return Label{string(name), hintOf(string(name))}
}

// Hint holds two sets of dialects. The lower half holds those
// that a name speaks for, the upper half those that do not know the name. The hint of several
// names is the union of their hints.
type Hint uint32

const against = 16 // offset of the upper half, in bits

func hintOf(name string) (h Hint) {
	for i, d := range table {
		if d.names.Some == nil || slices.Contains(d.names.Some, name) {
			h |= 1 << i
		}
		if d.names.Only != nil && !d.names.Only(name) {
			h |= 1 << (i + against)
		}
	}
	return h
}

// Looks returns the dialects that the names allow, zero if there are no names.
func (h Hint) Looks() envelope.Looks { return envelope.Looks(h) &^ envelope.Looks(h>>against) }

// Skim is [envelope.OpenPart] for an engine that needs only the dialect of a text and the
// members in its layout. It indexes only the [Notable] members of the root and of the result
// in it.
func Skim(raw []byte, limits envelope.Limits) (*envelope.Doc, error) {
	return envelope.OpenPart(raw, &limits, Notable[[]byte], "result")
}

// SkimValid is [Skim] for a text that is known to be valid, such as a shaped one. It checks no
// limit.
func SkimValid(raw []byte) *envelope.Doc {
	doc, _ := envelope.OpenPart(raw, nil, Notable[[]byte], "result")
	return doc
}

// Notable reports whether member i of a root may matter to any dialect. Such members are the
// names in layouts, and the first 64 members: a foreign name among these is a sign for
// [scalpel.Dialect].
func Notable[Name string | []byte](i int, name Name) bool {
	if i < 64 {
		return true
	}
	_, known := rootNames()[string(name)]
	return known
}

// rootNames holds the members of a root that detection, facts and layouts read.
var rootNames = sync.OnceValue(func() map[string]Label {
	labels := make(map[string]Label, 64)
	add := func(name string) {
		if _, known := labels[name]; !known {
			labels[name] = Label{name, hintOf(name)}
		}
	}
	add("success") // a plain payload reports its failure with it
	add("isError")
	for _, d := range table {
		for _, name := range d.names.Some {
			add(name)
		}
		layouts := []*envelope.Layout{d.Layout()}
		if f, ok := d.Dialect.(envelope.Former); ok {
			layouts = append(layouts, f.Forms()...)
		}
		for _, l := range layouts {
			paths := slices.Concat(l.Protocol, l.Message, l.Payload, l.Detail, l.Slot, l.Untouched)
			for _, f := range l.Meta {
				paths = append(paths, f.Path)
			}
			for _, path := range paths {
				name, _, _ := strings.Cut(path, ".")
				add(strings.TrimSuffix(name, "[]"))
			}
		}
	}
	return labels
})

// Read calls show for the parts of a document that a client shows its model, in order. It
// reports false if the client shows the whole document as JSON text.
func Read(doc *envelope.Doc, show func(envelope.Part)) bool {
	d, _ := Look(doc)
	if r, ok := d.(envelope.Reader); ok && r.Read(doc, show) {
		return true
	}
	if d == (envelope.Plain{}) && toolresult.ReadCarried(doc, show) {
		return true
	}
	show(envelope.Part{Raw: doc.Raw})
	return false
}

// able lists the abilities of every dialect but plain.
type able interface {
	envelope.Dialect
	envelope.Codec
	envelope.Validator
	envelope.Schemer
	envelope.Wrapper
}

// Each dialect can do at least this. The test of the package's table shows that it can do no
// more.
var (
	_ able = scalpel.Dialect{}
	_ able = responsev2.Dialect{}
	_ able = bmcis.Dialect{}
	_ able = toolresult.Dialect{}
	_ able = jsonrpc.Dialect{}

	_ envelope.PartialMarker = scalpel.Dialect{}
	_ envelope.PartialMarker = responsev2.Dialect{}
	_ envelope.PartialMarker = bmcis.Dialect{}

	_ envelope.Noter = toolresult.Dialect{}
	_ envelope.Noter = jsonrpc.Dialect{}

	_ envelope.Expander = scalpel.Dialect{}
	_ envelope.Expander = bmcis.Dialect{}

	_ envelope.Scrubber = scalpel.Dialect{}

	_ envelope.TokenTeller = bmcis.Dialect{}

	_ envelope.Editioned = responsev2.Dialect{}
	_ envelope.Editioned = toolresult.Dialect{}
	_ envelope.Editioned = jsonrpc.Dialect{}
)
