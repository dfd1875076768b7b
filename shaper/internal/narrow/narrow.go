package narrow

import (
	"bytes"
	"slices"
	"strconv"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Note tells a change in one part of a schema.
type Note struct {
	Pointer string // RFC 6901, in the original schema
	What    string // the change in a few words
}

// Bounds of the walk. A part beyond them is replaced by its type.
const (
	maxDepth = 64      // nested schemas
	maxSteps = 1 << 20 // visited schemas times ways, plus their text
	maxSize  = 4 << 20 // bytes of a schema, given or returned
	maxParts = 1 << 10 // targets of references, one per set of places
	maxNotes = 1 << 6
)

// Result is a narrowed schema.
type Result struct {
	Schema []byte // never empty
	Notes  []Note // at most 64, in the order of the walk
	Same   bool   // neither values nor the schema change
	None   bool   // no member that the schema names stays
}

// Schema narrows a schema to the values after shaping in any of the ways. An invalid schema
// becomes {}.
func Schema(schema []byte, ways []Way) Result {
	w := newWalker(schema)
	defer w.release()
	if schema = w.root; !w.isSchema(schema) || len(ways) == 0 {
		return Result{Schema: []byte(`{}`), Notes: []Note{{What: "no schema that can be read"}}}
	}
	var all places // of the root
	for i, way := range ways {
		p := place{way: i, plan: way.Plan, loose: way.Loose}
		all = append(all, p.at(way.Plan.Mask.Root()))
	}
	if all.areUntouched() {
		return Result{Schema: bytes.Clone(schema), Same: true} // the caller owns its bytes
	}
	n := w.narrowValue(at{schema: schema}, all)
	out := w.withParts(n.text)
	if len(out) > maxSize || w.steps < 0 {
		w.note("", "too large to be narrowed: replaced by its type")
		out = typed(w.typesOf(schema, maxDepth))
	}
	return Result{Schema: bytes.Clone(out), Notes: w.notes, None: n.none}
}

// isSchema reports whether a text is an object, true or false.
func (w *walker) isSchema(text []byte) bool {
	if len(text) == 0 || len(text) > maxSize || scan.Check(text, scan.Limits{}, false) != nil {
		return false
	}
	return typeOf(text)&(object|boolean) != 0
}

// memories holds the memory of released walkers.
var memories = sync.Pool{New: func() any { return new(memory) }}

// newWalker returns a walker for a schema. Release it after use.
func newWalker(schema []byte) *walker {
	return &walker{memory: memories.Get().(*memory), root: bytes.TrimSpace(schema), steps: maxSteps, states: map[*fieldmask.State]int{},
		loses: map[string]bool{}, parts: map[part]*namedPart{}, targets: map[string][]byte{}}
}

// memory is reused from one schema to the next.
type memory struct {
	skip scan.Skipper
	room []member     // the members of all objects
	text []byte       // the schemas in the output
	free []*subschema // unused
}

// mostMemory bounds the bytes of a kept memory.
const mostMemory = 1 << 20

// release returns the memory of the walker to the pool. Do not use anything that the walker
// read or wrote after this call.
func (w *walker) release() {
	m := w.memory
	w.memory = nil
	if cap(m.room)*roomOfMember+cap(m.text) <= mostMemory && len(m.free) <= mostFree {
		clear(m.room[:cap(m.room)])
		m.room, m.text = m.room[:0], m.text[:0]
		memories.Put(m)
	}
}

const (
	roomOfMember = 32 // approximate bytes
	mostFree     = maxDepth
	mostNames    = 1 << 8 // in a reused subschema
)

// reserve returns an empty slice with capacity for size bytes.
func (m *memory) reserve(size int) []byte {
	if cap(m.text)-len(m.text) < size {
		m.text = make([]byte, 0, max(2*cap(m.text), size, 1<<12))
	}
	from := len(m.text)
	m.text = m.text[:from+size]
	return m.text[from : from : from+size]
}

// newSubschema returns an empty subschema.
func (w *walker) newSubschema() *subschema {
	n := len(w.free)
	if n == 0 {
		return &subschema{walker: w, new: map[string][]byte{}, gone: map[string]bool{}, named: membersOf{text: map[string][]byte{}, stays: map[string]bool{}}}
	}
	p := w.free[n-1]
	w.free, p.walker = w.free[:n-1], w
	return p
}

// done empties a subschema and keeps it for reuse, unless its maps are large.
func (w *walker) done(p *subschema) {
	if len(p.named.stays)+len(p.named.text) > mostNames {
		return
	}
	clear(p.new)
	clear(p.gone)
	clear(p.named.text)
	clear(p.named.stays)
	named := membersOf{text: p.named.text, shown: p.named.shown[:0], stays: p.named.stays}
	*p = subschema{new: p.new, gone: p.gone, named: named}
	w.free = append(w.free, p)
}

// walker narrows one schema.
type walker struct {
	*memory
	last   members // the last object read
	root   []byte
	legacy *bool
	steps  int // steps left
	notes  []Note
	states map[*fieldmask.State]int
	loses  map[string]bool     // by the key of places: whether a member without a name may go
	parts  map[part]*namedPart // the targets of references
	order  []*namedPart        // the parts in the order of their first reference
	here   []*namedPart        // the parts being narrowed for one value
	// targets caches resolved references.
	targets map[string][]byte
}

// part is the target of a reference from a set of places.
type part struct {
	pointer, places string
}

// namedPart is a narrowed part. It is empty until the part is done.
type namedPart struct {
	name string
	narrowed
}

// at is a schema at a position in the original schema.
type at struct {
	schema  []byte
	pointer string
	depth   int
}

func (a at) below(value []byte, path ...string) at {
	return at{value, a.pointer + words.Pointer(path...), a.depth + 1}
}

// nth returns the position of a schema in a list.
func (a at) nth(value []byte, keyword string, i int) at {
	return a.below(value, keyword, strconv.Itoa(i))
}

// narrowed is a narrowed schema with facts about its values.
type narrowed struct {
	text  []byte
	full  bool // a container always keeps some content
	bare  bool // an object never keeps content
	none  bool // no member that the schema names stays
	types types
}

func (w *walker) note(pointer, what string) {
	n := Note{pointer, what}
	if len(w.notes) < maxNotes && !slices.Contains(w.notes, n) {
		w.notes = append(w.notes, n)
	}
}

// spend uses up steps, and reports whether enough were left.
func (w *walker) spend(steps int) bool {
	w.steps -= steps
	return w.steps >= 0
}

// narrowValue narrows a schema for values at places. The values must not be gone at any of
// them.
func (w *walker) narrowValue(a at, all places) narrowed {
	around := w.here
	w.here = nil
	n := w.narrowBeside(a, all)
	w.here = around
	if all.any(place.mayBeBeside) && w.isBeside(a, all) {
		w.note(a.pointer, "a name beside it may hide it: any value may stand here")
		return narrowed{text: []byte("true"), types: anyType}
	}
	if all.any(place.redacts) {
		w.note(a.pointer, "redacted: a string may stand in its place")
		n.text, n.types = anyOf(n.text, []byte(`{"type":"string"}`)), n.types|text
	}
	return n
}

// isBeside reports whether a name beside a value may hide it or its parts.
func (w *walker) isBeside(a at, all places) bool {
	of, elements := w.typesOf(a.schema, maxDepth), w.elementTypes(a.schema)
	return all.any(func(p place) bool { return p.isBeside(of, elements) })
}

// elementTypes returns the types of array elements as far as the schema states them.
func (w *walker) elementTypes(schema []byte) types {
	s, ok := w.readObject(schema)
	if !ok {
		return 0
	}
	if s.keyword("prefixItems") != nil || s.keyword("items") != nil && typeOf(s.keyword("items")) == array {
		return anyType
	}
	if items := s.keyword("items"); items != nil {
		return w.typesOf(items, maxDepth)
	}
	return 0
}

// narrowBeside narrows one of several schemas for the same value. Unlike [walker.narrowValue],
// it does not allow for a replaced value; the caller does.
func (w *walker) narrowBeside(a at, all places) narrowed {
	of := w.typesOf(a.schema, maxDepth)
	s, ok := w.readObject(a.schema)
	switch {
	case !ok:
		return narrowed{text: a.schema, types: of} // true, false, or an invalid schema
	case a.depth > maxDepth || !w.spend(1+len(all)):
		w.note(a.pointer, "too deep to be narrowed: replaced by its type")
		return narrowed{text: typed(of), types: of}
	}
	p := w.newSubschema()
	p.at, p.read, p.all, p.of = a, s, all, of
	n := p.narrow()
	w.done(p)
	return n
}

// anyOf returns a schema that accepts the values of each schema.
func anyOf(schemas ...[]byte) []byte {
	var list writer
	for _, s := range schemas {
		list.element(s)
	}
	var out writer
	out.member("anyOf", list.array())
	return out.object()
}

// typed returns a schema with only a type.
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
