package fieldmask

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
)

// An item is an active node: its number, and whether it was passed on to the elements of an
// array. Take the document {"a":[{"b":1}]} and the masks a.b and a[0]. The node behind a is
// active at the array, and passed on at its elements. Names look through arrays, so b leads on
// from the elements; a position does not.
type item int32

const (
	fresh  = false
	passed = true
)

func (i item) node() int32    { return int32(i >> 1) }
func (i item) isPassed() bool { return i&1 == 1 }

// Values that stand for a rule in a layer without a deciding rule. Let layer 1 include id
// below the scope data, in {"meta":1,"data":{"id":1,"x":2}}. Then the root is aboveScope, meta
// is outsideRule, and x is noRule. If layer 0 has no rules, it is openRule everywhere.
const (
	noRule      = int32(-1) // in the scope of the layer, and not selected
	outsideRule = int32(-2) // selected because it lies outside the scope of the layer
	openRule    = int32(-3) // selected because the layer has no rules
	aboveScope  = int32(-4) // the scope of the layer may begin below
)

// builder collects the items of one state. Adding an item runs the rules that
// end at its node and follows "**", which matches no level too.
type builder struct {
	mask     *Mask
	items    []item
	seen     []uint64 // a bit for each item in items
	selected []int32  // per layer: the rule that selected the value, or one of those that stand for none
	marks    []int    // values of marks that hold here
	ends     []int32  // rules that end here
	exclude  int32
	forbid   int32
	omit     int32
	expose   bool
	spare    bool
	guard    bool
}

func (m *Mask) builder(from *State) *builder {
	b := &builder{mask: m, seen: make([]uint64, len(m.nodes)/32+1), exclude: noRule, forbid: noRule, omit: noRule}
	if from != nil {
		b.selected = slices.Clone(from.selected)
		return b
	}
	b.selected = make([]int32, m.layers)
	for i := range b.selected {
		b.selected[i] = openRule
	}
	for _, r := range m.rules {
		if r.Kind == Include {
			b.selected[r.Layer] = aboveScope
		}
	}
	return b
}

func (b *builder) add(node int32, viaArray bool) {
	for ; node != 0; node = b.mask.nodes[node].deep {
		n := &b.mask.nodes[node]
		through := viaArray && !n.loops // "**" is at the element itself
		it := item(node << 1)
		if through {
			it |= 1
		}
		if !b.admit(it) {
			continue
		}
		b.items = append(b.items, it)
		if n.scope && b.selected[n.layer] == aboveScope {
			b.selected[n.layer] = noRule
		}
		for _, id := range n.rules {
			if r := &b.mask.rules[id]; !through || r.Kind == Mark && r.Rows {
				b.apply(id, r)
			}
		}
	}
}

// admit notes an item, and reports whether it is new.
func (b *builder) admit(it item) bool {
	word, bit := &b.seen[it>>6], uint64(1)<<(it&63)
	isNew := *word&bit == 0
	*word |= bit
	return isNew
}

// apply applies a rule to the value.
func (b *builder) apply(id int32, r *Rule) {
	b.ends = append(b.ends, id)
	switch r.Kind {
	case Include:
		if b.selected[r.Layer] == noRule {
			b.selected[r.Layer] = id
		}
	case Exclude:
		b.exclude = id
	case Forbid:
		b.forbid = id
	case Omit:
		b.omit = id
	case Expose:
		b.expose = true
	case Spare:
		b.spare = true
	case Guard:
		b.guard = true
	case Mark:
		b.marks = append(b.marks, r.Value)
	}
}

// of adds the decisions of a state's value, and the rules for its kind.
func (b *builder) of(s *State, kind int) {
	for _, id := range s.ends {
		b.apply(id, &b.mask.rules[id])
	}
	for _, it := range s.items {
		b.admit(it)
	}
	b.items = append(b.items, s.items...)
	for _, it := range s.items {
		if !it.isPassed() {
			b.add(b.mask.nodes[it.node()].kinds[kind], fresh)
		}
	}
}

// member adds the successors of the items of a state at the member of a name.
func (b *builder) member(s *State, name string) {
	text := []byte(name)
	var f folding
	for _, it := range s.items {
		n := &b.mask.nodes[it.node()]
		b.add(n.names[name], fresh)
		if len(n.folds) > 0 {
			if f.letters == nil {
				f = foldName(text, nil, nil)
			}
			b.folds(n, f, it.isPassed())
		}
		for _, g := range n.globs {
			if g.glob.match(text) {
				b.add(g.to, fresh)
			}
		}
		b.add(n.any, fresh)
		if n.loops {
			b.add(it.node(), fresh)
		}
		if !it.isPassed() {
			b.add(n.pointers[name], fresh)
		}
	}
}

// element adds the successors of the items of a state at element i of an array of n.
func (b *builder) element(s *State, i, n int) {
	for _, it := range s.items {
		nd := &b.mask.nodes[it.node()]
		if !it.isPassed() {
			b.position(nd, i, n)
		}
		if nd.seesNames() || b.mask.marksRows(nd) {
			b.add(it.node(), passed)
		}
	}
}

// position adds the successors of a node at position i of an array of n.
func (b *builder) position(nd *node, i, n int) {
	for _, e := range nd.indexes {
		if e.at.holds(i, n) {
			b.add(e.to, fresh)
		}
	}
	for token, to := range nd.pointers {
		if arrayPosition(token) == i {
			b.add(to, fresh) // the order does not matter: a state is sorted
		}
	}
}

func (m *Mask) marksRows(n *node) bool {
	return slices.ContainsFunc(n.rules, func(id int32) bool { return m.rules[id].Kind == Mark && m.rules[id].Rows })
}

// state makes the state, or finds the one that is like it.
func (b *builder) state() *State {
	slices.Sort(b.ends)
	slices.Sort(b.marks)
	s := &State{mask: b.mask, selected: b.selected, ends: b.ends, marks: b.marks, rule: noRule, forbid: b.forbid}
	b.decide(s)
	if s.verdict != Drop { // items that no longer matter below the value go
		s.items = slices.DeleteFunc(b.items, func(it item) bool {
			n := &b.mask.nodes[it.node()]
			if n.layer != noLayer && b.selected[n.layer] != noRule && b.selected[n.layer] != aboveScope {
				return true
			}
			return !n.hasEdges() && !b.mask.marksRows(n)
		})
		slices.Sort(s.items)
	}
	for _, it := range s.items {
		if n := &b.mask.nodes[it.node()]; !it.isPassed() {
			s.positions = s.positions || n.positions
			s.fromEnd = s.fromEnd || n.fromEnd
			s.kinds = s.kinds || len(n.kinds) > 0
		}
	}
	return b.mask.intern(s)
}

// decide sets the verdict and the rule behind it.
func (b *builder) decide(s *State) {
	switch {
	case b.guard:
	case b.forbid != noRule:
		s.excluded, s.rule = true, b.forbid
		return
	case b.exclude != noRule && !b.expose:
		s.excluded, s.rule = true, b.exclude
		return
	case b.omit != noRule && !b.spare:
		s.omitted, s.rule = true, b.omit
		return
	}
	s.verdict = Keep
	for layer, by := range b.selected {
		switch {
		case by >= 0:
			s.rule = by
		case by == aboveScope && !b.has(int32(layer), (*node).isOpen):
			b.selected[layer] = outsideRule
		case by == noRule && b.has(int32(layer), (*node).hasEdges):
			s.verdict = Partial
		case by == noRule:
			s.verdict = Drop
			return
		}
	}
}

// has reports whether an item of the layer fits.
func (b *builder) has(layer int32, fits func(*node) bool) bool {
	return slices.ContainsFunc(b.items, func(it item) bool {
		n := &b.mask.nodes[it.node()]
		return n.layer == layer && fits(n)
	})
}

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
	t := &trie{nodes: make([]node, 1), known: map[branch]int32{}} // the roots lie behind node 0
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
	size := s.size()
	if size > m.room {
		return s
	}
	m.room -= size
	m.states[string(k)] = s
	s.shared, s.table = true, newTable(s.Named())
	for _, it := range s.items { // the tables of its transitions
		n := &m.nodes[it.node()]
		if len(n.folds) > 0 && s.folds == nil {
			s.folds = s.foldTable()
		}
		for _, g := range n.globs {
			s.globs = append(s.globs, g.glob)
		}
		if it.isPassed() {
			continue
		}
		for _, e := range n.indexes {
			s.spans = append(s.spans, e.at)
		}
		for token := range n.pointers {
			if i := arrayPosition(token); i >= 0 {
				s.spans = append(s.spans, span{from: int64(i), to: int64(i) + 1})
			}
		}
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
