package redact

import "github.com/seed-7aa78ce4/shape/internal/jsonish"

// sizes are the lengths of arrays of one value. Those inside an array are counted
// with it, so that hardly anything is counted twice.
type sizes struct {
	tokens  jsonish.Tokens
	counted []size // in the order of their places
	passed  int    // of them
	open    []int  // of the containers open while counting: index into counted; notCounted
}

type size struct{ at, elements int }

const (
	maxSizes   = 1 << 16 // are remembered; what comes after them is counted in its turn
	notCounted = -1
)

func (s *sizes) reset() { s.counted, s.passed = s.counted[:0], 0 }

// of is the number of elements of the array at text[at]; it is asked for arrays in
// their order.
func (s *sizes) of(text []byte, at int) int {
	for ; s.passed < len(s.counted); s.passed++ {
		if c := s.counted[s.passed]; c.at == at {
			return c.elements
		}
	}
	s.reset()
	s.open = s.open[:0]
	s.tokens.Begin(text, at)
	for t, ok := s.tokens.Next(); ok; t, ok = s.tokens.Next() {
		s.count(t)
	}
	return s.counted[0].elements
}

func (s *sizes) count(t jsonish.Token) {
	top := len(s.open) - 1
	switch t.Kind {
	case jsonish.EndArray, jsonish.EndObject:
		s.open = s.open[:top]
		return
	case jsonish.Name, jsonish.Comma, jsonish.Colon, jsonish.Comment:
		return
	}
	if top >= 0 && s.open[top] != notCounted {
		s.counted[s.open[top]].elements++
	}
	switch {
	case t.Kind == jsonish.BeginArray && len(s.counted) < maxSizes:
		s.open = append(s.open, len(s.counted))
		s.counted = append(s.counted, size{at: t.Start})
	case t.Kind == jsonish.BeginArray || t.Kind == jsonish.BeginObject:
		s.open = append(s.open, notCounted)
	}
}
