package jsonschema

import (
	"net/url"
	"slices"
	"strings"
)

// identify finds what a schema is called: it may begin a resource of its own,
// and have anchors.
func (c *compiler) identify(v value, home *resource) (*resource, error) {
	id, isAnchor := "", false
	for _, name := range []string{"$id", "id"} {
		if at, ok := c.doc.member(v, name); ok && c.doc.kind(at) == text && (name == "$id" || home.legacy) {
			id = c.doc.string(at)
		}
	}
	if _, ref := c.doc.member(v, "$ref"); ref && home.legacy {
		id = ""
	}
	isAnchor = strings.HasPrefix(id, "#")
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
	c.anchors(v, home)
	return home, nil
}

// anchors finds the names by which references may mean a schema.
func (c *compiler) anchors(v value, home *resource) {
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

// endless fails where a schema is applied to a value only after it was applied
// to that value.
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
