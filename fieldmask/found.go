package fieldmask

import "slices"

// Found returns the state of a document that was found at the value: in its text,
// say. What leads on from the value leads on into the document, and what leads on
// from the root of the mask begins there once more. Of what ends at either, nothing
// acts again: the value itself was decided on.
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

// take adds an item without what ends there.
func (b *builder) take(it item) {
	if b.admit(it) {
		b.items = append(b.items, it)
	}
}

// Name is what a path has to say of one member's name: the name itself, or a
// pattern.
type Name struct {
	text   string
	glob   glob
	isGlob bool
}

// Literal returns the name, and false where it is a pattern.
func (n Name) Literal() (string, bool) { return n.text, !n.isGlob }

// Match reports whether a member's name, which is unescaped text, fits.
func (n Name) Match(name []byte) bool {
	if n.isGlob {
		return n.glob.match(name)
	}
	return n.text == string(name)
}

// Tail is what every name ends with that fits: the name itself, or what stands behind
// the last star of a pattern.
func (n Name) Tail() string {
	if n.isGlob {
		return string(n.glob.tail)
	}
	return n.text
}

// Last returns the name that the path ends with, and false where it ends with what
// stands for any name or for a position.
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

// Names returns the names on the way of the path, in order. What stands for any
// name and for positions is not among them: "*", "**", indexes, and those tokens
// of a pointer that may be positions.
func (p Path) Names() []Name {
	var names []Name
	for _, s := range p.steps {
		switch {
		case s.op == opGlob:
			names = append(names, Name{text: s.name, glob: compileGlob(s.name), isGlob: true})
		case s.op == opName, s.op == opPointer && arrayPosition(s.name) < 0:
			names = append(names, Name{text: s.name})
		}
	}
	return slices.Clip(names)
}
