package fieldmask

import (
	"fmt"
	"slices"
	"sync"
)

// Mask is a compiled set of rules: an automaton over member names and array positions. It
// makes a state when a walk first needs it. It is safe for concurrent use. Matching never
// backtracks; its time is linear in the input times the number of active paths.
type Mask struct {
	rules  []Rule
	nodes  []node
	layers int
	root   *State

	mu     sync.Mutex
	states map[string]*State
	room   int // of maxEntries
}

// Compile builds a mask from rules, in any order. It fails when there are more
// than 64 × MaxPaths rules; the rules themselves cannot be wrong.
func Compile(rules ...Rule) (*Mask, error) {
	if len(rules) > 64*MaxPaths {
		return nil, fmt.Errorf("fieldmask: %d rules, more than %d", len(rules), 64*MaxPaths)
	}
	m := &Mask{rules: slices.Clone(rules), states: map[string]*State{}, room: maxEntries}
	t := newTrie()
	for i, r := range rules {
		t.insert(r, int32(i))
		if r.Kind == Include {
			m.layers = max(m.layers, r.Layer+1)
		}
	}
	m.nodes = t.nodes
	b := m.builder(nil)
	for _, root := range t.roots {
		b.add(root, fresh)
	}
	m.root = b.state()
	return m, nil
}

// Root is the state of the document itself.
func (m *Mask) Root() *State { return m.root }

// Rule returns a rule by its number, as [State.Rule] and [State.Ends] give it.
func (m *Mask) Rule(i int) Rule { return m.rules[i] }

// NumRules returns how many rules the mask was compiled from.
func (m *Mask) NumRules() int { return len(m.rules) }
