package journal

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Cause is the reason of a decision.
type Cause struct {
	Reason  string // of [Decision]
	Rule    string // origin of a rule outside the mask
	Setting string // that decided, or ""
	Parts   bool   // the parts of the value are reported apart
}

// The reasons of masks of comfort rules that leave out a value.
const (
	Omitted     = "omitted"
	NotIncluded = "not included"
)

// Causes to remove a value that the mask would keep.
var (
	Unmatched    = Cause{Reason: "unmatched"}                   // includes selected nothing below it
	Emptied      = Cause{Reason: "emptied", Setting: "emptied"} // excludes removed all its values
	NullValue    = Cause{Reason: "elided", Setting: "exclude_null_values"}
	EmptyArray   = Cause{Reason: "elided", Setting: "exclude_empty_arrays"}
	EmptyObject  = Cause{Reason: "elided", Setting: "exclude_empty_objects"}
	DefaultValue = Cause{Reason: "elided", Setting: "exclude_default_values"}
	Unshown      = Cause{Reason: "excluded", Setting: "envelope.include"} // metadata
)

// CauseOf returns the cause for the verdict of a state.
func CauseOf(s *fieldmask.State) Cause {
	switch {
	case s.Excluded():
		return Cause{Reason: "excluded"}
	case s.Omitted():
		return Cause{Reason: Omitted}
	case s.Verdict() != fieldmask.Keep:
		return Cause{Reason: NotIncluded}
	case s.Rule() >= 0:
		return Cause{Reason: "included"}
	}
	return Cause{Reason: "kept"}
}

// Origin returns the source location of the rule, include list or setting behind a decision on
// a value at a state. isMember means that the value is a member of the root.
func (c Cause) Origin(p *plan.Plan, s *fieldmask.State, isMember bool) string {
	rule, layer := s.Rule(), s.Layer()
	if forbid := s.Forbidden(); c == Unshown && forbid >= 0 && isMember {
		// A privacy rule for any depth is named before the profile that does not show the member.
		if by := s.Mask().Rule(forbid); by.Path.Roams() && by.Origin != "" {
			return by.Origin
		}
	}
	switch {
	case c.Rule != "":
		return c.Rule
	case c.Setting != "":
		for _, d := range p.Resolved.Decisions() {
			if d.Setting == c.Setting {
				return d.Origin.String()
			}
		}
	case rule >= 0 && (c.Reason == "included" || c.Reason == "excluded" || c.Reason == Omitted):
		return s.Mask().Rule(rule).Origin
	case layer >= 0 && (c.Reason == NotIncluded || c.Reason == Unmatched.Reason):
		return p.Resolved.Include[layer].Origin.String()
	}
	return ""
}
