package pass

import "github.com/seed-7aa78ce4/shape/shaper/internal/plan"

// Tight is what a response that is over its budget loses beside what its plan takes. It
// belongs to the pass: the plan is the same however tight the response has to be.
type Tight struct {
	Low   bool // what has a low priority goes
	Chars int  // code points that a string of the payload keeps, 0 for all
	Items int  // elements that an array of it keeps, 0 for all
}

// bind sets the bounds of a plan, and those of a budget beside them.
func (l *limited) bind(chars, items int, tight Tight) {
	l.tight = tight
	l.bounds = bounds{plan.Least(chars, tight.Chars), plan.Least(items, tight.Items)}
}

// isLow reports whether a value goes for its low priority.
func (p *Pass) isLow(v *value) bool {
	return v.acts.Are(plan.Low) && p.limited.tight.Low && !v.acts.Are(plan.Stays)
}

// leaveLow leaves a value out that has a low priority.
func (p *Pass) leaveLow(v *value) int {
	p.told.Low++
	return p.skipValue(v.start)
}
