package redact

import "github.com/seed-7aa78ce4/shape/internal/jsonish"

// sizes counts the elements of arrays in one value. Nested arrays are counted together with
// the outer one, so almost nothing is counted twice.
type sizes struct {
	tokens  jsonish.Tokens
	counted []size // by offset
	passed  int    // the entries of counted that are used up
	open    []int  // for each open container its index in counted, or notCounted
}

type size struct{ at, elements int }

const (
	maxSizes   = 1 << 16 // stored sizes; later arrays are counted on request
	notCounted = -1
)

func (s *sizes) reset() { s.counted, s.passed = s.counted[:0], 0 }

// lengthAt returns the number of elements of the array at text[at]. Calls must ascend.
func (s *sizes) lengthAt(text []byte, at int) int {
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
