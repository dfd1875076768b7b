package plan

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Tainted returns a copy of the plan under which the values of a set are replaced in each
// string that privacy patterns act on (GUARANTEES, taint). It is for one response and is
// never remembered. The plan must hide something.
func (p *Plan) Tainted(by *taint.Set) *Plan {
	hiding := *p.Hiding
	hiding.taint = by
	return &Plan{
		Resolved: p.Resolved, Dialect: p.Dialect, Mask: p.Mask, Hiding: &hiding, Elides: p.Elides, IsError: p.IsError,
		Budgeted: p.Budgeted, Paired: p.Paired, ErrorMatters: p.ErrorMatters, Notes: p.Notes, answer: p.answer, acts: p.acts, words: p.words,
	}
}

// Censors reports whether privacy patterns, or values to look for, act on strings.
func (p *Plan) Censors() bool { return p.Hiding != nil && p.Hiding.Censors() }

// Taints reports whether values that the plan hides are looked for in other strings.
func (p *Plan) Taints() bool {
	return p.Hiding != nil && p.Hiding.Private != nil && p.Hiding.taint == nil
}

// Chooses reports whether the plan leaves values out that no rule hides: by an include list,
// or by a limit of a list. Hidden values in them are not seen then.
func (p *Plan) Chooses() bool {
	r := p.Resolved
	return len(r.Include)+len(r.Limits)+r.MaxItems > 0 ||
		slices.ContainsFunc(r.Shorten, func(s profiles.Shortened) bool { return s.Items > 0 })
}

// replaceTaint puts the mark in the place of each value in a text.
func (h *Hiding) replaceTaint(text []byte) ([]byte, *profiles.Pattern) {
	text, found := h.taint.Replace(text)
	if !found {
		return text, nil
	}
	return text, tainted
}

// tainted is the rule that decisions name if a value was found in another string.
var tainted = &profiles.Pattern{Origin: profiles.Origin{Pointer: "/privacy"}}
