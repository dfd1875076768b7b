package fieldmask

// NameTable finds those of a set of names that a member's name meets, as [State.Member]
// does it. The zero NameTable holds no names. Example: with api_key folded, it finds
// that name for apiKey and X-Api-Key.
type NameTable struct {
	lengths uint64 // bit l&63 is set if an exact name has l bytes
	exact   map[string][]int
	folded  *foldTable[numbers]
	globs   []numberedGlob
}

// numbers are those of the names with one folding: that meet whole names alone, and last
// parts too.
type numbers struct{ whole, tails []int }

type numberedGlob struct {
	glob   glob
	number int
}

// Add adds a name under a number.
func (t *NameTable) Add(name Name, number int) {
	switch s := name.step; {
	case name.isGlob:
		t.globs = append(t.globs, numberedGlob{name.glob, number})
	case s.isFold():
		if t.folded == nil {
			t.folded = newFoldTable[numbers]()
		}
		e := t.folded.add(s.folded, s.tails)
		if s.tails {
			e.value.tails = append(e.value.tails, number)
		} else {
			e.value.whole = append(e.value.whole, number)
		}
	default:
		if t.exact == nil {
			t.exact = map[string][]int{}
		}
		t.exact[s.name] = append(t.exact[s.name], number)
		t.lengths |= 1 << (len(s.name) & 63)
	}
}

// Append appends the numbers of the names that the name of a member meets. That name is
// unescaped.
func (t *NameTable) Append(dst []int, name []byte) []int {
	if t.lengths>>(len(name)&63)&1 == 1 {
		dst = append(dst, t.exact[string(name)]...)
	}
	if t.folded != nil && t.folded.mayMeet(name) {
		dst = t.appendFolded(dst, name)
	}
	for i := range t.globs {
		if g := &t.globs[i]; g.glob.match(name) {
			dst = append(dst, g.number)
		}
	}
	return dst
}

func (t *NameTable) appendFolded(dst []int, name []byte) []int {
	var memory foldMemory
	f := foldName(name, memory.letters[:0], memory.parts[:0])
	t.folded.each(&f, func(e *foldEntry[numbers], whole bool) {
		dst = append(dst, e.value.tails...)
		if whole {
			dst = append(dst, e.value.whole...)
		}
	})
	return dst
}
