package scan

// Skipper reads whole values without looking at what they mean. It keeps its
// stack between calls, so that reuse costs no allocation; it is not safe for
// concurrent use. The zero value is ready.
type Skipper struct {
	// Strict refuses duplicate names in every object.
	Strict bool

	members int   // names read in the innermost object, or inArray
	open    []int // the same of the containers around it, outermost first
	spaced  bool  // whitespace was passed
	names   Names
}

// inArray takes the place of a count of members in an array, and at the root.
const inArray = -1

// Value reads the value whose first byte is src[i], inside depth containers
// that are open already. It returns the index after it and whether whitespace
// stands between its tokens (a copy of it is then not compact), or the offset
// of the first fault and its kind. lim has no zero field.
func (s *Skipper) Value(src []byte, i, depth int, lim *Limits) (end int, spaces bool, kind Kind) {
	s.open, s.members, s.spaced = s.open[:0], inArray, false
	if s.Strict {
		s.names.Reset()
	}
	for {
		if s.members != inArray {
			if i, kind = s.name(src, i, lim); kind != KindNone {
				return i, s.spaced, kind
			}
		}
		if i < len(src) && (src[i] == '{' || src[i] == '[') {
			if depth+len(s.open) >= lim.Depth {
				return i, s.spaced, KindDepth
			}
			if i = s.enter(src, i); i >= len(src) || src[i] != s.closer() {
				continue
			}
		} else if i, kind = s.scalar(src, i, lim); kind != KindNone {
			return i, s.spaced, kind
		}
		if s.atItem(src, i) {
			i++
			continue
		}
		if i, kind = s.next(src, i); kind != KindNone || len(s.open) == 0 {
			return i, s.spaced, kind
		}
	}
}

// scalar is Scalar, but for numbers in an array, of which it reads as many as it can.
func (s *Skipper) scalar(src []byte, i int, lim *Limits) (end int, kind Kind) {
	switch {
	case i >= len(src):
	case src[i] == '"':
		end, _, kind = String(src, i, lim.StringBytes)
		return end, kind
	case src[i] <= '9' && s.members == inArray && len(s.open) > 0:
		if end, n := Numbers(src, i); n > 0 {
			return end, KindNone
		}
	}
	return Scalar(src, i, lim.StringBytes)
}

// enter opens the container whose bracket is src[i], and reads on to its first
// item or its closing bracket.
func (s *Skipper) enter(src []byte, i int) (next int) {
	s.open = append(s.open, s.members)
	s.members = inArray
	if src[i] == '{' {
		s.members = 0
		if s.Strict {
			s.names.Open()
		}
	}
	return s.space(src, i+1)
}

// atItem reports whether a comma stands at i, right before the next item of an
// open container. That is what next mostly meets in compact text.
func (s *Skipper) atItem(src []byte, i int) bool {
	return len(s.open) > 0 && i < len(src)-1 && src[i] == ',' && src[i+1] > ' '
}

// next reads what follows a value: it closes containers up to the first that
// goes on, and reads on to the next item there.
func (s *Skipper) next(src []byte, i int) (next int, kind Kind) {
	for len(s.open) > 0 {
		i = s.space(src, i)
		if i >= len(src) {
			return i, KindEOF
		}
		if src[i] == ',' {
			return s.space(src, i+1), KindNone
		}
		if src[i] != s.closer() {
			return i, KindComma
		}
		s.leave()
		i++
	}
	return i, KindNone
}

// leave closes the innermost container.
func (s *Skipper) leave() {
	if s.Strict && s.members != inArray {
		s.names.Close()
	}
	last := len(s.open) - 1
	s.members = s.open[last]
	s.open = s.open[:last]
}

// closer is the bracket that closes the innermost container.
func (s *Skipper) closer() byte {
	if s.members == inArray {
		return ']'
	}
	return '}'
}

// name reads a member's name and the colon, and on to the value.
func (s *Skipper) name(src []byte, i int, lim *Limits) (next int, kind Kind) {
	end, escapes, kind := String(src, i, lim.StringBytes)
	if kind != KindNone {
		return end, kind
	}
	if s.members++; s.members > lim.Members {
		return i, KindMembers
	}
	if s.Strict && s.names.Add(src, i+1, end-1, escapes != NoEscapes) {
		return i, KindDuplicate
	}
	if i = s.space(src, end); i >= len(src) {
		return i, KindEOF
	}
	if src[i] != ':' {
		return i, KindColon
	}
	return s.space(src, i+1), KindNone
}

// space is Space, and notes that there was some.
func (s *Skipper) space(src []byte, i int) int {
	if i < len(src) && src[i] <= ' ' {
		s.spaced = true
		return spaceRun(src, i)
	}
	return i
}
