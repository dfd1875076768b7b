package journal

import "slices"

// scopes records the parts of a response whose decisions are taken back. Such a part is a
// container that goes after its walk, or a document inside that cannot be shaped. A first pass
// numbers the parts and lists those taken back. A second pass reports nothing inside them.
type scopes struct {
	opened int   // parts so far in this pass
	back   []int // parts taken back, in order, without those inside them
	known  bool  // back is complete
	mute   int   // the open part that will be taken back, or 0
}

func (s *scopes) open() int {
	s.opened++
	if s.known && s.mute == 0 {
		if _, goes := slices.BinarySearch(s.back, s.opened); goes {
			s.mute = s.opened
		}
	}
	return s.opened
}

func (s *scopes) close(part int, stands bool) {
	switch {
	case s.mute == part:
		s.mute = 0
	case !s.known && !stands:
		inside, _ := slices.BinarySearch(s.back, part)
		s.back = append(s.back[:inside], part)
	}
}
