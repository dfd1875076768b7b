package fieldmask

// spellings returns one folded name for each combination of folded names that one name may
// meet. The first result has no letters and meets none. It fails if there are more than
// mostReached.
//
// Under password and db_password a name may meet both, by its parts.
func (s *State) spellings() (all []folding, ok bool) {
	all = append(all, folding{})
	if s.folds == nil && s.shared {
		return all, true
	}
	t := s.foldTable()
	if t == nil {
		return all, true
	}
	if len(t.names) > mostReached/2 {
		return nil, false
	}
	for name, e := range t.names {
		ends := t.endsOf(name)
		if 2<<len(ends) > mostReached {
			return nil, false
		}
		for class := range 1 << len(ends) {
			var parts []int
			for i, at := range ends {
				if class>>i&1 == 1 {
					parts = append(parts, at)
				}
			}
			all = append(all, folding{letters: []byte(name), parts: parts})
			if e.tails {
				all = append(all, foldedTail(name, parts))
			}
		}
		if len(all) > mostReached {
			return nil, false
		}
	}
	return all, true
}

// endsOf returns the offsets in a folded name at which another folded name begins that meets
// last parts.
func (t *stateFolds) endsOf(name string) (at []int) {
	for i := 1; i < len(name); i++ {
		if e := t.entry([]byte(name[i:])); e != nil && e.tails {
			at = append(at, i)
		}
	}
	return at
}

// foldedTail is a longer name that ends with a folded one. It may also meet a mask that names
// a NUL as its first letter; that is harmless.
func foldedTail(name string, parts []int) folding {
	const before = "\x00"
	moved := []int{len(before)}
	for _, at := range parts {
		moved = append(moved, at+len(before))
	}
	return folding{letters: []byte(before + name), parts: moved}
}
