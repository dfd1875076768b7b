package clientfile

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// readTOML reads TOML. Tables become objects without braces.
func readTOML(source []byte) (*node, error) {
	p := unstable.Parser{}
	p.Reset(withoutMark(source))
	root := &node{kind: object, isBlock: true}
	at := root
	for p.NextExpression() {
		e := p.Expression()
		names, key := keyOf(e)
		switch e.Kind {
		case unstable.Table:
			at = root.table(names, key)
		case unstable.ArrayTable: // no client has servers in one
			at = &node{}
			root.table(names[:len(names)-1], key).add(value{key, names[len(names)-1]}, at)
		default:
			parent := at
			if last := len(names) - 1; last > 0 {
				parent = at.table(names[:last], key)
				parent.isDotted = true
			}
			parent.add(value{key, names[len(names)-1]}, tomlNode(source, e.Value(), key.end))
		}
	}
	if fault := p.Error(); fault != nil {
		offset := 0
		if where, ok := errors.AsType[*unstable.ParserError](fault); ok && len(where.Highlight) > 0 {
			offset = int(p.Range(where.Highlight).Offset)
		}
		return nil, errors.New(placeIn(source, offset) + "this is not TOML")
	}
	return root, nil
}

// table returns the table below n, and makes it if it is missing.
func (n *node) table(names []string, key span) *node {
	for _, name := range names {
		_, v := n.member(name)
		if v == nil {
			v = &node{kind: object, isBlock: true, isTable: true}
			n.add(value{key, name}, v)
		}
		n = v
	}
	return n
}

// keyOf returns the parts of a key and its range.
func keyOf(e *unstable.Node) (names []string, at span) {
	for it := e.Key(); it.Next(); {
		n := it.Node()
		if names = append(names, string(n.Data)); len(names) == 1 {
			at.start = int(n.Raw.Offset)
		}
		at.end = int(n.Raw.Offset + n.Raw.Length)
	}
	return names, at
}

// tomlNode returns a value that starts at offset from or later.
func tomlNode(source []byte, v *unstable.Node, from int) *node {
	n := &node{}
	switch v.Kind {
	case unstable.String:
		start := int(v.Raw.Offset)
		n.kind, n.value = text, value{span{start, start + int(v.Raw.Length)}, strings.Clone(string(v.Data))}
	case unstable.Array:
		n.kind = list
		n.start = from + bytes.IndexByte(source[from:], '[')
		for it := v.Children(); it.Next(); {
			n.items = append(n.items, tomlNode(source, it.Node(), n.start+1))
		}
	case unstable.InlineTable:
		n.kind = object
		for it := v.Children(); it.Next(); {
			names, key := keyOf(it.Node())
			n.isDotted = n.isDotted || len(names) > 1
			n.add(value{key, names[0]}, tomlNode(source, it.Node().Value(), key.end))
		}
	}
	return n
}

// placeIn returns an offset as "line:column: ".
func placeIn(text []byte, at int) string {
	p := scan.Position{Line: 1, Column: 1}.Behind(text[:at])
	return fmt.Sprintf("%d:%d: ", p.Line, p.Column)
}
