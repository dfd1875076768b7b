package hide

import "github.com/seed-7aa78ce4/shape/shaper/internal/plan"

// names tells which rules a name meets in what is no JSON: those of whose paths it
// is the last name, once the ones before it have stood in the same string.
type names struct {
	rules    *plan.Names
	any      bool // there are rules that names can meet
	follows  bool // some rule has more than one name
	stood    []uint64
	mentions []plan.Mention // scratch
}

// met says which rules a name meets.
type met struct {
	private, ordinary bool
}

// begin readies the names for a document.
func (n *names) begin(rules *plan.Names) {
	n.rules, n.follows = rules, false
	n.any = len(rules.Rules) > 0 || rules.Counts
	for i := range rules.Rules {
		n.follows = n.follows || rules.Rules[i].Names > 1
	}
	n.stood = n.stood[:0]
	if n.follows {
		n.stood = append(n.stood, make([]uint64, len(rules.Rules))...)
	}
}

// see takes in a name that stands in the string, or on the way to it, and says what
// it meets.
func (n *names) see(name []byte) (m met) {
	n.mentions = n.rules.Append(n.mentions[:0], name)
	m.ordinary = n.rules.Counts
	for _, at := range n.mentions {
		rule := &n.rules.Rules[at.Rule]
		if at.Step == rule.Names-1 && n.stoodBefore(at) {
			m.private, m.ordinary = m.private || rule.Private, m.ordinary || !rule.Private
		}
	}
	if n.follows {
		for _, at := range n.mentions {
			n.stood[at.Rule] |= bit(at.Step)
		}
	}
	return m
}

// stoodBefore reports whether the names before one have stood.
func (n *names) stoodBefore(at plan.Mention) bool {
	if at.Step == 0 {
		return true
	}
	before := bit(at.Step) - 1
	return n.stood[at.Rule]&before == before
}

// bit is that of a step; those of a very long path are not told apart.
func bit(step int) uint64 { return 1 << min(step, 63) }
