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
		return c != 'n' && !scan.IsEmpty(p.src, v.start)
	default:
		return false
	}
}

// hide leaves out metadata that the profile does not show.
func (p *Pass) hide(f *frame, v *value) int {
	end := p.skipValue(v.start)
	f.lost()
	p.decide(f, v, end, false, unshown)
	return end
}
