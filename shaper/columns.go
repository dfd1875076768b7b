package shaper

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// Unfold returns a response with a list in the place of each table, in the texts of a tool
// result as well, and without white space. A response without tables is returned as it is.
// The error is an [*Error] if the body is no JSON, or larger than 1 GiB once it is unfolded.
func Unfold(body []byte) ([]byte, error) {
	out, err := tables.Expand(body, scan.Limits{})
	if err != nil {
		return nil, bodyError(err)
	}
	return out, nil
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
	if p.Resolved.Columns && d.told == nil {
		e.fold(done, start, p, d)
	}
}

// fold folds the payload of a document that was shaped and begins at start, where that
// is smaller: in the tokens that a budget counts, and else in bytes. Documents inside
// have their own.
func (e *Engine) fold(done *pass.Outcome, start int, p *plan.Plan, d *document) {
	size := func(text []byte) int { return len(text) }
	if limit := p.Resolved.Budget.And(d.budget); limit.MaxTokens > 0 {
		counter, err := e.counter(limit.Counter)
		if err != nil {
			return // of which the budget tells
		}
		size = counter.Count
	}
	depth := e.limits.Depth - max(d.depth, around) - around
	layout := p.Dialect.Layout()
	for _, path := range layout.Payload {
		at := payload(done.Out, start, path, layout)
		value := done.Out[at.Start:at.End]
		text, tables := tables.Fold(value, depth)
		if tables > 0 && size(text) < size(value) {
			done.Fold(at, text, tables)
		}
	}
}
