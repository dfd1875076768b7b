package pass

import "github.com/seed-7aa78ce4/shape/internal/scan"

// Under a plan that hides something, strings are places where JSON may stand, in
// containers too of which no rule takes a member. To copy such a container as a
// whole all the same, it is searched for a string that has to be looked into: by
// its bytes, which costs next to nothing where only excludes hide.

// isQuiet reports whether nothing in a container has to be looked into: no string
// has an escape, nor does one begin with what [hide.Hider.Looks] takes for a value.
// A container that is not quiet is walked, and so are all in it, so that no byte is
// searched twice.
func (p *Pass) isQuiet(v *value) bool {
	if p.plan.Hiding == nil || !p.plan.Hiding.Acts() {
		return true // patterns alone are asked for elsewhere
	}
	if p.plan.Hiding.Private != nil || v.start < p.ahead.loud {
		return false
	}
	end, _ := p.skip.Value(p.src, v.start, p.doc.Depth+len(p.stack), &p.doc.Limits)
	if scan.OpensInside(p.src[v.start:end]) {
		p.ahead.loud = end
		return false
	}
	return true
}
