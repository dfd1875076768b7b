package jsonschema

import (
	"cmp"
	"math"
	"net/url"
	"slices"
	"strings"
)

// compiler turns a document into nodes. It first locates the schemas, to learn the targets
// of references, and then builds them. A reference to a place that no draft defines as a
// schema locates more.
type compiler struct {
	*schemaText
	doc       document
	resources map[string]*resource
	found     []*node // in the order of construction
}

func newCompiler(text []byte, options Options) *compiler {
	in := &schemaText{src: slices.Clone(text), options: options, nodes: map[int]*node{}}
	return &compiler{schemaText: in, doc: document{objects: map[int]members{}}, resources: map[string]*resource{}}
}

func (c *compiler) compile() (*node, error) {
	if err := c.doc.read(c.src); err != nil {
		return nil, err
	}
	home := &resource{legacy: c.legacy()}
	if err := c.locate(c.doc.root(), home); err != nil {
		return nil, err
	}
	for i := 0; i < len(c.found); i++ { // found may grow
		b := builder{compiler: c, node: c.found[i]}
		if b.build(); b.err != nil {
			return nil, b.err
		}
	}
	for _, n := range c.found {
		for name, at := range n.home.dynamics {
			n.home.dynamic[name] = c.nodes[at.at]
		}
	}
	return c.found[0], c.endless()
}

// legacy reports whether the document names a draft before 2019-09.
func (c *compiler) legacy() bool {
	v, ok := c.doc.member(c.doc.root(), "$schema")
	if !ok || c.doc.kind(v) != text {
		return false
	}
	draft := c.doc.string(v)
	return strings.Contains(draft, "/draft-04/") || strings.Contains(draft, "/draft-06/") || strings.Contains(draft, "/draft-07/")
}

// fault is an *Error at a value.
func (c *compiler) fault(v value, message string) error {
	return &Error{c.doc.pointer(v), message}
}

// locate finds the schema that a value is, and those below it.
func (c *compiler) locate(v value, home *resource) error {
	if c.nodes[v.at] != nil {
		return nil
	}
	kind := c.doc.kind(v)
	if kind != object && kind != boolean {
		return c.fault(v, "a schema is an object, true or false")
	}
	home, err := c.identify(v, home)
	if err != nil {
		return err
	}
	n := &node{at: v, home: home}
	c.nodes[v.at], c.found = n, append(c.found, n)
	if kind == boolean {
		return nil
	}
	for _, m := range c.doc.members(v).all {
		if err := c.locateBelow(m.name, m.value, home); err != nil {
			return err
		}
	}
	return nil
}

// locateBelow finds the schemas in the value of a keyword. A value of the wrong kind is
// reported when the keyword is built.
func (c *compiler) locateBelow(name string, v value, home *resource) error {
	if slices.Contains(c.options.Skip, name) {
		return nil
	}
	kind := c.doc.kind(v)
	switch name {
	case "not", "if", "then", "else", "additionalProperties", "propertyNames", "unevaluatedProperties",
		"additionalItems", "contains", "unevaluatedItems":
		return c.locate(v, home)
	case "items":
		if kind != array {
			return c.locate(v, home)
		}
	case "allOf", "anyOf", "oneOf", "prefixItems":
		if kind != array {
			return nil
		}
	case "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions":
		if kind != object {
			return nil
		}
	default:
		return nil
	}
	for e := c.doc.in(v); e.next(); {
		if name == "dependencies" && c.doc.kind(e.value) == array {
			continue // of names
		}
		if err := c.locate(e.value, home); err != nil {
			return err
		}
	}
	return nil
}

// identify reads the identifiers of a schema: it may begin a resource of its own, and have
// anchors.
func (c *compiler) identify(v value, home *resource) (*resource, error) {
	id := ""
	for _, name := range []string{"$id", "id"} {
		if at, ok := c.doc.member(v, name); ok && c.doc.kind(at) == text && (name == "$id" || home.legacy) {
			id = c.doc.string(at)
		}
	}
	if _, ref := c.doc.member(v, "$ref"); ref && home.legacy {
		id = ""
	}
	isAnchor := strings.HasPrefix(id, "#")
	if len(c.found) == 0 || id != "" && !isAnchor {
		base, ok := resolve(home.base, id)
		if !ok {
			return nil, c.fault(v, "$id is no URI reference")
		}
		base, _, _ = strings.Cut(base, "#")
		home = &resource{base: base, root: v, legacy: home.legacy,
			anchors: map[string]value{}, dynamic: map[string]*node{}, dynamics: map[string]value{}}
		c.resources[base] = home
	}
	if isAnchor {
		home.anchors[id[1:]] = v
	}
	d := &c.doc
	if at, ok := d.member(v, "$anchor"); ok && d.kind(at) == text {
		home.anchors[d.string(at)] = v
	}
	if at, ok := d.member(v, "$dynamicAnchor"); ok && d.kind(at) == text {
		home.anchors[d.string(at)] = v
		home.dynamics[d.string(at)] = v
	}
	if at, ok := d.member(v, "$recursiveAnchor"); ok && string(d.raw(at)) == "true" {
		home.dynamics[""] = v
	}
	return home, nil
}

// resolve makes a URI reference absolute.
func resolve(base, ref string) (uri string, ok bool) {
	if ref == "" {
		return base, true
	}
	from, err := url.Parse(base)
	if err != nil {
		return "", false
	}
	to, err := url.Parse(ref)
	if err != nil {
		return "", false
	}
	return from.ResolveReference(to).String(), true
}

// target finds the schema that a reference means, in this document.
func (c *compiler) target(home *resource, ref string) (at value, in *resource, ok bool) {
	uri, fragment, _ := strings.Cut(ref, "#")
	if uri != "" {
		absolute, ok := resolve(home.base, uri)
		if !ok || c.resources[absolute] == nil {
			return value{}, nil, false
		}
		home = c.resources[absolute]
	}
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return value{}, nil, false
	}
	if fragment != "" && fragment[0] != '/' {
		at, ok = home.anchors[fragment]
		return at, home, ok
	}
	at, ok = c.doc.find(home.root, fragment)
	return at, home, ok
}

// endless fails if a schema applies itself to the same value, directly or through others.
func (c *compiler) endless() error {
	const open, closed = 1, 2
	state := map[*node]int{}
	var visit func(n *node) *node
	visit = func(n *node) *node {
		state[n] = open
		for _, next := range n.inPlace() {
			if state[next] == open {
				return next
			}
			if state[next] == 0 {
				if found := visit(next); found != nil {
					return found
				}
			}
		}
		state[n] = closed
		return nil
	}
	for _, n := range c.found {
		if state[n] == 0 {
			if circle := visit(n); circle != nil {
				return c.fault(circle.at, "the schema leads to itself without end")
			}
		}
	}
	return nil
}

// inPlace are the schemas that a node applies to the same value.
func (n *node) inPlace() (all []*node) {
	for _, r := range slices.Concat(n.references, n.combined, n.members) {
		switch r := r.(type) {
		case *refRule:
			all = append(all, r.to)
		case *dynamicRule:
			all = append(all, r.to)
		case *allRule:
			all = append(all, r.of...)
		case *anyRule:
			all = append(all, r.of...)
		case *oneRule:
			all = append(all, r.of...)
		case *notRule:
			all = append(all, r.of)
		case *ifRule:
			all = append(all, r.when, r.then, r.otherwise)
		case *dependentRule:
			all = append(all, r.of)
		}
	}
	return slices.DeleteFunc(all, func(n *node) bool { return n == nil })
}

// builder makes the rules of one node. The first fault ends it.
type builder struct {
	*compiler
	node     *node
	keywords members
	err      error
}

func (b *builder) build() {
	n := b.node
	if b.doc.kind(n.at) == boolean {
		if b.doc.src[n.at.at] == 'f' {
			n.refused = &keyword{schema: &Schema{b.schemaText, n}, name: "false", at: n.at}
		}
		return
	}
	b.keywords = b.doc.members(n.at)
	b.references()
	if _, ref := b.keywords.last("$ref"); ref && n.home.legacy {
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
	n.otherItems, n.otherNames = b.others("unevaluatedItems"), b.others("unevaluatedProperties")
}

// find returns a keyword of the schema; no keyword that the options skip. Its
// value must be of one of the types.
func (b *builder) find(name string, of kinds) (k keyword, ok bool) {
	at, ok := b.keywords.last(name)
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
	b.err = cmp.Or(b.err, b.fault(at, message))
}

// addFor adds a rule for values of one type.
func (b *builder) addFor(k kinds, r rule) {
	rules := b.node.typed(k)
	*rules = append(*rules, r)
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
