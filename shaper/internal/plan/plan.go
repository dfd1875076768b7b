// Package plan compiles the rules of a call and the layout of a dialect into one plan for the
// pass. Plans are immutable and shared by calls with equal settings.
package plan

import (
	"slices"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Plan holds the compiled rules for one kind of response, laid over one dialect. Its decisions
// are immutable; its hints change.
type Plan struct {
	decided

	// Next hints at the plans that the last responses needed. The indexes are the nesting
	// depth of a document and the kind of its beginning.
	Next [MaxNesting + 1][Beginnings]atomic.Pointer[Plan]

	used  atomic.Bool // see [clock]
	joint atomic.Pointer[[]jointActs]
}

// decided is the immutable part of a plan. A copy of a plan copies it as a whole.
type decided struct {
	Resolved *profiles.Resolved
	Dialect  envelope.Dialect
	Mask     *fieldmask.Mask
	Hiding   *Hiding // for strings; nil if nothing is hidden
	Elides   bool    // some members of the payload are dropped by their values
	IsError  bool    // the response reports a failure
	Budgeted bool    // the response has a budget
	Paired   bool    // values may be hidden by names beside them

	// ErrorMatters means that failures and successes have different plans.
	ErrorMatters bool

	// Notes holds the places for notes in the envelope. It is nil if the dialect has none or
	// the plan cuts nothing.
	Notes *envelope.Notes

	answer Answer           // the facts that select the plan
	acts   []*Acts          // by mark
	words  func() *wordings // see [Plan.IsNote]
}

// Cuts reports whether a response may be cut, by a budget, a length or a limit.
func (p *Plan) Cuts() bool {
	r := p.Resolved
	return p.Budgeted || r.MaxString+r.MaxItems+len(r.Shorten)+len(r.Limits) > 0
}

// Omits reports whether comfort rules may leave out values of a payload.
func (p *Plan) Omits() bool { return len(p.Resolved.Include)+len(p.Resolved.Omit) > 0 || p.Elides }

// MayHide reports whether a rule hides something in any response to the call, whatever its
// tier and outcome. If such a response is unreadable, it must not pass (GUARANTEES, failure).
func (p *Plan) MayHide() bool {
	return p.Resolved.Hides() || p.Resolved.Tiered || p.ErrorMatters
}

// MaxNesting is the largest nesting depth of documents that the engine follows, in strings or
// as containers.
const MaxNesting = 4

// Beginnings is the number of kinds of documents that the hints of a plan distinguish.
const Beginnings = 1 << 6

// Acts returns the actions of the plan at a state, beside keeping or dropping it.
func (p *Plan) Acts(s *fieldmask.State) *Acts {
	switch marks := s.Marks(); len(marks) {
	case 0:
		return NoActs
	case 1:
		return p.acts[marks[0]]
	default:
		return p.mergedActs(marks)
	}
}

// jointActs holds the merged acts of several marks at one state.
type jointActs struct {
	marks []int
	acts  *Acts
}

// mostJoint bounds the remembered sets of marks. Plans need few; others are merged again on
// each use.
const mostJoint = 1 << 5

// mergedActs merges the acts of several marks.
func (p *Plan) mergedActs(marks []int) *Acts {
	var known []jointActs
	before := p.joint.Load()
	if before != nil {
		known = *before
	}
	for i := range known {
		if slices.Equal(known[i].marks, marks) {
			return known[i].acts
		}
	}
	all := *NoActs
	for _, m := range marks {
		all.add(p.acts[m])
	}
	if all.Are(Spoken) {
		all.Roles &^= Protocol | Sealed
	}
	if len(known) < mostJoint {
		more := append(slices.Clip(known), jointActs{slices.Clone(marks), &all})
		p.joint.CompareAndSwap(before, &more) // losing a race costs one more merge
	}
	return &all
}

// Asked returns the origins of rules that the call or an entry of tool_overrides states.
func (p *Plan) Asked() map[string]bool {
	asked := map[string]bool{}
	note := func(rules []profiles.Rule) {
		for _, r := range rules {
			if r.IsAsked() {
				asked[r.Origin.String()] = true
			}
		}
	}
	note(p.Resolved.Exclude)
	note(p.Resolved.Omit)
	for _, layer := range p.Resolved.Include {
		note(layer.Rules)
	}
	for _, s := range p.Resolved.Shorten {
		note([]profiles.Rule{{Origin: s.Origin}})
	}
	return asked
}

// Selects reports whether an include list of the operator, or omit_fields, acts under the plan.
func (p *Plan) Selects() bool {
	return len(p.Resolved.Omit) > 0 || slices.ContainsFunc(p.Resolved.Include, profiles.Layer.IsOperators)
}

// AlwaysKeeps reports whether always_keep put a path into an include list. Such a path may
// match nothing.
func (p *Plan) AlwaysKeeps(path fieldmask.Path) bool {
	is := func(keep fieldmask.Path) bool { return keep.String() == path.String() }
	return slices.ContainsFunc(p.Resolved.AlwaysKeep, is)
}

// IsAuto reports whether the engine must recognise the dialect.
func IsAuto(dialect string) bool { return dialect == "auto" || dialect == "" }

func elides(e profiles.Elide) bool {
	return e.Null || e.EmptyArray || e.EmptyObject || len(e.Defaults) > 0
}
