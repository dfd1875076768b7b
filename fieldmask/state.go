package fieldmask

import (
	"maps"
	"math/bits"
	"slices"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// State is one value's place in a mask: its verdict and the rules for values below it. States
// are shared; a caller sees them as immutable.
type State struct {
	mask     *Mask
	items    []item
	selected []int32 // per layer: the rule that selected the value, or why none was needed
	ends     []int32
	marks    []int
	verdict  Verdict
	excluded bool
	omitted  bool
	rule     int32
	forbid   int32

	shared  bool // held by the mask, so that others may refer to it
	table   *table
	other   atomic.Pointer[State] // members that no rule names
	inArray atomic.Pointer[State] // elements, where positions do not matter
	found   atomic.Pointer[State] // a document in the value's text
	globs   []glob                // active name patterns; of a shared state
	spans   []span                // active positions; of a shared state
	byGlob  classes               // members that no rule names, by the patterns they fit
	bySpan  classes               // elements, by the spans they lie in
	folds   *stateFolds           // folded names; nil without any
	byKind  classes               // the value itself, by its kind

	positions bool // elements differ by their position
	fromEnd   bool // some rule counts positions from the end
	kinds     bool // the kind of the value matters
}

// Mask returns the mask of the state.
func (s *State) Mask() *Mask { return s.mask }

// Verdict returns the decision for the value.
func (s *State) Verdict() Verdict { return s.verdict }

// Excluded reports whether an exclude dropped the value, and not merely the
// lack of an include.
func (s *State) Excluded() bool { return s.excluded }

// Omitted reports whether an [Omit] dropped the value.
func (s *State) Omitted() bool { return s.omitted }

// Whole reports whether the value is kept and no rule can change anything below.
func (s *State) Whole() bool { return s.verdict == Keep && len(s.items) == 0 }

// Marks returns the values of the marks that hold here.
func (s *State) Marks() []int { return s.marks }

// Rule returns the number of the rule behind the verdict, or -1 if the
// verdict is the absence of one.
func (s *State) Rule() int { return int(max(s.rule, noRule)) }

// Forbidden returns the number of the rule that forbids the value, or -1. It does so even if a
// guard keeps the value.
func (s *State) Forbidden() int { return int(s.forbid) }

// Layer returns the number of the first include layer that does not select the value itself,
// or -1 if every layer does.
func (s *State) Layer() int {
	return slices.IndexFunc(s.selected, func(by int32) bool { return by == noRule || by == aboveScope })
}

// Ends returns the numbers of the rules whose paths end here.
func (s *State) Ends() []int32 { return s.ends }

// NeedsSize reports whether [State.Element] must be told the array's length.
func (s *State) NeedsSize() bool { return s.fromEnd }

// Member returns the state of the member with a name. The name is unescaped.
func (s *State) Member(name []byte) *State {
	if len(s.items) == 0 {
		return s.below()
	}
	if s.table == nil {
		return s.member(string(name))
	}
	if e := s.table.find(name); e != nil {
		if next := e.to.Load(); next != nil {
			return next
		}
		return s.link(&e.to, s.member(e.name))
	}
	if s.folds != nil && s.folds.mayMeet(name) {
		if next := s.foldMember(name); next != nil {
			return next
		}
	}
	if len(s.globs) > 0 {
		return s.globMember(name)
	}
	if next := s.other.Load(); next != nil {
		return next
	}
	return s.link(&s.other, s.member(string(name)))
}

// globMember is Member for a name that no rule spells out: all such names that
// fit the same patterns lead to the same state.
func (s *State) globMember(name []byte) *State {
	class, ok := classOf(s.globs, func(g glob) bool { return g.match(name) })
	if ok {
		if next := s.byGlob.get(class); next != nil {
			return next
		}
	}
	next := s.member(string(name))
	if ok && next.shared {
		s.byGlob.put(class, next)
	}
	return next
}

// Element returns the state of element i of an array. size is the array's length; it matters
// only if [State.NeedsSize] is true.
func (s *State) Element(i, size int) *State {
	switch {
	case len(s.items) == 0:
		return s.below()
	case s.positions:
		return s.spanElement(i, size)
	}
	if next := s.inArray.Load(); next != nil {
		return next
	}
	return s.link(&s.inArray, s.element(i, size))
}

// Uniform reports whether every element of an array has the same state.
func (s *State) Uniform() bool { return !s.positions }

func (s *State) spanElement(i, size int) *State {
	if !s.shared {
		return s.element(i, size)
	}
	class, ok := classOf(s.spans, func(r span) bool { return r.holds(i, size) })
	if ok {
		if next := s.bySpan.get(class); next != nil {
			return next
		}
	}
	next := s.element(i, size)
	if ok && next.shared {
		s.bySpan.put(class, next)
	}
	return next
}

// Of returns the state of the same value with a known kind: the rules for that kind (Rule.Of)
// act too. Kinds are numbers that the rules and the walk agree on. A dropped value stays
// dropped.
func (s *State) Of(kind int) *State {
	if !s.kinds {
		return s
	}
	if next := s.byKind.get(uint64(kind)); next != nil {
		return next
	}
	b := s.mask.builder(s)
	b.of(s, kind)
	next := b.state()
	if s.shared && next.shared {
		s.byKind.put(uint64(kind), next)
	}
	return next
}

// below returns the state of a value under one that no rule leads on from. It is the same
// state without the rules that end at the value. Under the include a and a mark at a, the
// state of a.b is kept and has no mark. Below a dropped value everything is dropped.
func (s *State) below() *State {
	if s.verdict == Drop || len(s.ends) == 0 {
		return s
	}
	if next := s.other.Load(); next != nil {
		return next
	}
	return s.link(&s.other, s.mask.builder(s).state())
}

func (s *State) member(name string) *State {
	b := s.mask.builder(s)
	b.member(s, name)
	return b.state()
}

func (s *State) element(i, size int) *State {
	b := s.mask.builder(s)
	b.element(s, i, size)
	return b.state()
}

// link remembers a state in a slot, where both are held by the mask, and
// returns it.
func (s *State) link(slot *atomic.Pointer[State], next *State) *State {
	if s.shared && next.shared {
		slot.Store(next)
	}
	return next
}

// Named returns the names of members that rules spell out below the value.
func (s *State) Named() []string {
	names := map[string]bool{}
	for _, it := range s.items {
		n := &s.mask.nodes[it.node()]
		for name := range n.names {
			names[name] = true
		}
		for _, edge := range n.folds {
			for _, name := range edge.spelled {
				names[name] = true
			}
		}
		if !it.isPassed() {
			for name := range n.pointers {
				names[name] = true
			}
		}
	}
	return slices.Collect(maps.Keys(names))
}

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
		i, last := int(seed.Hash([]byte(name))), len(t.slots)-1
		for t.slots[i&last] != nil {
			i++
		}
		t.slots[i&last] = &entry{name: name}
	}
	return t
}

// find returns the entry of a name, or nil.
func (t *table) find(name []byte) *entry {
	if t.lengths>>(len(name)&63)&1 == 0 {
		return nil
	}
	for i := int(seed.Hash(name)); ; i++ {
		e := t.slots[i&(len(t.slots)-1)]
		if e == nil || e.name == string(name) {
			return e
		}
	}
}
