package taint

import (
	"bytes"
	"sync"
	"sync/atomic"
)

// Mark stands in the place of a value that was found.
const Mark = "[withheld]"

// Set are values to look for. It is safe for concurrent use.
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

// Set returns a set of the values, or nil if there are none, for texts of some length in
// sum. It does not share memory with the values.
func (v *Values) Set(length int) *Set {
	if v.IsEmpty() {
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

// IsEmpty reports whether no value is looked for.
func (s *Set) IsEmpty() bool { return len(s.ends) == 0 }

// Beyond is the number of values that are not looked for, since there were too many.
func (s *Set) Beyond() int { return s.beyond }

// Found is the number of values that Replace met.
func (s *Set) Found() (n int) {
	for i := range s.hits {
		if s.hits[i].Load() {
			n++
		}
	}
	return n
}

// Covers reports whether texts of the response were not written as MayHold searches them.
func (s *Set) Covers() bool { return s.covers }

// MayHold reports whether a string of a document, or a string in it, may hold a value. The
// text is the document, or a part of it, as it is written.
func (s *Set) MayHold(text []byte) bool { return s.NextFit(text, 0) < len(text) }

// NextFit returns a place of a text from some place on before which no value stands, or
// the length of the text if there is none at all. The text is as in [Set.MayHold].
func (s *Set) NextFit(text []byte, from int) int {
	rest := text[from:]
	if s.odd && bytes.IndexByte(rest, '\\') >= 0 || spells(rest) {
		return from
	}
	if s.odd && s.automaton().holds(rest) {
		return from
	}
	return s.grams.next(text, from)
}

// Replace returns a text with the mark in the place of each value in it, escaped or not,
// and reports whether there was one. It returns text itself if there was none.
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

// spans returns where values stand in a text, also in what its escapes say, so many levels
// deep already.
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

func (s *Set) hit(i int) {
	if !s.hits[i].Load() {
		s.hits[i].Store(true)
	}
}

func (s *Set) automaton() *automaton {
	s.made.Do(func() { s.found = newAutomaton(len(s.ends), s.at) })
	return s.found
}

// holds reports whether a pattern stands in a text.
func (a *automaton) holds(text []byte) bool {
	at := int32(0)
	for _, c := range text {
		if at = a.next(at, c); a.nodes[at].pattern != 0 {
			return true
		}
	}
	return false
}

// merge joins two lists of spans that ascend. Spans that overlap are one.
func merge(a, b []span) (all []span) {
	if len(b) == 0 {
		return a
	}
	for len(a)+len(b) > 0 {
		if len(b) == 0 || len(a) > 0 && a[0].to <= b[0].to {
			all, a = union(all, a[0]), a[1:]
		} else {
			all, b = union(all, b[0]), b[1:]
		}
	}
	return all
}
