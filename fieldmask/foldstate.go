package fieldmask

import (
	"maps"
	"sync/atomic"
)

// stateFolds finds the states behind the folded names below one value.
type stateFolds struct {
	foldTable[foldLinks]
	// byName holds states of names that meet several folded names or patterns.
	byName atomic.Pointer[map[string]*State]
}

// foldLinks are the states of members that meet one folded name and nothing else: by
// their last parts, and as a whole.
type foldLinks [2]atomic.Pointer[State]

// mostFoldNames bounds the copies of byName.
const mostFoldNames = 64

// foldTable lists the folded names below the value.
func (s *State) foldTable() *stateFolds {
	t := &stateFolds{foldTable: *newFoldTable[foldLinks]()}
	for _, it := range s.items {
		for key := range s.mask.nodes[it.node()].folds {
			t.add(key.name, key.tails)
		}
	}
	return t
}

// foldMember returns the state of a member that meets a folded name; nil if it meets
// none.
func (s *State) foldMember(name []byte) *State {
	var memory foldMemory
	f := foldName(name, memory.letters[:0], memory.parts[:0])
	var slot *atomic.Pointer[State]
	met := 0
	s.folds.each(&f, func(e *foldEntry[foldLinks], whole bool) {
		met++
		slot = &e.value[0]
		if whole {
			slot = &e.value[1]
		}
	})
	if met == 0 {
		return nil
	}
	if met == 1 && !s.fitsGlob(name) {
		if next := slot.Load(); next != nil {
			return next
		}
		return s.link(slot, s.member(string(name)))
	}
	return s.folds.named(s, name)
}

// fitsGlob reports whether a name fits a pattern that is active at the value.
func (s *State) fitsGlob(name []byte) bool {
	for i := range s.globs {
		if s.globs[i].match(name) {
			return true
		}
	}
	return false
}

// named returns the state of a member by its name alone.
func (t *stateFolds) named(s *State, name []byte) *State {
	old := t.byName.Load()
	if old != nil {
		if next := (*old)[string(name)]; next != nil {
			return next
		}
	}
	next := s.member(string(name))
	if !next.shared || old != nil && len(*old) >= mostFoldNames {
		return next
	}
	all := map[string]*State{string(name): next}
	if old != nil {
		maps.Copy(all, *old)
	}
	t.byName.CompareAndSwap(old, &all)
	return next
}

// folds adds the nodes behind the folded names of a node that a name meets.
func (b *builder) folds(n *node, f folding, viaArray bool) {
	add := func(name []byte, whole bool) {
		for _, pointer := range []bool{false, true} {
			if pointer && viaArray {
				continue
			}
			b.add(n.folds[foldKey{string(name), true, pointer}].to, fresh)
			if whole {
				b.add(n.folds[foldKey{string(name), false, pointer}].to, fresh)
			}
		}
	}
	add(f.letters, true)
	for _, part := range f.parts {
		add(f.letters[part:], false)
	}
}
