package pipeline

import (
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Explanation is a shaped response with access to its decisions.
type Explanation struct {
	Body    []byte
	Facts   Facts
	Counter tokens.Counter // of the budget
	// Replay reports the decisions of the rules to a receiver. It shapes the response once more,
	// into room. It is nil if there were no decisions.
	Replay func(to *journal.Receiver, room []byte)
}

// Explain shapes a response with its journal. The body and the facts are those of [Engine.Run]
// without an archive; a budget that refuses a response is only reported.
func (e *Engine) Explain(req *Request) (x Explanation, err error) {
	mem := NewMemory()
	defer mem.Release()
	out, facts, err := e.Shape(mem, req, nil)
	x.Facts = *facts
	if err != nil {
		return x, err
	}
	var limit profiles.Budget
	if !facts.Plan.Resolved.Off {
		limit = facts.limits.budget.And(req.Budget)
	}
	if x.Counter, err = e.counter(limit.Counter); err != nil || facts.Unshaped != nil {
		return x, err
	}
	x.Replay = e.replay(mem.inner.outer)
	if len(facts.Plan.Resolved.TextAs) > 0 {
		if req, out, facts, err = e.writeShorter(mem, req, nil, out, facts); err != nil {
			return x, err
		}
	}
	out = annotateCuts(req, nil, facts, out, 0)
	x.Body, x.Facts = out, *facts
	if !limit.IsThere() || req.Call.Quiet {
		return x, nil
	}
	scale := budget.Scale{Counter: x.Counter, Limit: limit, Reads: req.Reads}
	before, fits := scale.Weigh(out)
	facts.Fit = Fit{Counter: scale.Label(before), Before: before, After: before, Over: !fits}
	x.Facts = *facts
	if !fits && limit.Refuses() {
		return x, nil
	}
	unjournaled := *req
	unjournaled.Journal, unjournaled.Archive = nil, nil
	f := e.fitter(mem, unjournaled, scale, nil)
	if fits {
		out, facts, err = f.warn(out, facts)
	} else {
		out, facts, err = f.fit(facts)
	}
	if err != nil {
		return x, err
	}
	masks := x.Facts.Masks
	x.Body, x.Facts = out, *facts
	x.Facts.Masks = masks
	return x, nil
}

// replay returns a function that reports the decisions for a document with a rehearsal.
func (e *Engine) replay(d document) func(to *journal.Receiver, room []byte) {
	d.hidden, d.attempt.isSettled, d.attempt.plan = nil, true, nil
	return func(to *journal.Receiver, room []byte) {
		mem := NewMemory()
		defer mem.Release()
		again := mem.inner.begin(e)
		*again = d
		d.journal.Report(to)
		_, _ = e.choose(mem, again, room) // it was shaped before: nothing can go wrong
	}
}
