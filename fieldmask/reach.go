package fieldmask

import "slices"

// This file lists the states a mask can reach from a value whose content is unknown. A schema
// tells the possible names of members; it does not tell the actual ones.

// mostReached bounds the states listed for one value.
const mostReached = 1 << 8

// Unnamed returns the states of members that no rule spells out. There is one for each
// combination of active patterns and folded names that one name may fit. It fails if there are
// too many.
func (s *State) Unnamed() ([]*State, bool) {
	patterns := 0
	for _, it := range s.items {
		patterns += len(s.mask.nodes[it.node()].globs)
	}
	spellings, ok := s.spellings()
	if !ok || patterns > 63 || len(spellings)<<patterns > mostReached {
		return nil, false
	}
	if len(s.items) == 0 {
		return []*State{s.below()}, true
	}
	var all []*State
	for _, spelled := range spellings {
		for class := range uint64(1) << patterns {
			b := s.mask.builder(s)
			b.unnamed(s, class, spelled)
			all = reached(all, b.state())
		}
	}
	return all, true
}

// unnamed is [builder.member] for a name that no rule spells out. class has a bit for each
// pattern that the name fits; spelled is its folded form.
func (b *builder) unnamed(s *State, class uint64, spelled folding) {
	for _, it := range s.items {
		n := &b.mask.nodes[it.node()]
		b.folds(n, spelled, it.isPassed())
		for _, g := range n.globs {
			if class&1 == 1 {
				b.add(g.to, fresh)
			}
			class >>= 1
		}
		b.add(n.any, fresh)
		if n.loops {
			b.add(it.node(), fresh)
		}
	}
}

// Elements returns the states of the elements of arrays of any length. It fails where
// there are too many.
func (s *State) Elements() ([]*State, bool) {
	if !s.positions {
		return []*State{s.Element(0, 1)}, true
	}
	front, back := s.bounds()
	if len(front)*len(back) > mostReached {
		return nil, false
	}
	var all []*State
	for _, i := range front {
		for _, rest := range back {
			all = reached(all, s.element(i, i+rest))
		}
	}
	return all, true
}

// bounds returns the positions from the front, and from the end, at which a rule begins or
// ends. Between two of them nothing changes.
func (s *State) bounds() (front, back []int) {
	front, back = []int{0}, []int{1}
	note := func(at int64) {
		if at >= 0 {
			front = append(front, int(at))
		} else {
			back = append(back, int(-at), int(-at)+1)
		}
	}
	for _, it := range s.items {
		if it.isPassed() {
			continue
		}
		n := &s.mask.nodes[it.node()]
		for _, e := range n.indexes {
			note(e.at.from)
			note(e.at.to)
		}
		for token := range n.pointers {
			if i := arrayPosition(token); i >= 0 {
				note(int64(i))
				note(int64(i) + 1)
			}
		}
	}
	slices.Sort(front)
	slices.Sort(back)
	return slices.Compact(front), slices.Compact(back)
}

// reached are the states with one more, unless it is among them. States that the mask
// holds are the same where they are alike.
func reached(all []*State, s *State) []*State {
	if slices.Contains(all, s) {
		return all
	}
	return append(all, s)
}
