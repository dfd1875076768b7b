package shaper

import (
	"context"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// A budget is held to once, for the whole response as the caller gets it, with its notes
// and whatever the dialect adds. A response that is within it is one that was shaped
// without: nothing but its size is looked at. A larger response is shaped again from its
// body under the bounds that a search tries (GUARANTEES, budgets).

// Fit tells how a response came to be within its budget. It is the zero Fit where there
// is none.
type Fit struct {
	Counter string // of the tokens; "" where none were counted: there is no limit of them, or they are surely fewer
	// Before and After are the sizes without the budget and with it: bytes of all of the
	// response, tokens of what the client shows.
	Before, After Size
	// Steps are those of the ladder that took something beyond the rules, in their order: repeats
	// and columns (which took nothing but bytes), low_priority, strings, items, summary, references; or
	// refused, where the contract of the envelope has an answer that
	// says so, and on_over asks for it.
	Steps []string
	// Over tells that no candidate fits. The response is then the smallest one that the
	// search found.
	Over bool
}

// IsThere reports whether the response has a budget.
func (f Fit) IsThere() bool { return f.Before.Bytes > 0 }

// budgeted is [Engine.held] for a response that may have a budget, and of which what is
// left out may be kept.
func (e *Engine) budgeted(ctx context.Context, m *memory, req *Request, dst []byte, report *Report) ([]byte, error) {
	plans := m.within.outer.plans
	out, err := e.held(m, dst, report)
	limit := req.limit(m.within.limit)
	if err != nil || report.Unshaped != nil || m.within.by.Resolved.Off {
		return out, err
	}
	out = m.spoken(req, out, len(dst), report)
	desk := e.deskOf(req)
	if desk == nil {
		out = m.noted(req, nil, out, len(dst), report)
	}
	if desk == nil && !isChecked(limit) {
		return out, nil
	}
	scale, err := e.scale(limit, req.Reads)
	if err != nil {
		return out, err
	}
	before, fits := scale.weigh(out[len(dst):])
	report.Fit = scale.fitOf(before)
	isDone := fits && !report.isToKeep(desk)
	if isDone && !m.within.canWarn(limit) {
		return out, nil
	}
	l := ladder{scale: scale, engine: e, memory: m, plans: plans, found: m.findings()}
	switch {
	case isDone:
		return warn(*req, out, len(dst), l, report)
	case !fits && limit.Refuses():
		return e.refused(m, scale, dst, out, report)
	case desk != nil:
		l.desk, l.dst = desk, out[:len(dst)]
		return l.kept(ctx, *req, out[len(dst):], report)
	}
	return climb(*req, dst, l, report)
}

// isChecked reports whether a budget bounds something, or names a counter that the engine
// must have.
func isChecked(b profiles.Budget) bool { return b.IsThere() || b.Counter != "" }

// limit is the budget of a response, of which the configuration says something, too.
func (r *Request) limit(configured profiles.Budget) profiles.Budget {
	if r.HidingOnly || r.Budget == (profiles.Budget{}) {
		return configured
	}
	return configured.And(r.Budget)
}

// refused is what stands in the place of a response that is too large, which is out from
// dst on: the answer that its contract has for that, or else an error.
func (e *Engine) refused(m *memory, s scale, dst, out []byte, report *Report) ([]byte, error) {
	before := report.Fit.Before
	x, ok := m.within.by.Dialect.(envelope.TokenTeller)
	if !ok || !s.overTokens(before) {
		return dst, s.refusal(before)
	}
	doc, err := envelope.Open(out[len(dst):], envelope.Limits(e.limits))
	if err != nil {
		return dst, err
	}
	answer := x.OverLimit(doc, report.Mode, before.Tokens, s.limit.MaxTokens)
	report.BytesOut, report.Fit.After, report.Fit.Steps = len(answer), s.measured(answer), []string{"refused"}
	return append(dst, answer...), nil
}
