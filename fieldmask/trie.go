package fieldmask

import (
	"slices"
	"strconv"
)

// node is a place in the paths of a rule set: the steps that lead on from it
// and the rules that end at it. Paths that begin alike share nodes.
type node struct {
	names    map[string]int32
	pointers map[string]int32
	globs    []globEdge
	folds    map[foldKey]foldEdge
	indexes  []indexEdge
	kinds    map[int]int32 // at the same value, where it is of that kind
	any      int32         // through *; 0 is none, for no edge leads to a root
	deep     int32         // through **, may match no level at all
	loops    bool          // this node was reached through **: it stays active on every level
	layer    int32         // include layer, or noLayer
	open     bool          // on the way to a scope of the layer
	scope    bool          // a scope of the layer begins here
	// elements differ by their position; fromEnd: some rule counts from the end
	positions, fromEnd bool
	foldsNames         bool // a fold is no pointer token: arrays are transparent to it
	rules              []int32
}

type globEdge struct {
	glob glob
	to   int32
}

// foldKey tells the folded names below a node apart.
type foldKey struct {
	name           string
	tails, pointer bool
}

// foldEdge leads on through a folded name. spelled holds the names as masks have them.
type foldEdge struct {
	to      int32
	spelled []string
}

type indexEdge struct {
	at span
	to int32
}

const noLayer = int32(-1)

func (n *node) isOpen() bool { return n.open }

// hasEdges reports whether anything leads on from the node.
func (n *node) hasEdges() bool {
	return n.seesNames() || len(n.indexes) > 0 || len(n.pointers) > 0 || len(n.kinds) > 0 || len(n.folds) > 0
}

// seesNames reports whether the node matters inside an array: arrays are
// transparent to names, not to positions and pointers.
func (n *node) seesNames() bool {
	return len(n.names) > 0 || n.foldsNames || len(n.globs) > 0 || n.any != 0 || n.deep != 0 || n.loops
}

// trie builds the nodes.
type trie struct {
	nodes []node
	roots []int32
	known map[branch]int32 // to the nodes behind the branches
}

// branch is a step that leads on from a node. Two steps with one branch lead to one node.
type branch struct {
	from          int32
	op            op
	name          string // of a fold its letters
	folded, tails bool
	at            span
	kind          int // of the value itself, see [Rule].Of; then op and name do not count
}

// insert adds one rule, under the number by which nodes know it.
func (t *trie) insert(r Rule, id int32) {
	layer := noLayer
	if r.Kind == Include {
		layer = int32(r.Layer)
	}
	at, isNew := t.behind(branch{kind: int(layer)}) // of node 0
	if isNew {
		t.nodes[at].layer = layer
		t.roots = append(t.roots, at)
	}
	for _, s := range r.Scope.steps {
		if layer != noLayer {
			t.nodes[at].open = true
		}
		at = t.step(at, s)
	}
	t.nodes[at].scope = layer != noLayer
	if r.Of != 0 && r.Kind != Include {
		to, isNew := t.behind(branch{from: at, kind: r.Of})
		if n := &t.nodes[at]; isNew {
			n.kinds = put(n.kinds, r.Of, to)
		}
		at = to
	}
	path := r.Path
	if r.Kind == Exclude || r.Kind == Forbid || r.Kind == Omit {
		path = path.Everywhere()
	}
	for _, s := range path.steps {
		at = t.step(at, s)
	}
	t.nodes[at].rules = append(t.nodes[at].rules, id)
}

// behind returns the node behind a branch, and makes it if it is missing.
func (t *trie) behind(b branch) (to int32, isNew bool) {
	to, ok := t.known[b]
	if !ok {
		to = int32(len(t.nodes))
		t.nodes = append(t.nodes, node{layer: t.nodes[b.from].layer})
		t.known[b] = to
	}
	return to, !ok
}

// step returns the node behind one step, and makes it if it is missing.
func (t *trie) step(from int32, s step) int32 {
	if s.folded != "" && s.op != opGlob {
		return t.fold(from, s)
	}
	to, isNew := t.behind(branch{from: from, op: s.op, name: s.name, folded: s.folded != "", at: s.at})
	if !isNew {
		return to
	}
	n := &t.nodes[from]
	switch s.op {
	case opName:
		n.names = put(n.names, s.name, to)
	case opPointer:
		n.pointers = put(n.pointers, s.name, to)
		n.positions = n.positions || arrayPosition(s.name) >= 0
	case opGlob:
		n.globs = append(n.globs, globEdge{s.glob(), to})
	case opIndex:
		n.indexes = append(n.indexes, indexEdge{s.at, to})
		n.positions, n.fromEnd = true, n.fromEnd || s.at.fromEnd()
	case opAny:
		n.any = to
	case opDeep:
		n.deep = to
		t.nodes[to].loops = true
	}
	return to
}

// fold returns the node behind a folded name, and makes it if it is missing.
func (t *trie) fold(from int32, s step) int32 {
	to, _ := t.behind(branch{from: from, op: s.op, name: s.folded, folded: true, tails: s.tails})
	n := &t.nodes[from]
	n.foldsNames = n.foldsNames || s.op != opPointer
	key := foldKey{s.folded, s.tails, s.op == opPointer}
	edge := n.folds[key]
	if edge.to = to; !slices.Contains(edge.spelled, s.name) {
		edge.spelled = append(edge.spelled, s.name)
	}
	if n.folds == nil {
		n.folds = map[foldKey]foldEdge{}
	}
	n.folds[key] = edge
	return to
}

func put[K comparable](m map[K]int32, key K, to int32) map[K]int32 {
	if m == nil {
		m = map[K]int32{}
	}
	m[key] = to
	return m
}

// arrayPosition reads a pointer token as an array index (RFC 6901 §4); -1 where
// it is none.
func arrayPosition(token string) int {
	if token == "" || len(token) > 1 && token[0] == '0' || token[0] < '0' || token[0] > '9' {
		return -1
	}
	n, err := strconv.Atoi(token)
	if err != nil {
		return -1
	}
	return n
}
