package tables

import (
	"math"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// tree is a compact valid text with its values in order. The values inside a value follow it.
type tree struct {
	src     []byte
	nodes   []node
	deepest int // the largest number of nested containers
}

// node is a value.
type node struct {
	key        uint32 // start of its name, or its own start if it has none
	start, end uint32
	next       uint32 // index of the first value after it
}

// grow lists the values of a compact valid text.
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

// begin adds the value at src[i], or the value whose name is at src[i].
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

// inside yields the direct children of a container.
func (t *tree) inside(n uint32) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		for c := n + 1; c < t.nodes[n].next && yield(c); {
			c = t.nodes[c].next
		}
	}
}

// name returns a raw name with its quotes, or nil if the value has none.
func (t *tree) name(n uint32) []byte {
	v := &t.nodes[n]
	if v.key == v.start {
		return nil
	}
	return t.src[v.key : v.start-1]
}

// value returns a raw value.
func (t *tree) value(n uint32) []byte { return t.src[t.nodes[n].start:t.nodes[n].end] }

// kind returns the first byte of a value.
func (t *tree) kind(n uint32) byte { return t.src[t.nodes[n].start] }

// copier copies a text and replaces parts of it.
type copier struct {
	*tree
	out  []byte
	from uint32 // the start of the text not yet copied
}

// upTo copies the text before src[at].
func (c *copier) upTo(at uint32) {
	c.out = append(c.out, c.src[c.from:at]...)
	c.from = at
}

// list writes a comma before each item of a list but the first.
func (c *copier) list(more bool) {
	if more {
		c.out = append(c.out, ',')
	}
}
