package pass

import (
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// shows reports whether a value shows that has the place of metadata. It is
// metadata only where no list is around it: of
//
//	{"success":true,"data":{},"meta":{"telemetry":{}}}
//	{"success":true,"data":{},"meta":[{"telemetry":{}}]}
//
// the first one holds telemetry.
func (p *Pass) shows(v *value) bool {
	if len(p.stack) != v.acts.Steps {
		return true
	}
	switch c := p.src[v.start]; v.acts.Shows {
	case plan.WhereThere:
		return c != 'n'
	case plan.WhereSet:
		return c != 'n' && !p.isEmpty(v.start)
	default:
		return false
	}
}

// isEmpty reports whether the value at src[i] is an empty container.
func (p *Pass) isEmpty(i int) bool {
	c := p.src[i]
	if c != '{' && c != '[' {
		return false
	}
	next := scan.Space(p.src, i+1)
	return next < len(p.src) && p.src[next] == c+2 // closes what c opens
}

// hide leaves out metadata that the profile does not show.
func (p *Pass) hide(f *frame, v *value) int {
	end, _ := p.skipValue(v.start)
	f.lost()
	p.decide(f, v, end, false, unshown)
	return end
}
