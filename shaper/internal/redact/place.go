package redact

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Place is the position of a value in the hiding masks. The zero Place is none.
type Place struct {
	All     *fieldmask.State // under all rules
	private *fieldmask.State // under privacy and tier rules; nil if there are no others
	// spares means that the value is not data. Excludes leave it alone, and the hider counts
	// it.
	spares bool
}

// Root returns the place of a document.
func Root(rules *plan.Hiding) Place {
	at := Place{All: rules.All.Root()}
	if rules.Private != nil && rules.Private != rules.All {
		at.private = rules.Private.Root()
	}
	return at
}

// Member returns the place of a member. The name must be unescaped.
func (p Place) Member(rules *plan.Hiding, name []byte) Place { return p.inside(rules).member(name) }

// Element returns the place of element i of an array. size is its length; it may be anything
// unless [Place.NeedsSize].
func (p Place) Element(rules *plan.Hiding, i, size int) Place {
	return p.inside(rules).element(i, size)
}

// Stays returns the place of a value that an envelope needs, although a rule would remove it.
// Its content is judged as at the root.
func (p Place) Stays(rules *plan.Hiding) Place {
	root := Root(rules)
	if p.All.Verdict() == fieldmask.Drop {
		p.All = root.All
	}
	if p.private != nil && p.private.Verdict() == fieldmask.Drop {
		p.private = root.private
	}
	return p
}

// NeedsSize reports whether a rule counts elements of an array at the place from its end.
func (p Place) NeedsSize() bool {
	return p.All.NeedsSize() || p.private != nil && p.private.NeedsSize()
}

// IsUniform reports whether all elements of an array at the place have the same place.
func (p Place) IsUniform(rules *plan.Hiding) bool {
	inside := p.inside(rules)
	return p.All.Uniform() && inside.All.Uniform() && (p.private == nil || p.private.Uniform() && inside.private.Uniform())
}

// acting returns the state in the mask that acts, or nil.
func (p Place) acting() *fieldmask.State {
	if p.spares {
		return p.private
	}
	return p.All
}

// to advances both masks.
func (p Place) to(next func(*fieldmask.State) *fieldmask.State) Place {
	there := Place{All: next(p.All), spares: p.spares}
	if p.private != nil {
		there.private = next(p.private)
	}
	return there
}

func (p Place) inside(rules *plan.Hiding) Place { return p.to(rules.Inside) }
func (p Place) found() Place                    { return p.to((*fieldmask.State).Found) }

func (p Place) member(name []byte) Place {
	return p.to(func(s *fieldmask.State) *fieldmask.State { return s.Member(name) })
}

func (p Place) element(i, size int) Place {
	return p.to(func(s *fieldmask.State) *fieldmask.State { return s.Element(i, size) })
}
