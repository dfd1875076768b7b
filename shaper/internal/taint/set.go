package taint

import (
	"bytes"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/jsonish"
)

// Mark replaces a value that was found.
const Mark = jsonish.Mark

// Set is a set of values to search for. It is safe for concurrent use.
type Set struct {
	text   []byte
	ends   []int
	grams  grams
	odd    bool // a value has no window
	beyond int
	covers bool
	made   sync.Once
	found  *automaton
	hits   []atomic.Bool // by value
}

// Set returns a set of the values, or nil if there are none. length is the total length of the
// texts to search. The set does not share memory with the values.
func (v *Values) Set(length int) *Set {
	if len(v.ends)+v.beyond == 0 {
		return nil
	}
	s := &Set{text: bytes.Clone(v.text), ends: append([]int(nil), v.ends...), beyond: v.beyond, covers: v.covers}
	s.hits = make([]atomic.Bool, len(s.ends))
	windows := make([][]byte, 0, len(s.ends))
	for i := range s.ends {
		if w := windowOf(s.at(i)); w != nil {
			windows = append(windows, w)
		} else {
			s.odd = true
		}
	}
	s.grams = newGrams(windows, length)
	return s
}

func (s *Set) at(i int) []byte {
	from := 0
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.text[from:s.ends[i]]
}

// IsEmpty reports whether the set has no values.
func (s *Set) IsEmpty() bool { return len(s.ends) == 0 }

// Beyond returns the number of values that did not fit into the set.
func (s *Set) Beyond() int { return s.beyond }

// Found returns the number of values that Replace found.
func (s *Set) Found() (n int) {
	for i := range s.hits {
		if s.hits[i].Load() {
			n++
		}
	}
	return n
}

// Covers reports whether some texts of the response need decoding before a search, such as
// base64.
func (s *Set) Covers() bool { return s.covers }

// MayHold reports whether a string of a document may contain a value, at any nesting depth.
// The text is the raw document or a part of it.
func (s *Set) MayHold(text []byte) bool { return s.NextFit(text, 0) < len(text) }

// NextFit returns an offset at or after from. No value stands between from and this offset. It
// returns len(text) if there is no value. The text is as in [Set.MayHold].
func (s *Set) NextFit(text []byte, from int) int {
	rest := text[from:]
	if s.odd && bytes.IndexByte(rest, '\\') >= 0 || s.grams.spelled.in(rest) && s.isSpelled(rest) {
		return from
	}
	if s.odd && len(s.automaton().find(rest, func(int) {})) > 0 {
		return from
	}
	return s.grams.next(text, from)
}

// Replace replaces each value in a text by the mark, escaped or not, and reports whether there
// was one. Without a value it returns text itself.
func (s *Set) Replace(text []byte) ([]byte, bool) {
	all := s.spans(text, 0)
	if len(all) == 0 {
		return text, false
	}
	out, at := make([]byte, 0, len(text)), 0
	for _, p := range all {
		out = append(append(out, text[at:p.from]...), Mark...)
		at = p.to
	}
	return append(out, text[at:]...), true
}

// levels bounds how often a text is unescaped. Twenty levels of JSON in strings need a
// million backslashes before one quote.
const levels = 20

// spans returns the positions of values in a text, including escaped ones. level counts the
// unescape steps so far.
func (s *Set) spans(text []byte, level int) (all []span) {
	if s.odd || s.grams.mayHold(text) {
		all = s.automaton().find(text, s.hit)
	}
	if level == levels || bytes.IndexByte(text, '\\') < 0 {
		return all
	}
	said, escaped := unescape(text)
	if !escaped {
		return all
	}
	inner := s.spans(said, level+1)
	outward(text, inner)
	return merge(all, inner)
}

// isSpelled reports whether a text may contain a value with escapes.
func (s *Set) isSpelled(text []byte) bool {
	for range levels {
		text, _ = unescape(text)
		if s.grams.mayHold(text) {
			return true
		} else if !s.grams.spelled.in(text) {
			return false
		}
	}
	return true
}

func (s *Set) hit(i int) {
	if !s.hits[i].Load() {
		s.hits[i].Store(true)
	}
}

func (s *Set) automaton() *automaton {
	s.made.Do(func() { s.found = newAutomaton(len(s.ends), s.at) })
	return s.found
}

// merge joins two lists of spans. Overlapping spans become one.
func merge(a, b []span) []span {
	both := append(a, b...)
	slices.SortFunc(both, func(a, b span) int { return a.to - b.to })
	all := both[:0]
	for _, s := range both {
		all = union(all, s)
	}
	return all
}
