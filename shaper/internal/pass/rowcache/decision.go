// Package rowcache remembers the names of one object for the next object at the same place.
//
// The objects of a list mostly have equal members in equal order. So have the results of one
// tool. A [Row] holds the names of an object, the mask state of each member, and the decision
// for its value. While an object repeats its row, the pass only compares names. It does not
// scan them, look them up in the mask, or check them for duplicates.
//
//	[{"id":1,"name":"a"},   the row becomes  "id":,"name":
//	 {"id":2,"name":"b"},   both names match
//	 {"id":3,"owner":"c"}]  "owner" differs: the row is cut to "id"
package rowcache

import "github.com/seed-7aa78ce4/shape/fieldmask"

// Decision is the action for a value, as far as its mask state and the [Terms] of its
// container determine it.
type Decision uint8

// The order counts: values with a decision from Kept on stay.
const (
	Open      Decision = iota // the walker reads the value itself
	Dropped                   // not selected by an include list
	Excluded                  // dropped by an exclude or omit_fields
	Forbidden                 // dropped by privacy or a tier, so its strings are collected
	Kept                      // copied
	Set                       // copied, except null, a value that elision drops
	Entered                   // a container with rules inside
	Copied                    // a container without rules inside
	Elided                    // null under elision; only the value itself tells
)

// Stays reports whether the value is copied as it is.
func (d Decision) Stays() bool { return d == Kept || d == Set || d == Copied }

// Decisions holds the decision for a scalar and the decision for a container. The zero value
// is open for both.
type Decisions struct{ Scalar, Container Decision }

// Terms holds everything that decisions inside a container depend on, except the state of
// each value. Containers on equal terms share decisions, even under different plans.
type Terms struct {
	State    *fieldmask.State // of the container
	IsObject bool
	Asked    bool // each value goes to the walker
	Enter    bool // elision or a bound may act inside containers
	Nulls    bool // elision drops null members
	Looks    bool // strings inside copied containers may need redaction
	Bounded  bool // arrays have a bound on their elements
}

// Become sets the terms of a container inside one on other terms. It sets the fields one by
// one: a wide copy of fields just written would stall the processor.
func (t *Terms) Become(state *fieldmask.State, isObject bool, around *Terms) {
	t.State, t.IsObject = state, isObject
	t.Asked, t.Enter, t.Nulls, t.Looks, t.Bounded = around.Asked, around.Enter, around.Nulls, around.Looks, around.Bounded
}

// Closer returns the bracket that closes the container.
func (t *Terms) Closer() byte {
	if t.IsObject {
		return '}'
	}
	return ']'
}

// Decide returns the decisions for a value at a state. They are open for a value with a mark
// of the plan. No other place lets a value skip the checks of the walker.
func (t *Terms) Decide(to *fieldmask.State) Decisions {
	switch {
	case t.Asked || len(to.Marks()) > 0:
		return Decisions{}
	case to.Excluded() && to.Forbidden() >= 0:
		return Decisions{Forbidden, Forbidden}
	case to.Excluded() || to.Omitted():
		return Decisions{Excluded, Excluded}
	case to.Verdict() == fieldmask.Drop:
		return Decisions{Dropped, Dropped}
	}
	d := Decisions{Kept, Copied}
	switch {
	case to.Verdict() == fieldmask.Partial:
		d.Scalar = Dropped
	case t.Nulls && t.IsObject:
		d.Scalar = Set
	}
	switch {
	case t.Bounded:
		d.Container = Open
	case t.Enter || !to.Whole():
		d.Container = Entered
	case t.Looks:
		d.Container = Open
	}
	return d
}
