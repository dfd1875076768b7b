package pass

import "slices"

// Most of what is decided stands once it is. Where a container goes for what is left
// of it, though, or a document inside cannot be shaped after all, nothing that was
// kept in it is kept. To tell what stands without holding back anything, a response
// is passed over twice: the first time the parts are noted that were taken back, by
// their numbers in the order in which they begin; the second time nothing is told of
// what is in them.

// scopes are the parts of a response of which all that is decided may be taken back.
type scopes struct {
	opened int   // so far in this pass
	back   []int // that were taken back, in order; those inside them are not listed
	told   bool  // the parts are known
	mute   int   // the part that will be taken back in which the pass is
}

// retell begins another pass over the same response.
func (s *scopes) retell() { s.opened, s.told, s.mute = 0, true, 0 }

func (s *scopes) open() int {
	s.opened++
	if s.told && s.mute == 0 {
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
	case !s.told && !stands:
		inside, _ := slices.BinarySearch(s.back, part)
		s.back = append(s.back[:inside], part)
	}
}
