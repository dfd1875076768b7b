package narrow

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// The target of a reference is narrowed once for each set of places of its references. The
// result for each set is a separate part.

// references narrows the target of the $ref of a schema.
func (p *subschema) references() {
	p.lift("$dynamicRef", "$recursiveRef")
	was := p.keyword("$ref")
	if was == nil {
		return
	}
	name, n, ok := p.refer(was)
	p.and(n)
	if !ok {
		p.note(p.pointer, "a reference that leads to nothing in here: replaced by its type")
		p.gone["$ref"] = true
		p.replaceType()
		return
	}
	ref := scan.AppendQuote(nil, []byte("#/"+home+words.Pointer(name)))
	if !p.isLegacy() || len(p.read.members) == 1 {
		p.replace("$ref", ref)
		return
	}
	p.gone["$ref"] = true // since a legacy draft ignores keywords beside it
	var out writer
	out.member("$ref", ref)
	p.conj = append(p.conj, out.object())
}

// home is the keyword for the parts.
const home = "$defs"

// refer narrows the target of a reference, unless it is done or in progress, and returns its
// name.
func (p *subschema) refer(ref []byte) (name string, n narrowed, ok bool) {
	target, ok := p.target(ref)
	if !ok {
		return "", n, false
	}
	to := part{pointerOf(scan.Text(ref)), p.key(p.all)}
	if known := p.parts[to]; known != nil {
		return known.name, known.narrowed, !slices.Contains(p.here, known) // a cycle states nothing
	}
	if len(p.parts) == maxParts {
		p.steps = -1
		return "", n, false
	}
	done := &namedPart{name: p.nameOf(ref)}
	p.parts[to], p.order = done, append(p.order, done)
	p.here = append(p.here, done)
	done.narrowed = p.narrowBeside(at{target, to.pointer, p.depth + 1})
	p.here = p.here[:len(p.here)-1]
	return done.name, done.narrowed, true
}

// nameOf returns a unique name for the target of a reference: its last name, with a number if
// needed.
func (w *walker) nameOf(ref []byte) string {
	path := words.Path(pointerOf(scan.Text(ref)))
	base := "root"
	if len(path) > 0 {
		base = path[len(path)-1]
	}
	name := base
	isTaken := func(p *namedPart) bool { return p.name == name }
	for i := 2; slices.ContainsFunc(w.order, isTaken); i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	return name
}

// pointerOf returns the fragment of a reference.
func pointerOf(ref string) string {
	_, fragment, _ := strings.Cut(ref, "#")
	if said, err := url.PathUnescape(fragment); err == nil {
		return said
	}
	return fragment
}

// target returns the target of a reference within the document.
func (w *walker) target(ref []byte) (schema []byte, ok bool) {
	schema, known := w.targets[string(ref)]
	if !known {
		schema = w.find(scan.Text(ref))
		w.targets[string(ref)] = schema
	}
	return schema, schema != nil
}

// find follows a reference. Only a JSON Pointer within the document has a target.
func (w *walker) find(ref string) []byte {
	pointer := pointerOf(ref)
	if ref == "" || ref[0] != '#' || pointer != "" && pointer[0] != '/' || w.isDivided() {
		return nil
	}
	found := w.root
	for _, token := range words.Path(pointer) {
		found = w.child(found, token)
	}
	return found
}

// child returns the member or element that a pointer token names.
func (w *walker) child(value []byte, token string) []byte {
	if s, ok := w.readObject(value); ok {
		return s.keyword(token)
	}
	i, err := strconv.Atoi(token)
	all := w.elements(value)
	if err != nil || i < 0 || i >= len(all) {
		return nil
	}
	return all[i]
}

// isLegacy reports whether the schema is of a draft that ignores keywords beside $ref.
func (w *walker) isLegacy() bool {
	if w.legacy == nil {
		s, _ := w.readObject(w.root)
		draft := scan.Text(s.keyword("$schema"))
		old := strings.Contains(draft, "/draft-04/") || strings.Contains(draft, "/draft-06/") || strings.Contains(draft, "/draft-07/")
		w.legacy = &old
	}
	return *w.legacy
}

// withParts adds the targets of references to a schema.
func (w *walker) withParts(schema []byte) []byte {
	if len(w.order) == 0 {
		return schema
	}
	var parts writer
	for _, p := range w.order {
		parts.member(p.name, p.text)
	}
	s, ok := w.readObject(schema)
	if !ok {
		return schema
	}
	var out writer
	for _, m := range s.members {
		out.member(m.name, s.value(m))
	}
	out.member(home, parts.object())
	return out.object()
}

// isDivided reports whether the document may contain other resources, where references have
// another base.
func (w *walker) isDivided() bool {
	s, _ := w.readObject(w.root)
	n := bytes.Count(w.root, []byte(`"$id"`))
	return n > 1 || n == 1 && s.keyword("$id") == nil
}
