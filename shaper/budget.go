package shaper

import (
	"context"
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// A budget is held to once, for the whole response as the caller gets it, with its notes
// and whatever the dialect adds. A response that is within it is one that was shaped
// without: nothing but its size is looked at. One that is not is shaped anew from its
// body, each time tighter, both halves of a result alike (GUARANTEES, budgets).

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
	// Over tells that the response is larger than its budget all the same: no step
	// takes more.
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
	if err != nil || report.Unshaped != nil {
		return out, err
	}
	out = m.spoken(req, out, len(dst), report)
	desk := e.deskOf(req)
	if desk == nil {
		out = m.noted(req, nil, out, len(dst), report)
	}
	if !limit.IsThere() && desk == nil && limit.Counter == "" {
		return out, nil
	}
	scale, err := e.scale(limit, req.Reads)
	if err != nil {
		return out, err
	}
	before, fits := scale.weigh(out[len(dst):])
	if limit.IsThere() {
		report.Fit = Fit{Counter: scale.label(before), Before: before, After: before}
	}
	if fits && (desk == nil || !report.isShortened()) {
		return out, nil
	}
	if !fits && limit.Refuses() {
		return e.refused(m, scale, dst, out, report)
	}
	l := ladder{scale: scale, engine: e, memory: m, plans: plans}
	if desk != nil {
		l.desk, l.dst = desk, out[:len(dst)]
		return l.kept(ctx, *req, out[len(dst):], report)
	}
	return climb(*req, dst, l, report)
}

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
	x, ok := m.within.by.Dialect.(envelope.OverLimiter)
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

// ladder makes one response smaller, step by step.
type ladder struct {
	scale
	engine *Engine
	memory *memory
	plans  *plan.Cache // of the configuration under which it was shaped first
	req    *Request
	dst    []byte
	desk   *archive.Desk
	at     *envelope.Kept // where the response is kept; nil is nowhere
}

// climb is [ladder.climb] for a request of which nobody else keeps the address, so that
// those within their budget take no memory.
func climb(req Request, dst []byte, l ladder, report *Report) ([]byte, error) {
	l.req, l.dst = &req, dst
	return l.climb(report)
}

// climb finds the first rung on which the response fits, and shapes it there. Which rungs
// fit need not be in order, but a larger budget fits on each rung on which a smaller one
// does, so that halving ends no later for it: it never keeps less.
func (l *ladder) climb(report *Report) ([]byte, error) {
	whole := report.Fit.Before
	rungs := l.rungs(whole.Bytes)
	first, behind := 0, len(rungs)
	for first < behind {
		middle := (first + behind) / 2
		if s, err := l.try(rungs[middle], new(Report)); err == nil && l.fits(l.size(s[len(l.dst):])) {
			behind = middle
		} else {
			first = middle + 1
		}
	}
	over := first == len(rungs)
	if over {
		rungs = append([]rung{{}}, rungs...)
		first = len(rungs) - 1
	}
	out, err := l.shape(rungs[first], report)
	if err == nil && over && report.Fit.After.Bytes >= whole.Bytes { // for the notes on what it took
		out, err = l.untaken(report)
	}
	if err == nil {
		report.Fit.Counter, report.Fit.Before, report.Fit.Over = l.label(whole), whole, over
	}
	return out, err
}

// untaken is the response of which no rung takes anything. It is kept nowhere, unless its
// rules cut it themselves.
func (l *ladder) untaken(report *Report) ([]byte, error) {
	at := l.at
	l.at = nil
	out, err := l.shape(rung{}, report)
	if err == nil && at != nil && report.isShortened() {
		l.at = at
		return l.shape(rung{}, report)
	}
	return out, err
}

// shape shapes the response on a rung, and reports it.
func (l *ladder) shape(r rung, report *Report) ([]byte, error) {
	*report = Report{}
	out, err := l.try(r, report)
	if err != nil {
		return out, err
	}
	report.Fit = Fit{After: l.measured(out[len(l.dst):])}
	step := func(name string, where bool) {
		if where {
			report.Fit.Steps = append(report.Fit.Steps, name)
		}
	}
	took := l.memory.within.took
	step("repeats", report.Repeated > 0)
	step("columns", report.Folded > 0)
	step("low_priority", took.low > 0)
	step("strings", took.strings > 0)
	step("items", (r.Items > 0 || took.outlined == 0) && slices.ContainsFunc(report.Cut, func(c Cut) bool { return c.Over }))
	step("summary", took.outlined > 0 && !r.refers)
	step("references", took.outlined > 0 && r.refers)
	return out, nil
}

// try shapes the response on a rung.
func (l *ladder) try(r rung, report *Report) ([]byte, error) {
	l.memory.within = within{}
	d := l.engine.document(l.memory, l.req, nil)
	d.plans = l.plans
	if r != (rung{}) {
		d.rung = &r
	}
	out, err := l.engine.held(l.memory, l.dst, report)
	if err == nil && r.outline && l.memory.within.took.outlined == 0 && r.items > 0 {
		*report = Report{}
		return l.try(rung{Tight: pass.Tight{Low: r.Low, Chars: r.Chars, Items: r.items}}, report)
	}
	if err == nil {
		out = l.memory.spoken(l.req, out, len(l.dst), report)
		out = l.told(out, report)
	}
	return out, err
}

// rung is how tight a response is made.
type rung struct {
	pass.Tight
	outline bool // of the payload nothing is left but what it holds
	refers  bool // and not even that, but its identifiers
	items   int  // that lists keep where nothing is outlined: never more than before
}

const (
	longString  = 200 // code points that a string keeps before arrays lose anything
	shortString = 16  // that it keeps always
)

// rungs are those that the schema admits, each a little tighter than the one before: what
// has a low priority goes, long strings lose their ends, then arrays, then all strings,
// and then the payload is outlined; last, where all of it can be had, its identifiers stand
// for it. They depend on the response and on nothing else.
func (l *ladder) rungs(size int) (all []rung) {
	var t pass.Tight
	add := func() { all = append(all, rung{Tight: t}) }
	if l.admits(rung{Tight: pass.Tight{Low: true}}) {
		t.Low = true
		add()
	}
	texts := l.admits(rung{Tight: pass.Tight{Chars: shortString}})
	if texts {
		for t.Chars = size; t.Chars > longString; {
			t.Chars = max(t.Chars*4/5, longString)
			add()
		}
	}
	if l.admits(rung{Tight: pass.Tight{Items: 1}}) {
		for t.Items = max(size/2, 2); t.Items > 1; {
			t.Items = t.Items * 4 / 5
			add()
		}
	}
	for texts && t.Chars > shortString {
		t.Chars = max(t.Chars*4/5, shortString)
		add()
	}
	items := t.Items
	t.Items = 0 // an outline tells of lists by their sizes
	for _, last := range []rung{{t, true, false, items}, {t, true, true, items}} {
		if (l.at != nil || !last.refers) && l.admits(last) {
			all = append(all, last)
		}
	}
	return all
}

// admits reports whether what a rung takes is nothing that the caller was told to find.
func (l *ladder) admits(r rung) bool {
	if l.req.Schema == nil {
		return true
	}
	var report Report
	_, err := l.try(r, &report)
	return err == nil && !report.SteppedBack
}
