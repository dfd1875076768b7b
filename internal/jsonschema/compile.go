package jsonschema

import (
	"slices"
	"strings"
)

// compiler turns the tape of a document into nodes. Schemas are first located,
// which finds what references may mean, then built; a reference to a place that
// no draft knows as one of a schema locates more.
type compiler struct {
	*schemaText
	resources map[string]*resource
	found     []*node // in the order in which they are built
}

func (c *compiler) compile() (*node, error) {
	home := &resource{legacy: c.legacy()}
	if err := c.locate(0, home); err != nil {
		return nil, err
	}
	for i := 0; i < len(c.found); i++ { // which may grow
		b := builder{compiler: c, node: c.found[i]}
		if b.build(); b.err != nil {
			return nil, b.err
		}
	}
	for _, n := range c.found {
		for name, at := range n.home.dynamics {
			n.home.dynamic[name] = c.nodes[at]
		}
	}
	return c.nodes[0], c.endless()
}

// legacy reports whether the document names a draft before 2019-09.
func (c *compiler) legacy() bool {
	v, ok := c.tape.member(0, "$schema")
	if !ok || c.tape.entries[v].kind != text {
		return false
	}
	draft := c.tape.string(v)
	return strings.Contains(draft, "/draft-04/") || strings.Contains(draft, "/draft-06/") || strings.Contains(draft, "/draft-07/")
}

// fault is an *Error at an entry.
func (c *compiler) fault(v int, message string) error {
	return &Error{c.tape.pointer(v), message}
}

// locate finds the schema at an entry and those below it.
func (c *compiler) locate(v int, home *resource) error {
	if c.nodes[v] != nil {
		return nil
	}
	t := &c.tape
	kind := t.entries[v].kind
	if kind != object && kind != boolean {
		return c.fault(v, "a schema is an object, true or false")
	}
	home, err := c.identify(v, home)
	if err != nil {
		return err
	}
	n := &node{at: v, home: home}
	c.nodes[v], c.found = n, append(c.found, n)
	if kind == boolean {
		return nil
	}
	for m, end := v+1, t.next(v); m < end; m = t.next(m + 1) {
		if err := c.locateBelow(t.string(m), m+1, home); err != nil {
			return err
		}
	}
	return nil
}

// locateBelow finds the schemas in the value of a keyword.
func (c *compiler) locateBelow(name string, v int, home *resource) error {
	if slices.Contains(c.options.Skip, name) {
		return nil
	}
	t := &c.tape
	kind, step := t.entries[v].kind, 0
	switch holds(name) {
	case oneSchema:
		return c.locate(v, home)
	case schemaOrList:
		if kind != array {
			return c.locate(v, home)
		}
	case schemaList:
		if kind != array {
			return nil // told when the keyword is built
		}
	case schemasByName:
		if kind != object {
			return nil
		}
		step = 1
	case noSchema:
		return nil
	}
	for e, end := v+1+step, t.next(v); e < end; e = t.next(e) + step {
		if name == "dependencies" && t.entries[e].kind == array {
			continue // of names
		}
		if err := c.locate(e, home); err != nil {
			return err
		}
	}
	return nil
}

// shape is what the value of a keyword holds.
type shape int

const (
	noSchema shape = iota
	oneSchema
	schemaOrList
	schemaList
	schemasByName
)

func holds(keyword string) shape {
	switch keyword {
	case "not", "if", "then", "else", "additionalProperties", "propertyNames", "unevaluatedProperties",
		"additionalItems", "contains", "unevaluatedItems":
		return oneSchema
	case "items":
		return schemaOrList
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return schemaList
	case "properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions":
		return schemasByName
	}
	return noSchema
}
