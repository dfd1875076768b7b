package shaper

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/columns"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/repeats"
)

// A table says what the list does in whose place it stands, and a reference what the value
// does to which it leads, so that they come last, when all that is to go is gone, and go
// first where a document comes again: no rule ever sees one (GUARANTEES, tables).
// References come before tables, and lead through the lists that those stand for.

// Unfold returns a response with the lists in the places of the tables that columns made
// of them, and the values in the places of references to them, in the texts of a tool
// result as well, and without white space; one without either as it is. The error is an
// [*Error] where the body is no JSON, or larger than 1 GiB once it is unfolded.
func Unfold(body []byte) ([]byte, error) {
	out, err := unfolded(body, scan.Limits{})
	if err != nil {
		return nil, bodyError(err)
	}
	return out, nil
}

func unfolded(body []byte, lim scan.Limits) ([]byte, error) {
	out, err := columns.Expand(body, lim)
	if err != nil {
		return body, err
	}
	return repeats.Expand(out, lim)
}

// fitUnfolded is [memory.fit] for the document of m, which is in to the pass, once it is
// unfolded. That is tried where a pass saw a mark or a fault, which may not be one of what
// is unfolded, and where somebody wants to know what is decided before there is one.
func (m *memory) fitUnfolded(in *pass.Doc, dst []byte, done *pass.Outcome) (*plan.Plan, error) {
	d := &m.within.outer
	if d.journal != nil {
		if _, err := d.unfold(in); err != nil {
			return nil, err
		}
	}
	p, err := m.fit(d, in, dst, done)
	if err == nil && !done.Told.Marked {
		return p, nil
	}
	found, large := d.unfold(in)
	if large != nil {
		return nil, large
	}
	if found {
		return m.fit(m.within.start(), in, dst, done)
	}
	if err != nil {
		return p, err
	}
	m.within.marked = d.more
	return p, nil
}

// unfold unfolds what an earlier look has folded, once, and reports whether there was
// anything. What is no JSON is for the pass to tell.
func (d *document) unfold(in *pass.Doc) (found bool, err error) {
	if d.more || d.unfolded { // inside one that is unfolded
		return false, nil
	}
	d.unfolded = true
	out, err := unfolded(d.body, in.Limits)
	if fault, ok := err.(*scan.Error); ok && fault.Kind == scan.KindSize {
		return false, err
	}
	if len(d.body) == 0 || &out[0] == &d.body[0] {
		return false, nil
	}
	d.body, d.grew = out, d.grew+len(out)-len(d.body)
	in.Body = d.body
	return true, nil
}

// recast says in another way what the payload of a document holds that was shaped and
// begins at start. The facts of failures stay as they are, and so does what somebody was
// told.
func (e *Engine) recast(done *pass.Outcome, start int, p *plan.Plan, d *document) {
	if p.IsError {
		return
	}
	if d.rung != nil && d.rung.outline && !d.call.Quiet {
		outlined(done, start, p.Dialect.Layout(), d.rung.refers)
	}
	if p.Resolved.Recasts() && d.told == nil {
		e.fold(done, start, p, d)
	}
}

// fold folds the payload of a document that was shaped and begins at start, where that
// is smaller: in the tokens that a budget counts, and else in bytes. Documents inside
// have their own.
func (e *Engine) fold(done *pass.Outcome, start int, p *plan.Plan, d *document) {
	f := folding{size: func(text []byte) int { return len(text) }, columns: p.Resolved.Columns}
	if limit := p.Resolved.Budget.And(d.budget); limit.MaxTokens > 0 {
		counter, err := e.counter(limit.Counter)
		if err != nil {
			return // of which the budget tells
		}
		f.size = counter.Count
	}
	f.depth = e.limits.Depth - max(d.depth, around) - around
	layout := p.Dialect.Layout()
	for _, path := range layout.Payload {
		at := payload(done.Out, start, path, layout)
		value := done.Out[at.Start:at.End]
		best := f.tables(folded{text: value})
		if p.Resolved.Repeats {
			best = f.smaller(best, f.tables(f.references(value)))
		}
		if best.tables+best.references > 0 {
			done.Fold(at, best.text, best.tables, best.references)
		}
	}
}

// folding is how a payload is folded.
type folding struct {
	size    func(text []byte) int
	columns bool
	depth   int // of what comes of it
}

// folded is what has become of one.
type folded struct {
	text               []byte
	tables, references int
}

// smaller is a way to say the same, or another one that is smaller.
func (f *folding) smaller(x, y folded) folded {
	if len(x.text) != len(y.text) && f.size(y.text) < f.size(x.text) {
		return y
	}
	return x
}

// references says once what a value holds several times; but not what was folded in it, in
// strings, which is smaller once it is unfolded.
func (f *folding) references(value []byte) folded {
	if columns.Marked(value) {
		return folded{text: value}
	}
	text, references := repeats.Fold(value)
	return f.smaller(folded{text: value}, folded{text: text, references: references})
}

func (f *folding) tables(x folded) folded {
	if !f.columns {
		return x
	}
	text, tables := columns.Fold(x.text, f.depth)
	return f.smaller(x, folded{text, tables, x.references})
}
