package fieldmask

import (
	"maps"
	"sync/atomic"
)

// classes remembers the state behind each combination of patterns that a name
// or a position fits. It is read without a lock and copied on each write, for
// there are few combinations.
type classes struct {
	m atomic.Pointer[map[uint64]*State]
}

// maxClasses bounds the copies.
const maxClasses = 64

func (c *classes) get(class uint64) *State {
	if m := c.m.Load(); m != nil {
		return (*m)[class]
	}
	return nil
}

// put adds a state. A lost race costs no more than doing it again.
func (c *classes) put(class uint64, s *State) {
	old := c.m.Load()
	next := map[uint64]*State{class: s}
	if old != nil {
		if len(*old) >= maxClasses {
			return
		}
		maps.Copy(next, *old)
	}
	c.m.CompareAndSwap(old, &next)
}

// classOf sets one bit for each pattern that fits; ok is false if there are
// more patterns than bits.
func classOf[P any](patterns []P, fits func(P) bool) (class uint64, ok bool) {
	if len(patterns) > 64 {
		return 0, false
	}
	for i, p := range patterns {
		if fits(p) {
			class |= 1 << i
		}
	}
	return class, true
}
