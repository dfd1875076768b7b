package plan

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
)

// Names matches hiding rules by names alone. A text that is not JSON has names but no paths.
// A rule matches at the last name of its path, if the earlier names occur before it in the
// same text (GUARANTEES, withholding).
type Names struct {
	Rules []NamedRule
	// Withholds and Counts list the rules without a name by their numbers in [Hiding.All].
	// Withholds has the privacy and tier rules, Counts the others.
	Withholds, Counts []int
	// Endings holds the last names of the paths.
	Endings Endings
	// Spots holds the last names of the private paths, or is nil.
	Spots *Spots

	near     *near // nil if names may end with any byte, or none is private
	table    fieldmask.NameTable
	mentions []Mention // indexed by the numbers of the table
}

// NamedRule is a rule with a name in its path.
type NamedRule struct {
	Names   int // in its path
	Private bool
	Number  int // of the rule in [Hiding.All]
}

// Mention is the position of a name in the path of a rule.
type Mention struct {
	Rule, Step int
}

// newNames compiles rules in the order of [Hiding.All].
func newNames(rules []fieldmask.Rule) Names {
	n, lifted := Names{}, map[string]bool{} // the paths whose excludes are lifted
	for _, r := range rules {
		if r.Kind == fieldmask.Expose {
			lifted[r.Path.String()] = true
		}
	}
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
		names := r.Path.Names()
		rule := NamedRule{Names: len(names), Private: r.Kind != fieldmask.Exclude, Number: i}
		switch {
		case rule.Names > 0:
			for step, name := range names {
				n.table.Add(name, len(n.mentions))
				n.mentions = append(n.mentions, Mention{Rule: len(n.Rules), Step: step})
			}
			n.Rules = append(n.Rules, rule)
		case rule.Private:
			n.Withholds = append(n.Withholds, i)
		default:
			n.Counts = append(n.Counts, i)
		}
	}
	if len(private) > 0 {
		n.Spots = newSpots(private)
		n.near = newNear(&n.Endings, n.Spots)
	}
	return n
}

// Append appends the positions of a name in the paths of the rules, in any spelling that the
// rules allow.
func (n *Names) Append(at []Mention, name []byte) []Mention {
	var memory [8]int
	for _, number := range n.table.Append(memory[:0], name) {
		at = append(at, n.mentions[number])
	}
	return at
}
