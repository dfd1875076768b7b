// Package nodes lists the values of a JSON text in their order, for what says the same in
// another way: as tables, or with references.
package nodes

import (
	"math"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Tree is a valid text without white space, and its values in their order. Those inside
// a value come right behind it.
type Tree struct {
	Src     []byte
	Nodes   []Node
	Deepest int // containers that are open at once
}

// Node is a value.
type Node struct {
	Key        uint32 // where its name begins, or it does itself where it has none
	Start, End uint32
	Next       uint32 // number of the first value behind it
}

// Grow lists the values of a valid text without white space.
func Grow(src []byte) *Tree {
	t := &Tree{Src: src}
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
			if i = int(t.Nodes[n].Start); scan.IsOpener(src[i]) {
				open = append(open, n)
				t.Deepest = max(t.Deepest, len(open))
				i++
				continue
			}
			i, _ = scan.Scalar(src, i, math.MaxInt)
			t.close(n, i)
		}
	}
	return t
}

// begin adds the value that begins at Src[i], or of which the name does.
func (t *Tree) begin(i int) uint32 {
	start := i
	if t.Src[i] == '"' {
		if end, _, _ := scan.String(t.Src, i, math.MaxInt); end < len(t.Src) && t.Src[end] == ':' {
			start = end + 1
		}
	}
	t.Nodes = append(t.Nodes, Node{Key: uint32(i), Start: uint32(start)})
	return uint32(len(t.Nodes) - 1)
}

func (t *Tree) close(n uint32, end int) {
	t.Nodes[n].End, t.Nodes[n].Next = uint32(end), uint32(len(t.Nodes))
}

// Inside yields the values of a container.
func (t *Tree) Inside(n uint32) func(yield func(uint32) bool) {
	return func(yield func(uint32) bool) {
		for c := n + 1; c < t.Nodes[n].Next && yield(c); {
			c = t.Nodes[c].Next
		}
	}
}

// Name is a name as it is written, with its quotes; empty where the value has none.
func (t *Tree) Name(n uint32) []byte {
	v := &t.Nodes[n]
	if v.Key == v.Start {
		return nil
	}
	return t.Src[v.Key : v.Start-1]
}

// Value is a value as it is written.
func (t *Tree) Value(n uint32) []byte { return t.Src[t.Nodes[n].Start:t.Nodes[n].End] }

// Kind is the byte with which a value begins.
func (t *Tree) Kind(n uint32) byte { return t.Src[t.Nodes[n].Start] }

// Copier writes a text with other parts in it.
type Copier struct {
	*Tree
	Out  []byte
	From uint32 // what is not copied yet
}

// UpTo copies what stands before Src[at].
func (c *Copier) UpTo(at uint32) {
	c.Out = append(c.Out, c.Src[c.From:at]...)
	c.From = at
}

// List begins an item of a list, which is not the first one where more holds.
func (c *Copier) List(more bool) {
	if more {
		c.Out = append(c.Out, ',')
	}
}
