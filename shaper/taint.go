package shaper

import (
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// A string that privacy or a tier takes out of a response is hidden in every other string
// of it (GUARANTEES, taint). The first look collects such strings. If the output may hold
// one of them, the response is shaped again from its body, under a plan that replaces them
// as a privacy pattern would: before anything is cut, and in both halves.

// Tainted counts values that a rule hid in one place of a response.
type Tainted struct {
	// Values were found in other strings of the response as well, and were hidden there.
	Values int
	// Beyond were not looked for: there were over 4,096 values, they had
	// over 1 MiB, or one had over 64 KiB.
	Beyond int
}

// shape appends the shaped document of m to dst; where report.Unshaped is set it
// appends nothing. The error is a [*scan.Error] where the text is at fault.
func (e *Engine) shape(m *memory, dst []byte, report *Report) ([]byte, error) {
	d := &m.within.outer
	if d.level > 0 {
		return e.shapeOnce(m, dst, report)
	}
	if d.hidden != nil {
		d.hidden.Reset()
		d.taint = nil
	}
	out, err := e.shapeOnce(m, dst, report)
	if err != nil || report.Unshaped != nil {
		return out, err
	}
	frequent := d.frequent()
	defer func() { report.Frequent = frequent }()
	if p := m.within.by; d.hidden != nil && p.Taints() && (p.Chooses() || len(d.call.Exclude) > 0) {
		e.collectHidden(m, d)
	}
	if d.hidden != nil && !d.hidden.IsEmpty() {
		set := d.hidden.Set(len(out) - len(dst))
		if report.Tainted = (Tainted{Beyond: set.Beyond()}); !m.mayShow(set, report, out[len(dst):]) {
			return out, nil
		}
		d.taint = set
		d.journal.Restart()
		if out, err = e.shapeOnce(m, out[:len(dst)], report); err != nil {
			return dst, err
		}
	}
	if d.taint != nil {
		report.Tainted = Tainted{Values: d.taint.Found(), Beyond: d.taint.Beyond()}
	}
	return out, nil
}

// frequent returns the names that hid more values than go without a notice.
func (d *document) frequent() (all []Frequent) {
	if d.hidden == nil {
		return nil
	}
	names, counts := d.hidden.Met.Names(FrequentHits)
	for i, name := range names {
		all = append(all, Frequent{name, counts[i]})
	}
	return all
}

// findings tells which hidden values are looked for in a response: nil if none of them stands
// elsewhere in it.
type findings struct{ taint *taint.Set }

// findings returns those of the response that was shaped last. A rung of a budget shows no
// more than that, so it needs no search of its own. It returns nil if a schema may make a
// rung show more.
func (m *memory) findings() *findings {
	if d := &m.within.outer; d.told == nil {
		return &findings{d.taint}
	}
	return nil
}

// mayShow reports whether a response, shaped as out, may show one of the hidden values. A
// value that was cut is not recognised, so a response that was cut may.
func (m *memory) mayShow(hidden *taint.Set, report *Report, out []byte) bool {
	if hidden.IsEmpty() {
		return false // all of them were too many, or too long
	}
	isCut := report.isShortened() || len(m.within.by.Resolved.Derive) > 0 || m.within.took.outlined > 0
	return isCut || hidden.Covers() || hidden.MayHold(out)
}

// collectHidden collects the hidden values of a response in the parts of it that an include
// list, a limit or a call's exclude left out: a caller that narrows a response must not see
// more of the rest.
func (e *Engine) collectHidden(m *memory, d *document) {
	again := m.nested()
	defer again.forget()
	next := again.within.begin(e, again)
	*next = *d
	next.call.Private, next.shared, next.again = true, true, true
	next.more, next.journal, next.told, next.rung = false, nil, nil, nil
	var report Report
	out, err := e.shapeOnce(again, again.out.Ready(len(d.body)), &report)
	if err == nil {
		again.out.Text = out
	}
}

// tainted returns the plan under which the document is shaped.
func (d *document) tainted(p *plan.Plan) *plan.Plan {
	if d.taint == nil || p.Hiding == nil {
		return p
	}
	return p.Tainted(d.taint)
}
