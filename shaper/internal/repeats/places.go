package repeats

import (
	"bytes"
	"strconv"

	"github.com/seed-7aa78ce4/shape/shaper/internal/nodes"
)

// places tells where the values of a tree stand.
type places struct {
	*nodes.Tree
	parent, index []uint32                     // of each value, and in that one; the root is its own
	items         map[uint32][]uint32          // of arrays through which a pointer leads
	members       map[uint32]map[string]uint32 // and of objects, by step
}

func placesIn(t *nodes.Tree) places {
	size := len(t.Nodes)
	p := places{t, make([]uint32, size), make([]uint32, size), map[uint32][]uint32{}, map[uint32]map[string]uint32{}}
	for n := range uint32(size) {
		index := uint32(0)
		for c := range t.Inside(n) {
			p.parent[c], p.index[c] = n, index
			index++
		}
	}
	return p
}

// step is how a pointer leads to a value from its parent; false where its name is written
// with an escape, through which none leads, or stands before it.
func (p *places) step(n uint32) (step string, ok bool) {
	name := p.Name(n)
	if name == nil {
		return strconv.Itoa(int(p.index[n])), true
	}
	step, ok = stepOf(name)
	return step, ok && p.member(p.parent[n], step) == n
}

func stepOf(name []byte) (step string, ok bool) {
	step = string(name[1 : len(name)-1])
	if bytes.ContainsAny(name, "~/") {
		step = escaper.Replace(step)
	}
	return step, bytes.IndexByte(name, '\\') < 0
}

// member is the first member of an object to which a step leads; 0, which is none, where
// there is none.
func (p *places) member(object uint32, step string) uint32 {
	members, known := p.members[object]
	if !known {
		members = map[string]uint32{}
		for c := range p.Inside(object) {
			step, ok := stepOf(p.Name(c))
			if _, twice := members[step]; ok && !twice {
				members[step] = c
			}
		}
		p.members[object] = members
	}
	return members[step]
}

// item is an element of an array, or 0.
func (p *places) item(array uint32, step string) uint32 {
	items, known := p.items[array]
	if !known {
		for c := range p.Inside(array) {
			items = append(items, c)
		}
		p.items[array] = items
	}
	if i, err := strconv.ParseUint(step, 10, 32); err == nil && i < uint64(len(items)) {
		return items[i]
	}
	return 0
}

// below is the value to which a step leads, or 0.
func (p *places) below(n uint32, step string) uint32 {
	switch p.Kind(n) {
	case '[':
		return p.item(n, step)
	case '{':
		return p.member(n, step)
	}
	return 0
}
