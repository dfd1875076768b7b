package taint

// automaton is the automaton of Aho and Corasick over a set of patterns. It takes one step
// for each byte of a text, and a number of links that the steps bound.
type automaton struct {
	nodes []node
	roots [256]int32 // the children of the root
}

// node stands for the beginning of a pattern. pattern is the longest pattern that ends
// here, plus 1; size is its length.
type node struct {
	suffix         int32 // the longest other node that this one ends with
	pattern, size  int32
	child, sibling int32 // the first child, and the next one of the same parent
	parent         int32
	by             byte // that leads to the node
}

// newAutomaton makes an automaton of n patterns.
func newAutomaton(n int, pattern func(i int) []byte) *automaton {
	a := &automaton{nodes: make([]node, 1)}
	for i := range n {
		at, text := int32(0), pattern(i)
		for _, c := range text {
			next := a.child(at, c)
			if next == 0 {
				next = a.add(at, c)
			}
			at = next
		}
		a.nodes[at].pattern, a.nodes[at].size = int32(i+1), int32(len(text))
	}
	a.suffixes()
	return a
}

func (a *automaton) child(at int32, c byte) int32 {
	if at == 0 {
		return a.roots[c]
	}
	n := a.nodes[at].child
	for n != 0 && a.nodes[n].by != c {
		n = a.nodes[n].sibling
	}
	return n
}

// add adds a child to a node.
func (a *automaton) add(at int32, c byte) (next int32) {
	next = int32(len(a.nodes))
	a.nodes = append(a.nodes, node{parent: at, by: c})
	if at == 0 {
		a.roots[c] = next
	} else {
		a.nodes[next].sibling, a.nodes[at].child = a.nodes[at].child, next
	}
	return next
}

// suffixes fills in the suffix of each node, the nodes nearest to the root first.
func (a *automaton) suffixes() {
	depths := make([]int32, len(a.nodes))
	deepest := int32(0)
	for i := 1; i < len(a.nodes); i++ {
		depths[i] = depths[a.nodes[i].parent] + 1
		deepest = max(deepest, depths[i])
	}
	starts := make([]int32, deepest+2)
	for _, d := range depths {
		starts[d+1]++
	}
	for d := range deepest + 1 {
		starts[d+1] += starts[d]
	}
	order := make([]int32, len(a.nodes))
	for i, d := range depths {
		order[starts[d]] = int32(i)
		starts[d]++
	}
	for _, i := range order[1:] {
		n := &a.nodes[i]
		if n.parent != 0 {
			n.suffix = a.next(a.nodes[n.parent].suffix, n.by)
		}
		if s := a.nodes[n.suffix]; n.pattern == 0 {
			n.pattern, n.size = s.pattern, s.size
		}
	}
}

// next returns the node after one more byte.
func (a *automaton) next(at int32, c byte) int32 {
	for {
		if next := a.child(at, c); next != 0 || at == 0 {
			return next
		}
		at = a.nodes[at].suffix
	}
}

// find returns the parts of a text that patterns cover. Parts that overlap are one. It
// tells hit the number of each pattern that ends somewhere as the longest one.
func (a *automaton) find(text []byte, hit func(pattern int)) (all []span) {
	at := int32(0)
	for i, c := range text {
		at = a.next(at, c)
		n := a.nodes[at]
		if n.pattern == 0 {
			continue
		}
		hit(int(n.pattern - 1))
		all = union(all, span{i + 1 - int(n.size), i + 1})
	}
	return all
}

// union adds a span that ends behind all others.
func union(all []span, s span) []span {
	for len(all) > 0 && all[len(all)-1].to > s.from {
		s.from = min(s.from, all[len(all)-1].from)
		all = all[:len(all)-1]
	}
	return append(all, s)
}
