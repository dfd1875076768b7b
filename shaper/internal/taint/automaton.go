package taint

// automaton is the automaton of Aho and Corasick over a set of patterns. It takes one step
// for each byte of a text, and a number of links that the steps bound.
type automaton struct {
	nodes []node
	edges map[edge]int32
	roots [256]int32 // the edges of the root
}

// node stands for the beginning of a pattern. pattern is the longest pattern that ends
// here, plus 1; size is its length.
type node struct {
	suffix        int32 // the longest other node that this one ends with
	pattern, size int32
}

type edge struct {
	from int32
	by   byte
}

// newAutomaton makes an automaton of n patterns.
func newAutomaton(n int, pattern func(i int) []byte) *automaton {
	a := &automaton{nodes: make([]node, 1), edges: map[edge]int32{}}
	var parents []edge // of each node but the root
	for i := range n {
		at, text := int32(0), pattern(i)
		for _, c := range text {
			next := a.child(at, c)
			if next == 0 {
				next = int32(len(a.nodes))
				a.nodes = append(a.nodes, node{})
				parents = append(parents, edge{at, c})
				a.link(at, c, next)
			}
			at = next
		}
		a.nodes[at].pattern, a.nodes[at].size = int32(i+1), int32(len(text))
	}
	a.suffixes(parents)
	return a
}

func (a *automaton) child(at int32, c byte) int32 {
	if at == 0 {
		return a.roots[c]
	}
	return a.edges[edge{at, c}]
}

func (a *automaton) link(at int32, c byte, next int32) {
	if at == 0 {
		a.roots[c] = next
	} else {
		a.edges[edge{at, c}] = next
	}
}

// suffixes fills in the suffix of each node, the nodes nearest to the root first.
func (a *automaton) suffixes(parents []edge) {
	depths := make([]int32, len(a.nodes))
	deepest := int32(0)
	for i, p := range parents {
		depths[i+1] = depths[p.from] + 1
		deepest = max(deepest, depths[i+1])
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
		p := parents[i-1]
		if p.from != 0 {
			a.nodes[i].suffix = a.next(a.nodes[p.from].suffix, p.by)
		}
		if n, s := &a.nodes[i], a.nodes[a.nodes[i].suffix]; n.pattern == 0 {
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
