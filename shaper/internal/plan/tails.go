package plan

// tails is a set of texts stored as a trie from their last byte. A look-up reads each byte of
// a text once, for any number of texts. The zero value is empty.
type tails struct {
	nodes []tail // the root is the first one
}

// tail is a node. The bytes from it up to the root form the end of a text.
type tail struct {
	c              byte
	ends           bool // a text begins here
	child, sibling int32
}

// add adds a text.
func (t *tails) add(text []byte) {
	if len(t.nodes) == 0 {
		t.nodes = append(t.nodes, tail{})
	}
	at := int32(0)
	for i := len(text) - 1; i >= 0; i-- {
		next := t.step(at, text[i])
		if next == 0 {
			next = int32(len(t.nodes))
			t.nodes = append(t.nodes, tail{c: text[i], sibling: t.nodes[at].child})
			t.nodes[at].child = next
		}
		at = next
	}
	t.nodes[at].ends = true
}

// step returns the child of a node for a byte; 0 is none.
func (t *tails) step(at int32, c byte) int32 {
	if t.isEmpty() {
		return 0
	}
	for n := t.nodes[at].child; n != 0; n = t.nodes[n].sibling {
		if t.nodes[n].c == c {
			return n
		}
	}
	return 0
}

// isEmpty reports whether there are no texts.
func (t *tails) isEmpty() bool { return len(t.nodes) == 0 }

// last appends the endings of the texts, each of at most the given length.
func (t *tails) last(all [][]byte, most int) [][]byte {
	if t.isEmpty() {
		return all
	}
	var read func(at int32, behind []byte)
	read = func(at int32, behind []byte) {
		if t.nodes[at].ends || len(behind) == most {
			all = append(all, behind)
			return
		}
		for n := t.nodes[at].child; n != 0; n = t.nodes[n].sibling {
			read(n, append([]byte{t.nodes[n].c}, behind...))
		}
	}
	read(0, nil)
	return all
}
