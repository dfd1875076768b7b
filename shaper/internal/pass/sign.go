package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// sign is what the beginning of an element looks like in an array, by that of one of
// them. It tells others apart from most that is in them, but not from all of it: lists
// in lists may look alike.
//
//	…},{"id":17,"name":…       },{"id":  and the names that follow
//	…],[[1,2],…                ],[[
//	…","b",…                   ","
type sign struct {
	text  []byte // from the end of an element to the beginning of the next one
	lead  int    // of it, what is before the element
	names []byte // of its first members, as they are unescaped
	skip  scan.Skipper
}

const (
	longestSign  = 1 << 8  // bytes, which are more where text is indented far
	lookedInto   = 1 << 12 // bytes of an element, for its names
	namesTold    = 8       // of an element
	mostSearched = 1 << 8  // places that look right at first
)

// signOf is the sign of the elements of an array in which an element ends at src[i], and
// where the next one begins; nil where that looks like nothing in particular, or the
// text is broken.
func (p *Pass) signOf(i int) (s *sign, start int) {
	src, comma := p.src, scan.Space(p.src, i)
	if comma >= len(src) || src[comma] != ',' {
		return nil, i
	}
	start = scan.Space(src, comma+1)
	end := start + opening(src[start:])
	if end == start || end-i >= longestSign {
		return nil, start
	}
	s = &sign{text: src[i-1 : end], lead: start - i + 1}
	s.names = s.namesOf(src, start)
	return s, start
}

// opening is how much of the beginning of an element others share: its brackets, and
// the name of the first member; nothing of a scalar but the quote.
func opening(element []byte) (n int) {
	for n = scan.Space(element, 0); n < len(element); n = scan.Space(element, n) {
		switch element[n] {
		case '[':
			n++
		case '{':
			key := scan.Space(element, n+1)
			if end, _, kind := scan.String(element, key, longestSign); kind == scan.KindNone {
				return end
			}
			return n + 1
		case '"':
			return n + 1
		default:
			return n
		}
	}
	return n
}

// namesOf are the names of the first members of the element src[start], one after the
// other; nil where it is no object.
func (s *sign) namesOf(src []byte, start int) (names []byte) {
	n := 0
	s.skip.EachMember(src[:min(len(src), start+lookedInto)], start, func(name []byte, _, _ int) bool {
		names = append(append(names, name...), '\n')
		n++
		return n < namesTold
	})
	return names
}

// next is the first place from one on where an element seems to begin, -1 where there
// is none up to another place.
func (s *sign) next(src []byte, from, to int) int {
	from, to = max(0, from-s.lead), min(to, len(src))
	for range mostSearched {
		n := bytes.Index(src[from:to], s.text)
		if n < 0 {
			break
		}
		start := from + n + s.lead
		if names := s.namesOf(src, start); bytes.HasPrefix(names, s.names) || bytes.HasPrefix(s.names, names) {
			return start
		}
		from = start
	}
	return -1
}
