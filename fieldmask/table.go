package fieldmask

import (
	"math/bits"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// table finds the state behind a member name: open addressing, at most half
// full. A hash finds the slot; the name itself is compared in the end.
type table struct {
	lengths uint64 // bit l&63 is set where a name of length l is in
	slots   []*entry
}

// seed serves the tables of all masks.
var seed = words.NewSeed()

type entry struct {
	name string
	to   atomic.Pointer[State]
}

func newTable(names []string) *table {
	t := &table{slots: make([]*entry, 2<<bits.Len(uint(len(names))))}
	for _, name := range names {
		t.lengths |= 1 << (len(name) & 63)
		i := seed.Hash([]byte(name))
		for t.slots[t.slot(i)] != nil {
			i++
		}
		t.slots[t.slot(i)] = &entry{name: name}
	}
	return t
}

func (t *table) slot(hash uint32) int { return int(hash) & (len(t.slots) - 1) }

// find returns the entry of a name, or nil.
func (t *table) find(name []byte) *entry {
	if t.lengths>>(len(name)&63)&1 == 0 {
		return nil
	}
	for i := seed.Hash(name); ; i++ {
		e := t.slots[t.slot(i)]
		if e == nil || e.name == string(name) {
			return e
		}
	}
}
