package plan

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Tainted returns a copy of the plan that also replaces the values of a set, in each string
// that privacy patterns act on (GUARANTEES, taint). The copy serves one response. It is never
// cached. The plan must have hiding rules.
func (p *Plan) Tainted(by *taint.Set) *Plan {
	hiding := *p.Hiding
	hiding.taint = by
	tainted := &Plan{decided: p.decided}
	tainted.Hiding = &hiding
	return tainted
}

// Censors reports whether patterns, detectors or hidden values act on strings.
func (p *Plan) Censors() bool { return p.Hiding != nil && p.Hiding.Censors() }

// Taints reports whether the engine must search other strings for values that the plan hides.
func (p *Plan) Taints() bool {
	return p.Hiding != nil && p.Hiding.Private != nil && p.Hiding.taint == nil
}

// Chooses reports whether an include list, omit_fields or a limit of a list drops values.
// Hidden values in them go unseen.
func (p *Plan) Chooses() bool {
	r := p.Resolved
	return len(r.Include)+len(r.Omit)+len(r.Limits)+r.MaxItems > 0 ||
		slices.ContainsFunc(r.Shorten, func(s profiles.Shortened) bool { return s.Items > 0 })
}

// tainted is the origin of a decision about a hidden value found in another string.
var tainted = &profiles.Pattern{Origin: profiles.Origin{Pointer: "/privacy"}}
