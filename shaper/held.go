package shaper

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper/internal/pass"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Where a caller was told what the payload of a tool is, its responses are held to
// that: the payload is what a response has in structuredContent, or all of it where
// nothing is around it. What narrowing has proved is not looked at again.

// held is [Engine.shape] for a response of which the caller may have been told what it
// is. Where it would not be that, comfort rules step back; where what is left to hide
// makes it something else, it is an error.
func (e *Engine) held(m *memory, dst []byte, report *Report) ([]byte, error) {
	out, err := e.fitted(m, dst, report)
	if err == nil && m.within.unfit {
		m.within.outer.call.Quiet = true
		*report = Report{SteppedBack: true}
		out, err = e.fitted(m, dst, report)
	}
	if plans := e.planCache(); err == nil && m.isStale(plans) && report.Unshaped == nil {
		return e.renewed(m, plans, out, len(dst), report)
	}
	if err == nil && m.within.unfit {
		return dst, &Error{Reason: "schema", Err: errUnfit}
	}
	return out, err
}

// isStale reports whether the caller was told what it was by a configuration that is no
// longer in force.
func (m *memory) isStale(plans *plan.Cache) bool {
	told := m.within.outer.told
	return told != nil && told.plans.Set() != plans.Set()
}

// renewed hides of a response, which is out from start on and was shaped as the caller
// was told, what the configuration in force hides besides: what that newly shows waits
// until the caller was told.
func (e *Engine) renewed(m *memory, plans *plan.Cache, out []byte, start int, report *Report) ([]byte, error) {
	d := &m.within.outer
	d.plans, d.call.Quiet, d.body = plans, true, slices.Clone(out[start:])
	read, stepped := report.BytesIn, report.SteppedBack
	*report = Report{}
	out, err := e.fitted(m, out[:start], report)
	report.BytesIn, report.SteppedBack = read, stepped
	if err == nil && m.within.unfit {
		return out[:start], &Error{Reason: "schema", Err: errUnfit}
	}
	return out, err
}

// fitted shapes a response, and notes whether its payload fits.
func (e *Engine) fitted(m *memory, dst []byte, report *Report) ([]byte, error) {
	out, err := e.shape(m, dst, report)
	d := &m.within.outer
	if err != nil || d.told == nil || report.Unshaped != nil || m.within.by.Dialect.Layout().Carries() {
		return out, err
	}
	if d.told.Whole && !d.call.Open { // nothing is around the payload, which shows only now
		d.call.Open = true
		*report = Report{SteppedBack: report.SteppedBack}
		return e.fitted(m, dst, report)
	}
	m.within.unfit = !d.fits(m.within.by, out[len(dst):])
	return out, nil
}

// hold notes where a payload does not fit what the caller was told.
func (w *within) hold(in *pass.Inside, by *plan.Plan, out []byte) {
	told := w.outer.told
	if told != nil && in.More && !in.Apart && w.outer.level == 0 && !w.outer.fits(by, out) {
		w.unfit = true
	}
}
