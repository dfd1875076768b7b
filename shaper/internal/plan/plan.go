// Package plan decides what the pass does with a response: it lays what the
// configuration says for a call over the layout of a dialect, and compiles both
// into one plan. Plans are immutable, and kept for the calls that are alike.
package plan

import (
	"slices"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Plan is all that the pass needs to know for one kind of response: what the
// configuration says, laid over one dialect. It is immutable but for its hints.
type Plan struct {
	decided

	// Next are the plans that the last such calls turned out to need, by how many
	// documents they were inside, and by how these begin.
	Next [MaxNesting + 1][Beginnings]atomic.Pointer[Plan]

	used  atomic.Bool // see [clock]
	joint atomic.Pointer[[]jointly]
}

// decided is the immutable part of a plan. A copy of a plan copies it as a whole.
type decided struct {
	Resolved *profiles.Resolved
	Dialect  envelope.Dialect
	Mask     *fieldmask.Mask
	Hiding   *Hiding // in strings; nil where nothing is hidden
	Elides   bool    // of the payload, some members go for what they hold
	IsError  bool    // the response reports a failure
	Budgeted bool    // the response has a limit
	Paired   bool    // values may go by names that stand beside them

	// ErrorMatters tells that responses of the other kind, failures or successes,
	// have another plan.
	ErrorMatters bool

	// Notes is where the envelope tells that its payload was shortened; nil where it
	// does not, or where nothing can be.
	Notes *envelope.Notes

	answer Answer           // that it is for
	acts   []*Acts          // by mark
	words  func() *wordings // see [Plan.IsNote]
}

// Cuts reports whether a response may be cut, by a budget, a length or a limit.
func (p *Plan) Cuts() bool {
	r := p.Resolved
	return p.Budgeted || r.MaxString+r.MaxItems+len(r.Shorten)+len(r.Limits) > 0
}

// MayHide reports whether a rule hides something in responses to the call, of
// whatever tier and kind they turn out to be. A response that cannot be read must
// then not pass (GUARANTEES, failure).
func (p *Plan) MayHide() bool {
	return p.Resolved.Hides() || p.Resolved.Tiered || p.ErrorMatters
}

// MaxNesting is how deep documents inside documents are followed, in strings or
// without.
const MaxNesting = 4

// Beginnings is how many kinds of documents the hints of a plan tell apart.
const Beginnings = 1 << 6

// Acts returns what the plan asks for at a state, beside keeping or dropping it.
func (p *Plan) Acts(s *fieldmask.State) *Acts {
	switch marks := s.Marks(); len(marks) {
	case 0:
		return NoActs
	case 1:
		return p.acts[marks[0]]
	default:
		return p.jointly(marks)
	}
}

// jointly are the acts of several marks at one state.
type jointly struct {
	marks []int
	acts  *Acts
}

// mostJoint sets of marks are remembered with what they come to. There are few, and
// others are put together again where they are met.
const mostJoint = 1 << 5

// jointly returns what several marks ask for together.
func (p *Plan) jointly(marks []int) *Acts {
	var known []jointly
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
		more := append(slices.Clip(known), jointly{slices.Clone(marks), &all})
		p.joint.CompareAndSwap(before, &more) // else another one was quicker
	}
	return &all
}

// Asked are where the rules were written that the call said, or the entries of
// tool_overrides, of what is to be in each response.
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
	for _, layer := range p.Resolved.Include {
		note(layer.Rules)
	}
	for _, s := range p.Resolved.Shorten {
		note([]profiles.Rule{{Origin: s.Origin}})
	}
	return asked
}

// AlwaysKeeps reports whether a path is in an include list for the sake of
// always_keep. It need not be met.
func (p *Plan) AlwaysKeeps(path fieldmask.Path) bool {
	is := func(keep fieldmask.Path) bool { return keep.String() == path.String() }
	return slices.ContainsFunc(p.Resolved.AlwaysKeep, is)
}

// IsAuto reports whether a dialect is to be recognised.
func IsAuto(dialect string) bool { return dialect == "auto" || dialect == "" }

func elides(e profiles.Elide) bool {
	return e.Null || e.EmptyArray || e.EmptyObject || len(e.Defaults) > 0
}
