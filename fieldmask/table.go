package fieldmask

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"
)

// table finds the state behind a member name: open addressing, at most half
// full, over a hash of the length and of the first and last eight bytes, which
// tell nearly all real names apart; the name itself is compared in the end.
type table struct {
	lengths uint64 // bit l&63 is set where a name of length l is in
	slots   []*entry
}

type entry struct {
	name string
	to   atomic.Pointer[State]
}

func newTable(names []string) *table {
	t := &table{slots: make([]*entry, 2<<bits.Len(uint(len(names))))}
	for _, name := range names {
		t.lengths |= 1 << (len(name) & 63)
		i := hash([]byte(name))
		for t.slots[t.slot(i)] != nil {
			i++
		}
		t.slots[t.slot(i)] = &entry{name: name}
	}
	return t
}

func (t *table) slot(h uint64) uint64 { return h & uint64(len(t.slots)-1) }

// find returns the entry of a name, or nil.
func (t *table) find(name []byte) *entry {
	if t.lengths>>(len(name)&63)&1 == 0 {
		return nil
	}
	for i := hash(name); ; i++ {
		e := t.slots[t.slot(i)]
		if e == nil || e.name == string(name) {
			return e
		}
	}
}

func hash(name []byte) uint64 {
	n := len(name)
	var first, last uint64
	switch {
	case n >= 8:
		first, last = binary.LittleEndian.Uint64(name), binary.LittleEndian.Uint64(name[n-8:])
	case n >= 4:
		first = uint64(binary.LittleEndian.Uint32(name))
		last = uint64(binary.LittleEndian.Uint32(name[n-4:]))
	case n > 0:
		first = uint64(name[0])<<16 | uint64(name[n/2])<<8 | uint64(name[n-1])
	}
	hi, lo := bits.Mul64(first^0x9e3779b97f4a7c15, last^uint64(n)^0xe7037ed1a0b428db)
	return hi ^ lo
}
