package redact

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// Place is where a value is in the masks that hide. The zero Place is none.
type Place struct {
	All     *fieldmask.State // under all rules
	private *fieldmask.State // under those of privacy and tiers, where there are others, too
	// spares tells that the value is no data: what is neither privacy nor of a
	// tier takes nothing of it, and is counted.
	spares bool
}

// Root is the place of a document.
func Root(rules *plan.Hiding) Place {
	at := Place{All: rules.All.Root()}
	if rules.Private != nil && rules.Private != rules.All {
		at.private = rules.Private.Root()
	}
	return at
}

// Member is the place of a member, of a name that is unescaped.
func (p Place) Member(rules *plan.Hiding, name []byte) Place { return p.inside(rules).member(name) }

// Element is the place of element i of an array; size is its length, which may be
// anything unless [Place.NeedsSize].
func (p Place) Element(rules *plan.Hiding, i, size int) Place {
	return p.inside(rules).element(i, size)
}

// Stays is the place of a value that stays although a rule would take it, since an
// envelope needs it. What is found in it is judged as at the root.
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

// NeedsSize reports whether elements of an array at the place are counted from its
// end.
func (p Place) NeedsSize() bool {
	return p.All.NeedsSize() || p.private != nil && p.private.NeedsSize()
}

// IsUniform reports whether the elements of an array at the place are all at one place.
func (p Place) IsUniform(rules *plan.Hiding) bool {
	inside := p.inside(rules)
	return p.All.Uniform() && inside.All.Uniform() && (p.private == nil || p.private.Uniform() && inside.private.Uniform())
}

// acting is the place in the mask that acts; nil where none does.
func (p Place) acting() *fieldmask.State {
	if p.spares {
		return p.private
	}
	return p.All
}

// to goes on in both masks.
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
