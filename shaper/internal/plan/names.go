package plan

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Names are the rules that hide, as far as names alone can tell: in a text that is
// no JSON, values have names and no places. A rule is met by the last name of its
// path, once those before it have stood in the same text (GUARANTEES, withholding).
type Names struct {
	Rules []NamedRule
	// Withholds and Counts tell that a rule without any name hides something, one
	// of privacy or tiers and another one.
	Withholds, Counts bool

	lengths uint64 // bit l&63 is set where a literal name of length l is in
	literal map[string][]Mention
	globs   []globMention
}

// NamedRule is a rule with a name in its path.
type NamedRule struct {
	Names   int // in its path
	Private bool
	Path    fieldmask.Path
	Origin  string
}

// Mention is a place of a name in the path of a rule.
type Mention struct {
	Rule, Step int
}

type globMention struct {
	name fieldmask.Name
	Mention
}

func newNames(r *profiles.Resolved) Names {
	n := Names{literal: map[string][]Mention{}}
	for _, x := range r.Exclude {
		switch {
		case x.Kind == fieldmask.Forbid:
			n.add(NamedRule{Private: true, Path: x.Path, Origin: x.Origin.String()})
		case x.Kind == fieldmask.Exclude && !exposed(r.Exclude, x.Path):
			n.add(NamedRule{Path: x.Path, Origin: x.Origin.String()})
		}
	}
	for _, m := range r.Redact {
		n.add(NamedRule{Private: true, Path: m.Path, Origin: m.Origin.String()})
	}
	return n
}

// exposed reports whether an exclude is lifted.
func exposed(rules []profiles.Rule, path fieldmask.Path) bool {
	return slices.ContainsFunc(rules, func(x profiles.Rule) bool {
		return x.Kind == fieldmask.Expose && x.Path.String() == path.String()
	})
}

func (n *Names) add(r NamedRule) {
	names := r.Path.Names()
	if r.Names = len(names); r.Names == 0 {
		n.Withholds = n.Withholds || r.Private
		n.Counts = n.Counts || !r.Private
		return
	}
	for step, name := range names {
		at := Mention{Rule: len(n.Rules), Step: step}
		if text, literal := name.Literal(); literal {
			n.literal[text] = append(n.literal[text], at)
			n.lengths |= 1 << (len(text) & 63)
		} else {
			n.globs = append(n.globs, globMention{name, at})
		}
	}
	n.Rules = append(n.Rules, r)
}

// Append appends where a name stands in the paths of the rules.
func (n *Names) Append(at []Mention, name []byte) []Mention {
	if n.lengths>>(len(name)&63)&1 == 1 {
		at = append(at, n.literal[string(name)]...)
	}
	for i := range n.globs {
		if g := &n.globs[i]; g.name.Match(name) {
			at = append(at, g.Mention)
		}
	}
	return at
}
