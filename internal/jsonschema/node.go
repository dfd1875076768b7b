package jsonschema

// node is one schema: an object of keywords, or true or false.
type node struct {
	at      value
	home    *resource
	refused *keyword // by the schema false

	// The rules, in the order in which they are looked at. Where the type is
	// wrong, nothing after it is.
	references []rule
	types      typeRule
	values     []rule
	strings    []rule
	numbers    []rule
	elements   []rule
	members    []rule
	combined   []rule // schemas for the same value
	otherItems *unevaluatedRule
	otherNames *unevaluatedRule
}

// typed are the rules for values of a type.
func (n *node) typed(k kinds) []rule {
	switch k {
	case text:
		return n.strings
	case number:
		return n.numbers
	case array:
		return n.elements
	case object:
		return n.members
	}
	return nil
}

// others is what looks at the members or elements that no other rule does.
func (n *node) others(k kinds) *unevaluatedRule {
	switch k {
	case array:
		return n.otherItems
	case object:
		return n.otherNames
	}
	return nil
}

// rule is a keyword, or a group that has to be looked at together.
type rule interface {
	// check reports whether the value v keeps the rule, and tells the run what
	// is wrong otherwise. It notes in seen, unless that is nil, which members or
	// elements it evaluated.
	check(r *run, v value, seen *evaluated) bool
}

// keyword is where a rule is written.
type keyword struct {
	schema *Schema
	name   string
	at     value
}

// resource is a schema with a URI of its own, and all below it that have none.
type resource struct {
	base    string
	root    value
	legacy  bool // draft 7 or older: what stands beside $ref is ignored
	anchors map[string]value

	// Anchors that references look for from the outside: where they stand, and
	// once it is built, what. "" is $recursiveAnchor.
	dynamics map[string]value
	dynamic  map[string]*node
}
