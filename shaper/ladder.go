package shaper

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// ladder shapes one response again under tighter bounds, until it fits its budget.
type ladder struct {
	scale
	engine *Engine
	memory *memory
	plans  *plan.Cache // of the configuration under which it was shaped first
	req    *Request
	dst    []byte
	desk   *archive.Desk
	at     *envelope.Kept // where the response is kept; nil is nowhere
	found  *findings      // of the first time; nil if each rung looks for hidden values itself
}

// rung is one set of bounds that a budget may add to the rules.
type rung struct {
	pass.Tight
	outline bool // an outline replaces the payload
	refers  int  // if not 0, this many references replace the outline
	near    bool // an envelope warns that the limit of tokens is near
}

// climb is [ladder.climb] for a copy of the request. The copy escapes to the heap; the
// request of a response that fits its budget does not.
func climb(req Request, dst []byte, l ladder, report *Report) ([]byte, error) {
	l.req, l.dst = &req, dst
	return l.climb(report)
}

// climb returns the response on the rung that [search.run] chooses. If no rung fits, it
// returns the smallest response that was found, and sets Fit.Over.
func (l *ladder) climb(report *Report) (out []byte, err error) {
	whole := report.Fit.Before
	s := l.search(whole)
	switch {
	case s.found:
		out, err = l.shape(s.best.rung, report)
	case s.tried > 0 && l.measure(s.least.size) < l.measure(whole):
		out, err = l.shape(s.least.rung, report)
	default: // the notes cost more than the cuts save
		out, err = l.untaken(report)
	}
	if err != nil {
		return out, err
	}
	report.Fit.Counter, report.Fit.Before, report.Fit.Over = l.label(whole), whole, !s.found
	return out, nil
}

// search returns a search that was run. An envelope that can warn of its limit of tokens
// warns in each candidate, unless only candidates without the warning fit.
func (l *ladder) search(whole Size) *search {
	s := newSearch(l, whole)
	if s.near = l.memory.within.canWarn(l.limit); s.near {
		if s.run(); s.found {
			return s
		}
		s = newSearch(l, whole)
	}
	s.run()
	return s
}

// untaken returns the response under its rules alone. It refers to the archive only if
// the rules themselves cut something.
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
	step("columns", report.Folded > 0)
	step("low_priority", took.low > 0)
	step("strings", took.strings > 0)
	step("items", !r.outline && report.cutsItems())
	step("summary", took.outlined > 0 && r.refers == 0)
	step("references", took.outlined > 0 && r.refers > 0)
	return out, nil
}

// cutsItems reports whether a budget shortened a list.
func (r *Report) cutsItems() bool {
	return slices.ContainsFunc(r.Cut, func(c Cut) bool { return c.Over })
}

// try shapes the response on a rung, with every note that goes out.
func (l *ladder) try(r rung, report *Report) ([]byte, error) {
	l.memory.within = within{}
	d := l.engine.document(l.memory, l.req, nil)
	d.plans = l.plans
	if l.found != nil {
		d.hidden, d.taint = nil, l.found.taint
	}
	if r != (rung{}) {
		d.rung = &r
	}
	out, err := l.engine.held(l.memory, l.dst, report)
	if err == nil {
		out = l.memory.spoken(l.req, out, len(l.dst), report)
		out = l.told(out, report)
	}
	return out, err
}
