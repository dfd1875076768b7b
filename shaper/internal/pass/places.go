package pass

// places is a set of places in a text, of a bit for each byte of it. The zero value
// is empty.
type places []uint64

// add adds a place in a text of a size.
func (s *places) add(at, size int) {
	if *s == nil {
		*s = make(places, size/64+1)
	}
	(*s)[at/64] |= 1 << (at % 64)
}

func (s places) has(at int) bool { return s != nil && s[at/64]&(1<<(at%64)) != 0 }
