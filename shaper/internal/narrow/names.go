package narrow

// Names holds the member names that a schema states for an object.
type Names struct {
	May  map[string]bool // all names
	Set  map[string]bool // the names whose values may be other than null
	Must map[string]bool // the required names
}

// NamesIn returns the names in the root of the values of a schema. It follows references and
// combinations.
func NamesIn(schema []byte) Names {
	w := newWalker(schema)
	defer w.release()
	n := Names{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	if w.isSchema(w.root) {
		w.collect(w.root, &n, true, maxDepth)
	}
	return n
}

// collect collects names. sure means that the schema applies to every value.
func (w *walker) collect(schema []byte, n *Names, sure bool, levels int) {
	s, ok := w.readObject(schema)
	if !ok || levels == 0 || w.steps < 0 {
		return
	}
	w.each(s.keyword("properties"), func(name string, of []byte) {
		n.May[name], n.Set[name] = true, n.Set[name] || w.typesOf(of, levels) != null
	})
	for _, name := range w.stringsIn(s.keyword("required")) {
		n.Set[name] = n.Set[name] || !n.May[name]
		n.May[name] = true
		if sure {
			n.Must[name] = true
		}
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range w.elements(s.keyword(keyword)) {
			w.collect(part, n, sure && keyword == "allOf", levels-1)
		}
	}
	if target, ok := w.target(s.keyword("$ref")); ok {
		w.collect(target, n, sure, levels-1)
	}
}
