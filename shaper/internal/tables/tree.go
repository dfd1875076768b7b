package tables

import (
	"math"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// tree is a valid text without white space, and its values in their order. Those inside
// a value follow it.
type tree struct {
	src     []byte
	nodes   []node
	deepest int // containers that are open at once
}

// node is a value.
type node struct {
	key        uint32 // start of its name, or its own start if it has none
	start, end uint32
	next       uint32 // number of the first value behind it
}

// grow lists the values of a valid text without white space.
func grow(src []byte) *tree {
	t := &tree{src: src}
	var open []uint32
	for i := 0; i < len(src); {
		switch src[i] {
		case ',':
			i++
		case ']', '}':
			i++
			last := len(open) - 1
			t.close(open[last], i)
			open = open[:last]
		default:
			n := t.begin(i)
			if i = int(t.nodes[n].start); scan.IsOpener(src[i]) {
				open = append(open, n)
				t.deepest = max(t.deepest, len(open))
				i++
				continue
			}
			i, _ = scan.Scalar(src, i, math.MaxInt)
			t.close(n, i)
		}
	}
	return t
}

// begin adds the value that begins at src[i], or of which the name does.
func (t *tree) begin(i int) uint32 {
	start := i
	if t.src[i] == '"' {
		if end, _, _ := scan.String(t.src, i, math.MaxInt); end < len(t.src) && t.src[end] == ':' {
			start = end + 1
		}
	}
	t.nodes = append(t.nodes, node{key: uint32(i), start: uint32(start)})
	return uint32(len(t.nodes) - 1)
}

func (t *tree) close(n uint32, end int) {
	t.nodes[n].end, t.nodes[n].next = uint32(end), uint32(len(t.nodes))
}

// inside yields the values of a container.
func (t *tree) inside(n uint32) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		for c := n + 1; c < t.nodes[n].next && yield(c); {
			c = t.nodes[c].next
		}
	}
}

// name is a name as it is written, with its quotes; empty where the value has none.
func (t *tree) name(n uint32) []byte {
	v := &t.nodes[n]
	if v.key == v.start {
		return nil
	}
	return t.src[v.key : v.start-1]
}

// value is a value as it is written.
func (t *tree) value(n uint32) []byte { return t.src[t.nodes[n].start:t.nodes[n].end] }

// kind is the byte with which a value begins.
func (t *tree) kind(n uint32) byte { return t.src[t.nodes[n].start] }

// copier writes a text with other parts in it.
type copier struct {
	*tree
	out  []byte
	from uint32 // what is not copied yet
}

// upTo copies what stands before src[at].
func (c *copier) upTo(at uint32) {
	c.out = append(c.out, c.src[c.from:at]...)
	c.from = at
}

// list begins an item of a list, which is not the first one where more holds.
func (c *copier) list(more bool) {
	if more {
		c.out = append(c.out, ',')
	}
}
