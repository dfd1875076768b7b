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

// Name is one named step of a path: a name, exact or folded, or a pattern.
type Name struct {
	step   step
	glob   glob
	isGlob bool
}

func nameOf(s step) Name {
	if s.op == opGlob {
		return Name{step: s, glob: s.glob(), isGlob: true}
	}
	return Name{step: s}
}

// Literal returns the name, and false where it is a pattern. A folded name meets more
// than what it says.
func (n Name) Literal() (string, bool) { return n.step.name, !n.isGlob }

// Match reports whether a member's name, which is unescaped text, fits.
func (n Name) Match(name []byte) bool {
	var t NameTable
	t.Add(n, 0)
	return len(t.Append(nil, name)) > 0
}

// IsFolded reports whether the name meets other spellings, as [Path.Folded] says.
func (n Name) IsFolded() bool { return n.step.folded != "" }

// Tail is what every name ends with that fits: the name itself, or what stands behind
// the last star of a pattern. Of a folded name it is without separators and in lower
// case, as the names are that fit it.
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
		case s.op == opGlob, s.op == opName, s.op == opPointer && arrayPosition(s.name) < 0:
			names = append(names, nameOf(s))
		}
	}
	return slices.Clip(names)
}
