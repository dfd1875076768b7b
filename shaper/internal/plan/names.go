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

	near     *near // nil where names may end with anything
	table    fieldmask.NameTable
	mentions []Mention // by the numbers of the table
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

// newNames takes rules in the order of [Hiding.All].
func newNames(rules []fieldmask.Rule) Names {
	n, lifted := Names{}, exposed(rules)
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
	n.near = newNear(&n.Endings, n.Spots)
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
		n.table.Add(name, len(n.mentions))
		n.mentions = append(n.mentions, Mention{Rule: len(n.Rules), Step: step})
	}
	n.Rules = append(n.Rules, r)
}

// Append appends the places in the paths of the rules at which the name stands, in any
// spelling that the rules allow.
func (n *Names) Append(at []Mention, name []byte) []Mention {
	var memory [8]int
	for _, number := range n.table.Append(memory[:0], name) {
		at = append(at, n.mentions[number])
	}
	return at
}
