package fieldmask

import "slices"

// Found returns the state of a document that was found at the value, for example in its text.
// A path through the value continues in the document. A path from the root of the mask also
// begins there again. A rule that ends at the value or at the root does not act again, since
// the value itself was decided.
//
// Under the excludes a.b and c, a document found at a loses its members b and c.
// Include lists that begin at the root do not begin anew.
func (s *State) Found() *State {
	if s.verdict == Drop {
		return s
	}
	if next := s.found.Load(); next != nil {
		return next
	}
	return s.link(&s.found, s.union(s.mask.root))
}

// union is the state with the items of two states, and nothing that ends there.
func (s *State) union(root *State) *State {
	b := s.mask.builder(s)
	for _, it := range s.items {
		b.take(it)
	}
	for _, it := range root.items {
		if s.mask.nodes[it.node()].layer == noLayer {
			b.take(it)
		}
	}
	return b.state()
}

// take adds an item without the rules that end there.
func (b *builder) take(it item) {
	if b.admit(it) {
		b.items = append(b.items, it)
	}
}

// Name is one named step of a path: a name, exact or folded, or a pattern.
type Name struct {
	step   step
	glob   glob
	isGlob bool
}

// Literal returns the name, and false for a pattern. A folded name also meets other spellings.
func (n Name) Literal() (string, bool) { return n.step.name, !n.isGlob }

// Match reports whether the name of a member fits. The name is unescaped.
func (n Name) Match(name []byte) bool {
	var t NameTable
	t.Add(n, 0)
	return len(t.Append(nil, name)) > 0
}

// IsFolded reports whether the name meets other spellings, as [Path.Folded] says.
func (n Name) IsFolded() bool { return n.step.folded != "" }

// Tail returns the text that every fitting name ends with: the name itself, or the part of a
// pattern after its last star. For a folded name it is in lower case and without separators,
// like the names that fit.
func (n Name) Tail() string {
	text := n.step.name
	if n.isGlob {
		text = string(compileGlob(text).tail)
	}
	if n.IsFolded() {
		text = string(foldName([]byte(text), nil, nil).letters)
	}
	return text
}

// Written is the tail as the mask spells it: separators and case show where its words
// begin.
func (n Name) Written() string {
	if n.isGlob {
		return string(compileGlob(n.step.name).tail)
	}
	return n.step.name
}

// Last returns the last name of the path, and false if the path ends with a wildcard or a
// position.
func (p Path) Last() (Name, bool) {
	if len(p.steps) == 0 {
		return Name{}, false
	}
	names := Path{steps: p.steps[len(p.steps)-1:]}.Names()
	if len(names) == 0 {
		return Name{}, false
	}
	return names[0], true
}

// Names returns the names of the path, in order. It leaves out wildcards and positions: "*",
// "**", indexes, and tokens of a pointer that may be positions.
func (p Path) Names() []Name {
	var names []Name
	for _, s := range p.steps {
		switch {
		case s.op == opGlob:
			names = append(names, Name{step: s, glob: s.glob(), isGlob: true})
		case s.op == opName, s.op == opPointer && arrayPosition(s.name) < 0:
			names = append(names, Name{step: s})
		}
	}
	return slices.Clip(names)
}

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
	case s.folded != "" && s.op != opGlob:
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
