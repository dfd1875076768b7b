package shaper

import (
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
	if err != nil || !m.within.unfit {
		return out, err
	}
	m.within.outer.call.Quiet = true
	*report = Report{SteppedBack: true}
	if out, err = e.fitted(m, dst, report); err == nil && m.within.unfit {
		return dst, &Error{Reason: "schema", Err: errUnfit}
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
	m.within.unfit = !d.told.fits(m.within.by, out[len(dst):])
	return out, nil
}

// hold notes where a payload does not fit what the caller was told.
func (w *within) hold(in *pass.Inside, by *plan.Plan, out []byte) {
	told := w.outer.told
	if told != nil && in.More && !in.Apart && w.outer.level == 0 && !told.fits(by, out) {
		w.unfit = true
	}
}
