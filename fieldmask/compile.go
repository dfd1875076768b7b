package fieldmask

import (
	"encoding/binary"
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
	t := &trie{nodes: make([]node, 1), roots: map[int32]int32{}} // node 0 is unused
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

// A mask holds states of up to this many entries together, see [State.size];
// beyond, they are made anew wherever they are needed.
const maxEntries = 1 << 16

// intern returns the mask's state that equals s. If there is none and there is room, s becomes
// it. Without room s stays on its own, with the same results. Equal states have equal keys.
func (m *Mask) intern(s *State) *State {
	k := make([]byte, 0, 4*(len(s.items)+len(s.selected)+len(s.ends)+5))
	for _, it := range s.items {
		k = binary.LittleEndian.AppendUint32(k, uint32(it))
	}
	for _, list := range [][]int32{s.selected, s.ends, {s.rule, s.forbid, int32(s.verdict)}} {
		k = binary.LittleEndian.AppendUint32(k, ^uint32(0)>>1) // no item has this number
		for _, v := range list {
			k = binary.LittleEndian.AppendUint32(k, uint32(v))
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if known, ok := m.states[string(k)]; ok {
		return known
	}
	if size := s.size(); size <= m.room {
		m.room -= size
		s.share()
		m.states[string(k)] = s
	}
	return s
}

// size returns the cost of holding a state: the state, its items and their edges.
func (s *State) size() int {
	size := 1 + len(s.items)
	for _, it := range s.items {
		n := &s.mask.nodes[it.node()]
		size += len(n.names) + len(n.pointers) + len(n.globs) + len(n.folds) + len(n.indexes) + len(n.kinds)
	}
	return size
}
