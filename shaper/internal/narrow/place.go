package narrow

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Way is one way to shape a value.
type Way struct {
	Plan *plan.Plan
	// Loose means that a caller may select fields of the payload.
	Loose bool
}

// place is the position of a value under one way.
type place struct {
	way     int // its index
	plan    *plan.Plan
	state   *fieldmask.State
	acts    *plan.Acts
	depth   int  // containers around it, up to [plan.Plan.Deepest]+1
	payload bool // inside the payload
	loose   bool
}

func (p place) at(s *fieldmask.State) place {
	p.state, p.acts = s, p.plan.Acts(s)
	return p
}

// in returns the place for the content of a value. The caller sets its state.
func (p place) in() place {
	p.payload, p.depth = p.inPayload(), min(p.depth+1, p.plan.Deepest()+1)
	return p
}

func (p place) inPayload() bool { return p.payload || p.acts.Are(plan.Payload) }

// asList returns the place of a value that is an array. An array as payload is its own list of
// items.
func (p place) asList() place {
	if p.acts.Lists == nil {
		return p
	}
	return p.at(p.acts.Lists)
}

// isGone reports whether the value is dropped, whatever it is.
func (p place) isGone() bool {
	return p.state.Verdict() == fieldmask.Drop && !p.acts.Are(plan.Stays) ||
		p.acts.Shows == plan.Never && p.depth == p.acts.Steps
}

// isEmptied reports whether an empty form replaces the value.
func (p place) isEmptied() bool {
	return p.state.Verdict() == fieldmask.Drop && p.acts.Are(plan.Stays)
}

// redacts reports whether a string replaces the value.
func (p place) redacts() bool { return p.acts.Redact != nil && !p.acts.Are(plan.Known) }

// mayBeBeside reports whether a name beside the value, or beside a part of it, may hide it.
func (p place) mayBeBeside() bool { return p.plan.Paired }

// isBeside reports whether a value, or parts of it, may be dropped by a name beside it or in
// its first element.
func (p place) isBeside(of types, elements types) bool {
	if p.acts.Are(plan.PairValue) {
		return true
	}
	isRow := p.acts.Are(plan.PairRow) || p.acts.Are(plan.PairCells) && elements&(null|boolean|number) != 0
	return of&array != 0 && (isRow || p.plan.Paired && elements&array != 0)
}

// opens reports whether hiding rules may change a string.
func (p place) opens() bool { return p.plan.Hiding != nil && !p.acts.Are(plan.Sealed) }

// shortens reports whether a long string may become shorter.
func (p place) shortens() bool {
	return p.acts.Text != plan.Text{} || p.plan.Resolved.MaxString > 0 && p.inPayload()
}

// mayShorten reports whether a string of size bytes may become shorter.
func (p place) mayShorten(size int) bool {
	if most := p.acts.Text.Most; most != (excerpt.Most{}) {
		return most.Lines > 0 || size > most.Chars
	}
	return p.shortens() && size > p.plan.Resolved.MaxString
}

// cutsLists reports whether an array may lose elements by its length.
func (p place) cutsLists() bool {
	return p.acts.Limit.Max >= 0 || p.plan.Resolved.MaxItems > 0 && p.inPayload()
}

// isUntouched reports whether the value stays with all its content.
func (p place) isUntouched() bool {
	a := p.acts
	return p.state.Whole() && p.plan.Hiding == nil && !p.loose && !(p.plan.Elides && p.inPayload()) && !p.shortens() && !p.cutsLists() &&
		a.Limit.Max < 0 && a.Redact == nil && a.Default == nil && a.Derive == nil &&
		a.Lists == nil && a.Kinds == nil && a.Shows == plan.Always
}

// mayGo reports whether a value of some types may be dropped. The value is a member of an
// object or an element of an array. full means that a container always keeps some content.
func (p place) mayGo(of types, full, member bool) bool {
	elides := member && p.plan.Elides && p.payload && !p.acts.Are(plan.Essential|plan.Stays)
	switch {
	case p.isGone():
		return true
	case p.loose && p.payload:
		return true
	case p.acts.Are(plan.PairValue):
		return true
	case p.redacts():
		return p.state.Verdict() == fieldmask.Partial
	case p.mayNotShow(of, full):
		return true
	case elides && p.mayBeElided(of, full):
		return true
	}
	return p.mayBeUnmatched(of, full)
}

// mayNotShow reports whether a metadata member of some types may be dropped by its value.
func (p place) mayNotShow(of types, full bool) bool {
	empty := of&(array|object) != 0 && !full
	return p.acts.Shows != plan.Always && (of&null != 0 || p.acts.Shows == plan.WhereSet && empty)
}

func (p place) mayBeElided(of types, full bool) bool {
	e := &p.plan.Resolved.Elide
	return p.acts.Default != nil || e.Null && of&null != 0 ||
		!full && (e.EmptyArray && of&array != 0 || e.EmptyObject && of&object != 0)
}

// mayBeUnmatched reports whether a value may be dropped because no rule keeps its content.
func (p place) mayBeUnmatched(of types, full bool) bool {
	containers, r := of&(array|object) != 0 && !full, p.plan.Resolved
	if p.state.Verdict() != fieldmask.Partial {
		return containers && r.DropEmptied && !p.acts.Are(plan.Stays) && !p.isUntouched()
	}
	if of&^(array|object) != 0 && !p.acts.Are(plan.Payload) {
		return true
	}
	keeps := r.KeepUnmatched || p.acts.Are(plan.Items|plan.Stays)
	return containers && (!keeps || r.DropEmptied && !p.acts.Are(plan.Stays))
}

// vanishes reports whether a value of some types is always dropped: an include list selects
// only its content, or it is metadata that is null.
func (p place) vanishes(of types) bool {
	if of == null && p.acts.Shows != plan.Always && p.depth == p.acts.Steps {
		return true
	}
	return p.state.Verdict() == fieldmask.Partial && !p.acts.Are(plan.Payload) && (of&(array|object) == 0 || p.redacts())
}

// leavesNothing reports whether an object without kept content is dropped.
func (p place) leavesNothing() bool {
	return p.state.Verdict() == fieldmask.Partial && !p.plan.Resolved.KeepUnmatched &&
		!p.acts.Are(plan.Items|plan.Stays|plan.Payload) && !(p.plan.Elides && p.inPayload())
}
