package narrow

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Note is what became of a part of a schema.
type Note struct {
	Pointer string // RFC 6901, in the schema that was given
	What    string // in a few words
}

// Bounds of the walk. What is beyond them is replaced by its type.
const (
	maxDepth = 64      // schemas in one another
	maxSteps = 1 << 20 // schemas looked at, with the ways under which they are, and their text
	maxSize  = 4 << 20 // bytes of a schema, given or returned
	maxParts = 1 << 10 // parts that references lead to, apart by where the values stand
	maxNotes = 1 << 6
)

// Result is what is left of a schema.
type Result struct {
	Schema []byte // never empty
	Notes  []Note // at most 64, in the order of the walk
	Same   bool   // no value changes, nor does the schema
	None   bool   // of the members that the schema names, none shows
}

// Schema narrows a schema to what its values are once they are shaped in one of the
// ways. What is no schema becomes {}.
func Schema(schema []byte, ways []Way) Result {
	w := newWalker(schema)
	if schema = w.root; !w.isSchema(schema) || len(ways) == 0 {
		return Result{Schema: []byte(`{}`), Notes: []Note{{What: "no schema that can be read"}}}
	}
	all := newPlaces(ways)
	if all.areUntouched() {
		return Result{Schema: schema, Same: true}
	}
	n := w.value(at{schema: schema}, all)
	out := w.withParts(n.text)
	if len(out) > maxSize || w.steps < 0 {
		w.note("", "too large to be narrowed: replaced by its type")
		out = typed(w.typesOf(schema, maxDepth))
	}
	return Result{Schema: out, Notes: w.notes, None: n.none}
}

// isSchema reports whether a text is an object, true or false.
func (w *walker) isSchema(text []byte) bool {
	if len(text) == 0 || len(text) > maxSize || scan.Check(text, scan.Limits{}, false) != nil {
		return false
	}
	return typeOf(text)&(object|boolean) != 0
}

func newWalker(schema []byte) *walker {
	return &walker{root: bytes.TrimSpace(schema), steps: maxSteps, states: map[*fieldmask.State]int{},
		parts: map[part]*namedPart{}, targets: map[string][]byte{}, names: map[string]string{}}
}

// walker narrows one schema.
type walker struct {
	skip   scan.Skipper
	last   members           // that were read last
	room   []member          // for all that are read
	names  map[string]string // that were met
	root   []byte
	legacy *bool
	steps  int // that are left
	notes  []Note
	states map[*fieldmask.State]int
	parts  map[part]*namedPart // where references lead
	order  []*namedPart        // in which they were met
	here   []*namedPart        // that are being narrowed for one value
	// targets are what references lead to, once one was followed.
	targets map[string][]byte
}

// part is where a reference leads to, from some places.
type part struct {
	pointer, places string
}

// namedPart is what became of a part; nothing is known of it before that is done.
type namedPart struct {
	name string
	narrowed
}

// at is a schema in the one that was given.
type at struct {
	schema  []byte
	pointer string
	depth   int
}

func (a at) below(value []byte, path ...string) at {
	return at{value, a.pointer + words.Pointer(path...), a.depth + 1}
}

// nth is a schema of a list of them.
func (a at) nth(value []byte, keyword string, i int) at {
	return a.below(value, keyword, strconv.Itoa(i))
}

// narrowed is what became of a schema.
type narrowed struct {
	text  []byte
	full  bool // in a container something surely stays
	bare  bool // in an object nothing stays
	none  bool // of the members that it names, none shows
	types types
}

func (w *walker) note(pointer, what string) {
	n := Note{pointer, what}
	if len(w.notes) < maxNotes && !slices.Contains(w.notes, n) {
		w.notes = append(w.notes, n)
	}
}

// spend reports whether so many steps are left to go.
func (w *walker) spend(steps int) bool {
	w.steps -= steps
	return w.steps >= 0
}

// value narrows a schema for values at some places, under none of which it is gone.
func (w *walker) value(a at, all places) narrowed {
	around := w.here
	w.here = nil
	n := w.besides(a, all)
	w.here = around
	if all.any(place.redacts) {
		w.note(a.pointer, "redacted: a string may stand in its place")
		n.text, n.types = anyOf(n.text, []byte(`{"type":"string"}`)), n.types|text
	}
	return n
}

// besides is [walker.value] for one of several schemas of one value, where it is told
// elsewhere that a string may stand in the place of the value.
func (w *walker) besides(a at, all places) narrowed {
	of := w.typesOf(a.schema, maxDepth)
	s, ok := w.read(a.schema)
	switch {
	case !ok:
		return narrowed{text: a.schema, types: of} // true, false, or nothing that a value keeps to
	case a.depth > maxDepth || !w.spend(1+len(all)):
		w.note(a.pointer, "too deep to be narrowed: replaced by its type")
		return narrowed{text: typed(of), types: of}
	}
	p := &parting{walker: w, at: a, read: s, all: all, of: of}
	return p.narrow()
}

// anyOf is a schema for what keeps to one of some.
func anyOf(schemas ...[]byte) []byte {
	var list writer
	for _, s := range schemas {
		list.element(s)
	}
	var out writer
	out.member("anyOf", list.array())
	return out.object()
}

// typed is a schema of nothing but types.
func typed(of types) []byte {
	var names writer
	for _, t := range typeNames {
		if t.name != "integer" && of&t.is != 0 {
			names.element(scan.AppendQuote(nil, []byte(t.name)))
		}
	}
	var out writer
	if of != anyType && of != 0 {
		out.member("type", names.array())
	}
	return out.object()
}
