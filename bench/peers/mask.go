package main

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/bench"
)

// mask is the work on a value. All peers walk by the same mask, so that only reading and
// writing are compared. Arrays are transparent: their items have the mask of the array.
type mask struct {
	names  map[string]*mask // of members; nil is dropped
	order  []string         // the names that are kept, for peers that ask for each
	others *mask            // of members that are not named; nil is dropped
	elide  bool             // nulls and empties go from objects
	text   *mask            // a string here holds a document
}

// whole is the mask of values copied as they are.
var whole = &mask{}

func (m *mask) of(name string) *mask {
	if next, named := m.names[name]; named {
		return next
	}
	return m.others
}

func (m *mask) ofBytes(name []byte) *mask {
	if next, named := m.names[string(name)]; named {
		return next
	}
	return m.others
}

// lists reports whether a mask keeps only the names it lists.
func (m *mask) lists() bool { return m.others == nil }

// maskOf is the mask of a work.
func maskOf(w bench.Work) *mask {
	leaf := whole
	if w.Elide {
		leaf = &mask{names: map[string]*mask{}, elide: true}
		leaf.others = leaf
		for _, name := range w.Drop {
			leaf.names[name] = nil
		}
	}
	root := leaf
	if w.Keep != nil {
		root = &mask{elide: w.Elide}
		for _, path := range w.Keep {
			root.keep(strings.Split(path, "."), leaf)
		}
	}
	if w.Halves {
		return halves(root)
	}
	return root
}

// keep adds a path that ends in a leaf.
func (m *mask) keep(path []string, leaf *mask) {
	next := leaf
	if len(path) > 1 {
		if next = m.names[path[0]]; next == nil {
			next = &mask{elide: m.elide}
		}
		next.keep(path[1:], leaf)
	}
	m.name(path[0], next)
}

func (m *mask) name(name string, next *mask) {
	if m.names == nil {
		m.names = map[string]*mask{}
	}
	if m.names[name] == nil {
		m.order = append(m.order, name)
	}
	m.names[name] = next
}

// halves is the mask of a tool result that holds a document as text and as a value.
func halves(document *mask) *mask {
	all := func(name string, next *mask) *mask {
		m := &mask{others: whole}
		m.name(name, next)
		return m
	}
	result := all("structuredContent", document)
	result.name("content", all("text", &mask{text: document}))
	return all("result", result)
}
