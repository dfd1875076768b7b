package jsonschema

import (
	"math"
	"slices"
)

// builder makes the rules of one node. The first fault ends it.
type builder struct {
	*compiler
	node *node
	err  error
}

func (b *builder) build() {
	n := b.node
	if b.doc.kind(n.at) == boolean {
		if b.doc.src[n.at.at] == 'f' {
			n.refused = &keyword{schema: &Schema{b.schemaText, n}, name: "false", at: n.at}
		}
		return
	}
	b.references()
	if _, ref := b.doc.member(n.at, "$ref"); ref && n.home.legacy {
		return
	}
	b.types()
	b.values()
	b.strings()
	b.numbers()
	b.arrays()
	b.objects()
	b.dependencies()
	b.combinations()
	b.unevaluated()
}

// find returns a keyword of the schema; no keyword that the options skip. Its
// value must be of one of the types.
func (b *builder) find(name string, of kinds) (k keyword, ok bool) {
	at, ok := b.doc.member(b.node.at, name)
	if !ok || b.err != nil || slices.Contains(b.options.Skip, name) {
		return keyword{}, false
	}
	if b.doc.kind(at)&of == 0 {
		b.fail(at, name+" has a value of the wrong type")
		return keyword{}, false
	}
	return keyword{&Schema{b.schemaText, b.node}, name, at}, true
}

func (b *builder) fail(at value, message string) {
	if b.err == nil {
		b.err = b.fault(at, message)
	}
}

// addFor adds a rule for values of one type.
func (b *builder) addFor(k kinds, r rule) {
	n := b.node
	switch k {
	case text:
		n.strings = append(n.strings, r)
	case number:
		n.numbers = append(n.numbers, r)
	case array:
		n.elements = append(n.elements, r)
	case object:
		n.members = append(n.members, r)
	}
}

// schema is the node of a value that was located.
func (b *builder) schema(v value) *node { return b.nodes[v.at] }

// one is the schema of a keyword, nil if it is absent.
func (b *builder) one(name string) (k keyword, n *node) {
	k, ok := b.find(name, object|boolean)
	if !ok {
		return k, nil
	}
	return k, b.schema(k.at)
}

// list is the schemas of a keyword.
func (b *builder) list(name string) (k keyword, all []*node) {
	k, ok := b.find(name, array)
	if !ok {
		return k, nil
	}
	for c := b.doc.in(k.at); c.next(); {
		all = append(all, b.schema(c.value))
	}
	if all == nil {
		b.fail(k.at, name+" is empty")
	}
	return k, all
}

// names is a list of strings.
func (b *builder) names(at value) (all []string) {
	if b.doc.kind(at) != array {
		b.fail(at, "a list of names is due")
		return nil
	}
	for c := b.doc.in(at); c.next(); {
		if b.doc.kind(c.value) != text {
			b.fail(c.value, "a name is due")
			return nil
		}
		all = append(all, b.doc.string(c.value))
	}
	return all
}

// count is a keyword whose value is a whole number, not negative.
func (b *builder) count(name string) (k keyword, n int, ok bool) {
	if k, ok = b.find(name, number); !ok {
		return k, 0, false
	}
	d := decimalOf(b.doc.raw(k.at))
	if !d.isInteger() || d.sign() < 0 {
		b.fail(k.at, name+" is a count")
		return k, 0, false
	}
	digits, small := d.small()
	if !small || d.point > 18 {
		return k, math.MaxInt, true // more than any document holds
	}
	for range d.point - int64(d.count) {
		digits *= 10
	}
	return k, int(digits), true
}

// bound adds a rule for a keyword that is a count.
func (b *builder) bound(name string, of kinds, most bool) {
	if k, n, ok := b.count(name); ok {
		b.addFor(of, &countRule{k, n, most})
	}
}

func (b *builder) types() {
	k, ok := b.find("type", text|array)
	if !ok {
		return
	}
	names := []string{}
	if b.doc.kind(k.at) == text {
		names = append(names, b.doc.string(k.at))
	} else {
		names = b.names(k.at)
	}
	of := kinds(0)
	for _, name := range names {
		i := slices.Index(kindNames[:], name)
		if i < 0 {
			b.fail(k.at, "type names no type")
			return
		}
		of |= 1 << i
	}
	b.node.types = typeRule{k, of}
}

func (b *builder) values() {
	if k, ok := b.find("const", anyKind); ok {
		b.node.values = append(b.node.values, &enumRule{k, b.doc.kind(k.at), map[string]bool{string(b.doc.appendCanonical(nil, k.at)): true}})
	}
	k, ok := b.find("enum", array)
	if !ok {
		return
	}
	of, all := kinds(0), map[string]bool{}
	for c := b.doc.in(k.at); c.next(); {
		of |= b.doc.kind(c.value)
		all[string(b.doc.appendCanonical(nil, c.value))] = true
	}
	b.node.values = append(b.node.values, &enumRule{k, of, all})
}

func (b *builder) strings() {
	if k, ok := b.find("pattern", text); ok {
		p, err := compilePattern(b.doc.string(k.at))
		if err != nil {
			b.fail(k.at, "pattern: "+err.Error())
			return
		}
		b.addFor(text, &patternRule{k, p})
	}
	b.bound("minLength", text, false)
	b.bound("maxLength", text, true)
}

// numbers adds the bounds; draft 4 makes them exclusive by a boolean.
func (b *builder) numbers() {
	for _, side := range [...]struct {
		inclusive, exclusive string
		sign                 int
	}{{"minimum", "exclusiveMinimum", -1}, {"maximum", "exclusiveMaximum", 1}} {
		strict := false
		if k, ok := b.find(side.exclusive, number|boolean); ok {
			if b.doc.kind(k.at) == boolean {
				strict = b.doc.src[k.at.at] == 't'
			} else {
				b.addFor(number, &boundRule{k, decimalOf(b.doc.raw(k.at)), side.sign, true})
			}
		}
		if k, ok := b.find(side.inclusive, number); ok {
			b.addFor(number, &boundRule{k, decimalOf(b.doc.raw(k.at)), side.sign, strict})
		}
	}
	k, ok := b.find("multipleOf", number)
	if !ok {
		return
	}
	d := decimalOf(b.doc.raw(k.at))
	n, small := d.small()
	if !small || d.sign() <= 0 {
		b.fail(k.at, "multipleOf is a number over 0 of at most 19 digits")
		return
	}
	b.addFor(number, &multipleRule{k, divisor{n, d.point - int64(d.count)}})
}
