package plan

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Names are the rules that hide, as far as names alone can tell: in a text that is
// no JSON, values have names and no places. A rule is met by the last name of its
// path, once those before it have stood in the same text (GUARANTEES, withholding).
type Names struct {
	Rules []NamedRule
	// Withholds and Counts are the rules without any name, those of privacy and
	// tiers and the other ones, by their numbers in [Hiding.All].
	Withholds, Counts []int
	// Endings are of the names that end the paths of rules.
	Endings Endings
	// Spots are of the names that end the paths of private rules; nil is none.
	Spots *Spots

	lengths uint64 // bit l&63 is set where a literal name of length l is in
	literal map[string][]Mention
	globs   []globMention
}

// NamedRule is a rule with a name in its path.
type NamedRule struct {
	Names   int // in its path
	Private bool
	Number  int // of the rule in [Hiding.All]
}

// Mention is a place of a name in the path of a rule.
type Mention struct {
	Rule, Step int
}

type globMention struct {
	name fieldmask.Name
	Mention
}

// newNames takes rules in the order of [Hiding.All].
func newNames(rules []fieldmask.Rule) Names {
	n, lifted := Names{literal: map[string][]Mention{}}, exposed(rules)
	var private []fieldmask.Path
	for i, r := range rules {
		if r.Kind == fieldmask.Expose {
			continue
		}
		if n.Endings.add(r.Path); r.Kind != fieldmask.Exclude {
			private = append(private, r.Path)
		}
		if r.Kind == fieldmask.Exclude && lifted[r.Path.String()] {
			continue
		}
		n.add(r.Path.Names(), NamedRule{Private: r.Kind != fieldmask.Exclude, Number: i})
	}
	n.Spots = newSpots(private)
	return n
}

// exposed are the paths whose excludes are lifted.
func exposed(rules []fieldmask.Rule) map[string]bool {
	paths := map[string]bool{}
	for _, r := range rules {
		if r.Kind == fieldmask.Expose {
			paths[r.Path.String()] = true
		}
	}
	return paths
}

func (n *Names) add(names []fieldmask.Name, r NamedRule) {
	switch r.Names = len(names); {
	case r.Names == 0 && r.Private:
		n.Withholds = append(n.Withholds, r.Number)
		return
	case r.Names == 0:
		n.Counts = append(n.Counts, r.Number)
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
