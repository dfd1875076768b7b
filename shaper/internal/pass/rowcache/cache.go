// Package rowcache remembers the names of one object for the next object at the same place.
//
// The objects of a list mostly have equal members in equal order. So have the results of one
// tool. A [Row] holds the names of an object, the mask state of each member, and the decision
// for its value. While an object repeats its row, the pass only compares names. It does not
// scan them, look them up in the mask, or check them for duplicates.
//
//	[{"id":1,"name":"a"},   the row becomes  "id":,"name":
//	 {"id":2,"name":"b"},   both names match
//	 {"id":3,"owner":"c"}]  "owner" differs: the row is cut to "id"
package rowcache

import (
	"encoding/binary"
	"unsafe"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// Cache holds the rows of containers in bounded memory. They form trees: a container at a
// [Step] has its row in that step, any other container has its row at its depth. At most one
// open container uses a row. It points to the row, so rows never move.
type Cache struct {
	atDepth [32]similar
	taken   int // bytes, estimated
	served  int // documents
}

const (
	room        = 1 << 20 // bytes of all rows
	longService = 1 << 16 // documents before the cache is emptied
)

// Tidy empties the cache before a document if it is full or served many documents. Rows keep
// the masks of old plans alive.
func (c *Cache) Tidy() {
	if c.served++; c.taken >= room || c.served >= longService {
		*c = Cache{}
	}
}

// Row returns the row for a container on terms t, with depth containers around it. A step that
// is not nil leads to the container. Row returns nil if there is no room.
func (c *Cache) Row(t *Terms, s *Step, depth int) *Row {
	var at **Row
	switch {
	case s != nil:
		at = s.slot(t.IsObject)
	case depth < len(c.atDepth):
		at = c.atDepth[depth].slot(t)
	default:
		return nil
	}
	r, before := *at, 0
	switch {
	case r != nil && r.Terms == *t:
		return r
	case r != nil:
		before = r.size()
	case c.taken >= room:
		return nil
	default:
		r = new(Row)
		*at = r
	}
	r.Terms = *t
	r.Cut(0)
	if !t.IsObject && t.State.Uniform() {
		r.lead(t.State.Element(0, 0))
	}
	c.taken += r.size() - before
	return r
}

// Add appends a name with its quotes to a row and returns its step, or nil if there is no
// room.
func (c *Cache) Add(r *Row, name []byte, to *fieldmask.State) *Step {
	if c.taken >= room || len(r.Steps) == longestRow || len(r.names)+len(name)+2 > widestRow {
		return nil
	}
	before := r.size()
	s := r.add(name, to)
	c.taken += r.size() - before
	return s
}

// similar holds the rows of one depth, since objects of several kinds may alternate there.
type similar struct {
	rows [4]*Row
	next int // to replace
}

// slot returns the field of the row on terms t, or of the row to replace.
func (s *similar) slot(t *Terms) **Row {
	for i, r := range s.rows {
		if r != nil && r.Terms == *t {
			return &s.rows[i]
		}
	}
	s.next = (s.next + 1) % len(s.rows)
	return &s.rows[s.next]
}

// Row remembers the container that was walked last at one place. The row of an object holds its
// names with a step for each. The row of an array holds one step, if its elements share a state.
type Row struct {
	Terms // of the container
	Steps []Step

	names  []byte           // compact, with colons, commas between them, and no escapes
	labels []dialects.Label // of the first names, as far as an index asked for them
}

// Step leads from a container to one of its members or to its elements.
type Step struct {
	from, end uint16           // of the name in Row.names
	At        uint32           // offset of the name in the object that is open now
	To        *fieldmask.State // of the member
	Decisions
	rows [2]*Row // of the array and of the object that stood there last

	// The first eight bytes of the name's text, padded with zeros, and the last eight bytes
	// of a longer one.
	front, back uint64
}

// slot returns the field for the row of an object or an array at the step.
func (s *Step) slot(isObject bool) **Row {
	if isObject {
		return &s.rows[1]
	}
	return &s.rows[0]
}

// Row returns the row of the object or array that stood at the step last, or nil.
func (s *Step) Row(isObject bool) *Row { return *s.slot(isObject) }

// Len returns the length of the text of the name, with its comma and colon.
func (s *Step) Len() int { return int(s.end - s.from) }

const (
	longestRow = 1 << 8  // names of a row
	widestRow  = 1 << 13 // bytes of its names
)

// add appends a name with its quotes and returns its step.
func (r *Row) add(name []byte, to *fieldmask.State) *Step {
	from := len(r.names)
	if from > 0 {
		r.names = append(r.names, ',')
	}
	r.names = append(append(r.names, name...), ':')
	s := r.lead(to)
	s.from, s.end = uint16(from), uint16(len(r.names))
	var first [8]byte
	copy(first[:], r.names[from:])
	if s.front, s.back = binary.LittleEndian.Uint64(first[:]), 0; len(r.names)-from > 8 {
		s.back = binary.LittleEndian.Uint64(r.names[len(r.names)-8:])
	}
	return s
}

// lead appends a step to a state. It keeps the rows of the step that stood there before.
func (r *Row) lead(to *fieldmask.State) *Step {
	if n := len(r.Steps); n < cap(r.Steps) {
		r.Steps = r.Steps[:n+1]
	} else {
		r.Steps = append(r.Steps, Step{})
	}
	s := &r.Steps[len(r.Steps)-1]
	s.To, s.Decisions = to, r.Decide(to)
	return s
}

// Elements returns the step of all elements of an array, or nil.
func (r *Row) Elements() *Step {
	if r == nil || r.IsObject || len(r.Steps) == 0 {
		return nil
	}
	return &r.Steps[0]
}

// size estimates the memory of the row without the rows of its steps.
func (r *Row) size() int {
	return int(unsafe.Sizeof(Row{})) + cap(r.names) + cap(r.Steps)*int(unsafe.Sizeof(Step{}))
}

// Label returns the label of name i.
func (r *Row) Label(i int) *dialects.Label {
	for n := len(r.labels); n <= i; n++ {
		name := r.name(n)
		r.labels = append(r.labels, dialects.LabelOf(name[1:len(name)-1]))
	}
	return &r.labels[i]
}

// Text returns the name of a step as compact text: comma, name, colon.
func (r *Row) Text(s *Step) []byte { return r.names[s.from:s.end] }

// Match compares src[i:] with the compact text of a name. It returns the offset of the value,
// or 0 if the text differs or src ends before the value. Texts of up to 16 bytes are compared
// without a call.
func (r *Row) Match(s *Step, src []byte, i int) (start int) {
	n, same := s.Len(), false
	switch start = i + n; {
	case start >= len(src):
		return 0
	case n <= 8 && i <= len(src)-8:
		same = (binary.LittleEndian.Uint64(src[i:])^s.front)<<(64-8*n) == 0
	case n > 8 && n <= 16:
		same = binary.LittleEndian.Uint64(src[i:]) == s.front && binary.LittleEndian.Uint64(src[start-8:]) == s.back
	default:
		same = string(src[i:start]) == string(r.names[s.from:s.end])
	}
	if !same {
		return 0
	}
	return start
}

// name returns name i with its quotes.
func (r *Row) name(i int) []byte {
	s := &r.Steps[i]
	return r.names[int(s.from)+min(i, 1) : s.end-1]
}

// Follow compares the name at src[at] with name i of the row. It returns the end of the name
// and its step, or nil if the name differs.
func (r *Row) Follow(src []byte, at, i int) (end int, s *Step) {
	if i >= len(r.Steps) {
		return at, nil
	}
	name := r.name(i)
	if end = at + len(name); end > len(src) || string(src[at:end]) != string(name) {
		return at, nil
	}
	return end, &r.Steps[i]
}

// List cuts the row to the n names that the open object repeats, and adds those to the table
// that finds duplicates.
func (r *Row) List(n int, src []byte, names *scan.Names) {
	r.Cut(n)
	for i, s := range r.Steps {
		start := int(s.At) + 1
		names.Add(src, start, start+len(r.name(i))-2, false)
	}
}

// Cut leaves n names in the row.
func (r *Row) Cut(n int) {
	r.labels = r.labels[:min(n, len(r.labels))]
	if r.Steps = r.Steps[:n]; n == 0 {
		r.names = r.names[:0]
	} else {
		r.names = r.names[:r.Steps[n-1].end]
	}
}

// Decision is the action for a value, as far as its mask state and the [Terms] of its
// container determine it.
type Decision uint8

// The order counts: values with a decision from Kept on stay.
const (
	Open      Decision = iota // the walker reads the value itself
	Dropped                   // not selected by an include list
	Excluded                  // dropped by an exclude or omit_fields
	Forbidden                 // dropped by privacy or a tier, so its strings are collected
	Kept                      // copied
	Set                       // copied, except null, a value that elision drops
	Entered                   // a container with rules inside
	Copied                    // a container without rules inside
	Elided                    // null under elision; only the value itself tells
)

// Stays reports whether the value is copied as it is.
func (d Decision) Stays() bool { return d == Kept || d == Set || d == Copied }

// Decisions holds the decision for a scalar and the decision for a container. The zero value
// is open for both.
type Decisions struct{ Scalar, Container Decision }

// Terms holds everything that decisions inside a container depend on, except the state of
// each value. Containers on equal terms share decisions, even under different plans.
type Terms struct {
	State    *fieldmask.State // of the container
	IsObject bool
	Asked    bool // each value goes to the walker
	Enter    bool // elision or a bound may act inside containers
	Nulls    bool // elision drops null members
	Looks    bool // strings inside copied containers may need redaction
	Bounded  bool // arrays have a bound on their elements
}

// Become sets the terms of a container inside one on other terms. It sets the fields one by
// one: a wide copy of fields just written would stall the processor.
func (t *Terms) Become(state *fieldmask.State, isObject bool, around *Terms) {
	t.State, t.IsObject = state, isObject
	t.Asked, t.Enter, t.Nulls, t.Looks, t.Bounded = around.Asked, around.Enter, around.Nulls, around.Looks, around.Bounded
}

// Closer returns the bracket that closes the container.
func (t *Terms) Closer() byte {
	if t.IsObject {
		return '}'
	}
	return ']'
}

// Decide returns the decisions for a value at a state. They are open for a value with a mark
// of the plan. No other place lets a value skip the checks of the walker.
func (t *Terms) Decide(to *fieldmask.State) Decisions {
	switch {
	case t.Asked || len(to.Marks()) > 0:
		return Decisions{}
	case to.Excluded() && to.Forbidden() >= 0:
		return Decisions{Forbidden, Forbidden}
	case to.Excluded() || to.Omitted():
		return Decisions{Excluded, Excluded}
	case to.Verdict() == fieldmask.Drop:
		return Decisions{Dropped, Dropped}
	}
	d := Decisions{Kept, Copied}
	switch {
	case to.Verdict() == fieldmask.Partial:
		d.Scalar = Dropped
	case t.Nulls && t.IsObject:
		d.Scalar = Set
	}
	switch {
	case t.Bounded:
		d.Container = Open
	case t.Enter || !to.Whole():
		d.Container = Entered
	case t.Looks:
		d.Container = Open
	}
	return d
}
