package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// row remembers the members of the object that was walked last at one depth:
// their names, the states to which these led, and what becomes of their values.
// The objects of a list mostly have the same members in the same order, and so have
// the answers of one tool. While an object repeats the row, its names are known to
// be valid and to differ, and are only compared: they are neither scanned, nor
// looked up in the mask, nor put into the table of names.
//
//	[{"id":1,"name":"a"},   the row becomes  "id":,"name":
//	 {"id":2,"name":"b"},   both are compared, and nothing else
//	 {"id":3,"owner":"c"}]  "owner" is another name: the row is left, cut to "id"
type row struct {
	terms        // on which the object was walked
	names []byte // as compact text has them, with colons, and commas between; without escapes
	steps []step
}

type step struct {
	from, end uint16           // of the name among the names
	at        uint32           // of the same text in the object that is open now
	to        *fieldmask.State // of the member
	fates
}

const (
	longestRow = 1 << 8  // names, and
	widestRow  = 1 << 13 // bytes of them, are remembered
)

// twoRows are the rows of one depth: records often hold lists of two kinds.
type twoRows struct {
	rows [2]row
	last int // the one that was used last
}

// of is the row of the objects on some terms. Where there is none, that of others has
// to go, which was not used last.
func (two *twoRows) of(t *terms) *row {
	if two.rows[two.last].terms != *t {
		two.last = 1 - two.last
	}
	r := &two.rows[two.last]
	if r.terms != *t {
		r.terms, r.names, r.steps = *t, r.names[:0], r.steps[:0]
	}
	return r
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
		start := int(s.at) + min(i, 1) + 1
		names.Add(src, start, start+len(r.name(i))-2, false)
	}
}

// cut leaves n names in the row.
func (r *row) cut(n int) {
	if r.steps = r.steps[:n]; n == 0 {
		r.names = r.names[:0]
	} else {
		r.names = r.names[:r.steps[n-1].end]
	}
}

// add makes a name, with its quotes, the last of the row.
func (r *row) add(name []byte, to *fieldmask.State) {
	if len(r.steps) == longestRow || len(r.names)+len(name)+2 > widestRow {
		return
	}
	from := len(r.names)
	if from > 0 {
		r.names = append(r.names, ',')
	}
	r.names = append(append(r.names, name...), ':')
	r.steps = append(r.steps, step{from: uint16(from), end: uint16(len(r.names)), to: to, fates: r.fates(to)})
}
