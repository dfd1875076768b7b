package pass

import (
	"encoding/binary"
	"unsafe"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// row remembers the container that was walked last at one place. Of an object that is
// the names of its members, the states to which these led, and what becomes of their
// values; of an array whose elements share a state, the same of them. The objects of a
// list mostly have the same members in the same order, and so have the answers of one
// tool. While an object repeats the row, its names are known to be valid and to differ,
// and are only compared: they are neither scanned, nor looked up in the mask, nor put
// into the table of names.
//
//	[{"id":1,"name":"a"},   the row becomes  "id":,"name":
//	 {"id":2,"name":"b"},   both are compared, and nothing else
//	 {"id":3,"owner":"c"}]  "owner" is another name: the row is left, cut to "id"
type row struct {
	terms        // on which the container was walked
	names []byte // as compact text has them, with colons, and commas between; without escapes
	steps []step // of the members, or one of all elements

	labels []dialects.Label // of the first members, as far as an index asked for them
}

type step struct {
	from, end uint16           // of the name among the names
	at        uint32           // of the name in the object that is open now
	to        *fieldmask.State // of the member
	fates
	rows [2]*row // of the array and of the object that stood there last

	front, back uint64 // of the name's text, as [ends] has them
}

// row is where the row is kept of an object or an array that the step leads to.
func (s *step) row(isObject bool) **row {
	if isObject {
		return &s.rows[1]
	}
	return &s.rows[0]
}

const (
	longestRow = 1 << 8  // names, and
	widestRow  = 1 << 13 // bytes of them, are remembered
)

// begin makes the row that of a container on some terms, of which nothing was read.
func (r *row) begin(t *terms) {
	r.terms = *t
	r.cut(0)
	if !t.isObject && t.state.Uniform() {
		r.lead(t.state.Element(0, 0))
	}
}

// add makes a name, with its quotes, the last of the row, and returns its step.
func (r *row) add(name []byte, to *fieldmask.State) *step {
	from := len(r.names)
	if from > 0 {
		r.names = append(r.names, ',')
	}
	r.names = append(append(r.names, name...), ':')
	s := r.lead(to)
	s.from, s.end = uint16(from), uint16(len(r.names))
	s.front, s.back = ends(r.names[from:])
	return s
}

// ends are the first eight bytes of a text, as far as it has as many, and the last eight
// of a longer one.
func ends(text []byte) (front, back uint64) {
	var first [8]byte
	if copy(first[:], text); len(text) > 8 {
		back = binary.LittleEndian.Uint64(text[len(text)-8:])
	}
	return binary.LittleEndian.Uint64(first[:]), back
}

// lead adds a step to a state. The rows of what stood there before may serve again.
func (r *row) lead(to *fieldmask.State) *step {
	if n := len(r.steps); n < cap(r.steps) {
		r.steps = r.steps[:n+1]
	} else {
		r.steps = append(r.steps, step{})
	}
	s := &r.steps[len(r.steps)-1]
	s.to, s.fates = to, r.foretell(to)
	return s
}

// isFull reports whether no other name is remembered.
func (r *row) isFull(name []byte) bool {
	return len(r.steps) == longestRow || len(r.names)+len(name)+2 > widestRow
}

// elements is the step of all elements of an array; nil where there is none.
func (r *row) elements() *step {
	if r == nil || r.isObject || len(r.steps) == 0 {
		return nil
	}
	return &r.steps[0]
}

// size is about how much memory the row takes, but for those of its steps.
func (r *row) size() int {
	return int(unsafe.Sizeof(row{})) + cap(r.names) + cap(r.steps)*int(unsafe.Sizeof(step{}))
}

// label is the label of name i.
func (r *row) label(i int) *dialects.Label {
	for n := len(r.labels); n <= i; n++ {
		name := r.name(n)
		r.labels = append(r.labels, dialects.LabelOf(name[1:len(name)-1]))
	}
	return &r.labels[i]
}

// fits returns where the value of the member begins whose name's text is at src[i]; 0 where
// that is another one, or src ends before the value. Texts of up to two words, as most
// are, are compared without a call.
func (r *row) fits(s *step, src []byte, i int) (start int) {
	n, same := int(s.end-s.from), false
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

// name is name i with its quotes.
func (r *row) name(i int) []byte {
	s := &r.steps[i]
	return r.names[int(s.from)+min(i, 1) : s.end-1]
}

// follow reads the name at src[at] as name i of the row, and returns nil where it
// is another one.
func (r *row) follow(src []byte, at, i int) (end int, s *step) {
	if i >= len(r.steps) {
		return at, nil
	}
	name := r.name(i)
	if end = at + len(name); end > len(src) || string(src[at:end]) != string(name) {
		return at, nil
	}
	return end, &r.steps[i]
}

// list cuts the row short after the n names that an object had in common with it,
// and adds them to the table that finds duplicates.
func (r *row) list(n int, src []byte, names *scan.Names) {
	r.cut(n)
	for i, s := range r.steps {
		start := int(s.at) + 1
		names.Add(src, start, start+len(r.name(i))-2, false)
	}
}

// cut leaves n names in the row.
func (r *row) cut(n int) {
	r.labels = r.labels[:min(n, len(r.labels))]
	if r.steps = r.steps[:n]; n == 0 {
		r.names = r.names[:0]
	} else {
		r.names = r.names[:r.steps[n-1].end]
	}
}
