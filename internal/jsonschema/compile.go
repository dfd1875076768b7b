package jsonschema

import (
	"slices"
	"strings"
)

// compiler turns a document into nodes. Schemas are first located,
// which finds what references may mean, then built; a reference to a place that
// no draft knows as one of a schema locates more.
type compiler struct {
	*schemaText
	doc       document
	resources map[string]*resource
	found     []*node // in the order in which they are built
}

func (c *compiler) compile() (*node, error) {
	home := &resource{legacy: c.legacy()}
	if err := c.locate(c.doc.root(), home); err != nil {
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
	for m := c.doc.in(v); m.next(); {
		if err := c.locateBelow(c.doc.string(m.name), m.value, home); err != nil {
			return err
		}
	}
	return nil
}

// locateBelow finds the schemas in the value of a keyword.
func (c *compiler) locateBelow(name string, v value, home *resource) error {
	if slices.Contains(c.options.Skip, name) {
		return nil
	}
	kind := c.doc.kind(v)
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
	case noSchema:
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
