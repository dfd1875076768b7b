package pass

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// row remembers the members of the object that was walked last at one depth:
// their names, and the states to which these led. The objects of a list mostly
// have the same members in the same order, and so have the answers of one tool.
// While an object repeats the row, its names are known to be valid and to differ,
// and are only compared: they are neither scanned, nor looked up in the mask, nor
// put into the table of names.
//
//	[{"id":1,"name":"a"},   the row becomes  "id""name"
//	 {"id":2,"name":"b"},   both are compared, and nothing else
//	 {"id":3,"owner":"c"}]  "owner" is another name: the row is left, cut to "id"
type row struct {
	of    *fieldmask.State // of the object
	names []byte           // with their quotes; none has escapes
	steps []step
}

type step struct {
	end int              // of the name among the names, where the next one begins
	at  int              // of the same name in the object that is open now
	to  *fieldmask.State // of the member
}

const (
	longestRow = 1 << 8  // names, and
	widestRow  = 1 << 13 // bytes of them, are remembered
)

// begin readies the row for an object at a state.
func (r *row) begin(s *fieldmask.State) {
	if r.of != s {
		r.of, r.names, r.steps = s, r.names[:0], r.steps[:0]
	}
}

// start is where name i begins among the names.
func (r *row) start(i int) int {
	if i == 0 {
		return 0
	}
	return r.steps[i-1].end
}

// follow reads the name at src[at] as name i of the row, and returns nil where it
// is another one.
func (r *row) follow(src []byte, at, i int) (end int, to *fieldmask.State) {
	if i >= len(r.steps) {
		return at, nil
	}
	s := &r.steps[i]
	name := r.names[r.start(i):s.end]
	if end = at + len(name); end > len(src) || string(src[at:end]) != string(name) {
		return at, nil
	}
	s.at = at
	return end, s.to
}

// leave cuts the row short after the n names that an object had in common with
// it, and adds them to the table that finds duplicates.
func (r *row) leave(n int, src []byte, names *scan.Names) {
	for i, s := range r.steps[:n] {
		length := s.end - r.start(i)
		names.Add(src, s.at+1, s.at+length-1, false)
	}
	r.names, r.steps = r.names[:r.start(n)], r.steps[:n]
}

// add makes a name, with its quotes, the last of the row.
func (r *row) add(name []byte, to *fieldmask.State) {
	if len(r.steps) < longestRow && len(r.names)+len(name) <= widestRow {
		r.names = append(r.names, name...)
		r.steps = append(r.steps, step{end: len(r.names), to: to})
	}
}
