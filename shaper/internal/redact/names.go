package redact

import (
	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// names matches names in text that is not JSON against rules. A rule matches at the last name
// of its path, if its earlier names occurred in the same string or above it.
type names struct {
	rules    *plan.Names // nil before the first string
	any      bool        // at least one rule can match by name
	follows  bool        // at least one rule has more than one name
	stood    []uint64
	changes  []change // undo log of stood
	way      []int    // the number of changes before each container around the string
	own      int      // the number of changes before the string
	mentions []plan.Mention
	private  int    // the number of the last private rule that matched; -1 is none
	reached  []bool // the rules that matched, by their numbers; empty if not requested
	scratch  []byte // an unescaped name
}

// change is the earlier value of stood for a rule.
type change struct {
	rule int
	had  uint64
}

// met tells the kinds of rules that a name matches.
type met struct {
	private, ordinary bool
}

// begin prepares the names for the strings of a document.
func (n *names) begin(hiding *plan.Hiding, asked bool) {
	rules := hiding.Names()
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

// back undoes the changes after the first to.
func (n *names) back(to int) {
	for len(n.changes) > to {
		last := n.changes[len(n.changes)-1]
		n.stood[last.rule] = last.had
		n.changes = n.changes[:len(n.changes)-1]
	}
}

// see records a name in the string or above it, and returns the rules that match.
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

// pass records a name above the string, or in a part that is skipped.
func (n *names) pass(name []byte) {
	if n.follows {
		n.mentions = n.rules.Append(n.mentions[:0], name)
		n.stand()
	}
}

// stand records the mentioned names.
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

// reach records rules that match.
func (n *names) reach(rules ...int) {
	if len(n.reached) > 0 {
		for _, rule := range rules {
			n.reached[rule] = true
		}
	}
}

// stoodBefore reports whether all earlier names of the path occurred.
func (n *names) stoodBefore(at plan.Mention) bool {
	if at.Step == 0 {
		return true
	}
	before := bit(at.Step) - 1
	return n.stood[at.Rule]&before == before
}

// bit returns the bit of a step. Steps from 63 on share one bit.
func bit(step int) uint64 { return 1 << min(step, 63) }

// leave returns to the container at a depth.
func (n *names) leave(depth int) {
	n.back(n.own)
	if depth < len(n.way) {
		n.back(n.way[depth])
		n.way = n.way[:depth]
	}
	n.own = len(n.changes)
}

// enter enters a container by its member name; an element has none.
func (n *names) enter(name []byte) {
	n.way = append(n.way, len(n.changes))
	n.pass(name)
	n.own = len(n.changes)
}

// visit records the rules that end at a value.
func (n *names) visit(s *fieldmask.State) {
	if len(n.reached) > 0 {
		for _, rule := range s.Ends() {
			n.reached[rule] = true
		}
	}
}

// unquote returns the unescaped name of a token. It is valid until the next call.
func (n *names) unquote(text []byte, t jsonish.Token) []byte {
	name := text[t.Start+1 : t.End-1]
	if t.Escaped {
		n.scratch = scan.AppendUnquote(n.scratch[:0], name)
		name = n.scratch
	}
	return name
}
