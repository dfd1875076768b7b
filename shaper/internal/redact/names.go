package redact

import "github.com/seed-7aa78ce4/shape/shaper/internal/plan"

// names tells which rules a name meets in what is no JSON: those of whose paths it
// is the last name, once the ones before it have stood in the same string, or on the
// way to it.
type names struct {
	rules    *plan.Names
	any      bool // there are rules that names can meet
	follows  bool // some rule has more than one name
	stood    []uint64
	changes  []change // of stood, so that they can be taken back
	way      []int    // how many changes there were before each container around the string
	own      int      // and before the string
	mentions []plan.Mention
	private  int    // the number of the private rule that was met last
	reached  []bool // the rules that were met, by their numbers; empty where nobody asks
}

// change is that a rule had other names before.
type change struct {
	rule int
	had  uint64
}

// met says which rules a name meets.
type met struct {
	private, ordinary bool
}

// begin readies the names for a document.
func (n *names) begin(hiding *plan.Hiding, asked bool) {
	rules := &hiding.Names
	n.rules, n.follows = rules, false
	n.any = len(rules.Rules)+len(rules.Counts) > 0
	if n.reached = n.reached[:0]; asked {
		n.reached = append(n.reached, make([]bool, hiding.All.NumRules())...)
	}
	for i := range rules.Rules {
		n.follows = n.follows || rules.Rules[i].Names > 1
	}
	n.stood, n.changes, n.way, n.own = n.stood[:0], n.changes[:0], n.way[:0], 0
	if n.follows {
		n.stood = append(n.stood, make([]uint64, len(rules.Rules))...)
	}
}

// back takes back what stood after so many changes.
func (n *names) back(to int) {
	for len(n.changes) > to {
		last := n.changes[len(n.changes)-1]
		n.stood[last.rule] = last.had
		n.changes = n.changes[:len(n.changes)-1]
	}
}

// see takes in a name that stands in the string, or on the way to it, and says what
// it meets.
func (n *names) see(name []byte) (m met) {
	n.mentions = n.rules.Append(n.mentions[:0], name)
	if m.ordinary = len(n.rules.Counts) > 0; m.ordinary {
		n.reach(n.rules.Counts...)
	}
	for _, at := range n.mentions {
		rule := &n.rules.Rules[at.Rule]
		if at.Step == rule.Names-1 && n.stoodBefore(at) {
			m.private, m.ordinary = m.private || rule.Private, m.ordinary || !rule.Private
			n.reach(rule.Number)
			if rule.Private {
				n.private = rule.Number
			}
		}
	}
	n.stand()
	return m
}

// pass takes in a name on the way to the string, or in what is not looked into.
func (n *names) pass(name []byte) {
	if n.follows {
		n.mentions = n.rules.Append(n.mentions[:0], name)
		n.stand()
	}
}

// stand notes that the names mentioned have stood.
func (n *names) stand() {
	if !n.follows {
		return
	}
	for _, at := range n.mentions {
		if had := n.stood[at.Rule]; had&bit(at.Step) == 0 {
			n.changes = append(n.changes, change{at.Rule, had})
			n.stood[at.Rule] = had | bit(at.Step)
		}
	}
}

// reach notes rules that are met.
func (n *names) reach(rules ...int) {
	if len(n.reached) > 0 {
		for _, rule := range rules {
			n.reached[rule] = true
		}
	}
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
