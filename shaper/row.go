package shaper

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
type row struct {
	of    *fieldmask.State // of the object
	text  []byte           // the names with their quotes; none has escapes
	steps []step
}

type step struct {
	end int              // of the name in the text, where the next one begins
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
		r.of, r.text, r.steps = s, r.text[:0], r.steps[:0]
	}
}

// start is where name i begins in the text.
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
	name := r.text[r.start(i):s.end]
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
	r.text, r.steps = r.text[:r.start(n)], r.steps[:n]
}

// add makes a name, with its quotes, the last of the row.
func (r *row) add(name []byte, to *fieldmask.State) {
	if len(r.steps) < longestRow && len(r.text)+len(name) <= widestRow {
		r.text = append(r.text, name...)
		r.steps = append(r.steps, step{end: len(r.text), to: to})
	}
}
