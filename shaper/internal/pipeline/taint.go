package pipeline

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/budget"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// A string that privacy or a tier removes is also hidden in every other string of the response
// (GUARANTEES, taint). The first run collects such strings. If the output may hold one of
// them, the engine shapes the response again from its body. The plan of this second run
// replaces them like a privacy pattern: before any cut, and in both halves.

// Tainted counts values that a rule hid in one place of a response.
type Tainted struct {
	Values int // that were found in other strings as well, and hidden there
	Beyond int // that were not looked for: too many, or too long
}

// frequentHits is the number of values that a private name may hide without a notice.
const frequentHits = 1000

// hiddenValues returns the values that were hidden in a document, for texts of some bytes.
// It returns nil if there are none. An include list, a limit or a call's exclude can leave
// out a part that holds hidden values. These are collected too: a caller that narrows a
// response must not see more of the rest.
func (e *Engine) hiddenValues(m *Memory, d *document, p *plan.Plan, size int) *taint.Set {
	if p.Taints() && (p.Chooses() || len(d.call.Exclude) > 0) {
		mem := m.inner.below()
		again := mem.inner.begin(e)
		*again = *d
		again.call.Private, again.attempt.isShared, again.attempt.isSettled, again.attempt.plan, again.attempt.open = true, true, true, nil, neither
		again.place.isValue, again.journal, again.schema, again.attempt.bounds = false, nil, nil, budget.Bounds{}
		if c, err := e.choose(mem, again, mem.Out.Ready(len(d.body))); err == nil {
			mem.Out.Text = c.done.Out
		}
		mem.forget()
	}
	d.hidden.AddEncoded(d.body)
	return d.hidden.Set(size)
}

// mayShow reports whether a response, shaped as out from start on, may show one of the hidden
// values. A value that was cut is not recognised, so a response that was cut may. A text that
// quotes structuredContent shows the same values.
func (c *chosen) mayShow(hidden *taint.Set, facts *Facts, out []byte, start int) bool {
	if hidden.IsEmpty() {
		return false // all of them were too many, or too long
	}
	isCut := facts.IsCut() || len(facts.Plan.Resolved.Derive) > 0 || facts.Reported.Outlined > 0
	twin := c.done.Twin
	if len(out) != len(c.done.Out) || facts.Reported.Data > facts.Reported.Text || facts.Reported.Folded > 0 || c.plan.IsError || c.plan.Resolved.Expand {
		twin = scan.Span{Start: start, End: start} // the outcome of the pass was changed
	}
	return isCut || hidden.Covers() || hidden.MayHold(out[max(start, twin.End):]) || hidden.MayHold(out[start:max(start, twin.Start)])
}

// tainted returns the plan p with the replacement of collected values, if it hides some.
func (d *document) tainted(p *plan.Plan) *plan.Plan {
	if p.Hiding == nil {
		return p
	}
	return p.Tainted(d.attempt.taint)
}
