package fieldmask

import "encoding/binary"

// A mask holds states of up to this many entries together, see [State.size];
// beyond, they are made anew wherever they are needed.
const maxEntries = 1 << 16

// key identifies a state: equal states have equal keys.
func (s *State) key() string {
	k := make([]byte, 0, 4*(len(s.items)+len(s.selected)+len(s.ends)+5))
	for _, it := range s.items {
		k = binary.LittleEndian.AppendUint32(k, uint32(it))
	}
	for _, list := range [][]int32{s.selected, s.ends, {s.rule, s.forbid, int32(s.verdict)}} {
		k = binary.LittleEndian.AppendUint32(k, ^uint32(0)>>1) // no item has this number
		for _, v := range list {
			k = binary.LittleEndian.AppendUint32(k, uint32(v))
		}
	}
	return string(k)
}

// intern returns the mask's state that equals s. If there is none and there is room, s becomes
// it. Without room s stays on its own, with the same results.
func (m *Mask) intern(s *State) *State {
	key := s.key()
	m.mu.Lock()
	defer m.mu.Unlock()
	if known, ok := m.states[key]; ok {
		return known
	}
	if size := s.size(); size <= m.room {
		m.room -= size
		s.share()
		m.states[key] = s
	}
	return s
}

// size returns the cost of holding a state: the state, its items and their edges.
func (s *State) size() int {
	size := 1 + len(s.items)
	for _, it := range s.items {
		n := &s.mask.nodes[it.node()]
		size += len(n.names) + len(n.pointers) + len(n.globs) + len(n.folds) + len(n.indexes) + len(n.kinds)
	}
	return size
}
