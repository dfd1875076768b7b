package main

import (
	"cmp"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/ast"
	"github.com/bytedance/sonic/encoder"
)

// sonicNodes walks the lazily parsed nodes of sonic, and copies the members that are kept.
func sonicNodes(t task) shaper {
	return func(dst, doc []byte) ([]byte, error) {
		if t.validate && !sonic.Valid(doc) {
			return dst, errInvalid
		}
		root, err := lookUp(text(doc))
		if err != nil {
			return dst, err
		}
		return nodeValue(dst, &root, t.mask)
	}
}

// lookUp parses the root of a document, without validation.
func lookUp(doc string) (ast.Node, error) {
	s := ast.NewSearcher(doc)
	s.ValidateJSON = false
	return s.GetByPath()
}

func nodeValue(dst []byte, v *ast.Node, m *mask) ([]byte, error) {
	switch kind := v.TypeSafe(); {
	case m == whole:
	case kind == ast.V_OBJECT:
		return nodeObject(dst, v, m)
	case kind == ast.V_ARRAY:
		return nodeArray(dst, v, m)
	case kind == ast.V_STRING && m.text != nil:
		return nodeDocument(dst, v, m.text)
	}
	raw, err := v.Raw()
	return append(dst, raw...), err
}

func nodeObject(dst []byte, v *ast.Node, m *mask) (_ []byte, err error) {
	dst = append(dst, '{')
	walked := v.ForEach(func(path ast.Sequence, member *ast.Node) bool {
		next := m.of(*path.Key)
		if next == nil || m.elide && member.TypeSafe() == ast.V_NULL {
			return true
		}
		before := len(dst)
		dst = appendName(appendComma(dst), *path.Key)
		from := len(dst)
		dst, err = nodeValue(dst, member, next)
		if m.elide && isEmptied(dst, from) {
			dst = dst[:before]
		}
		return err == nil
	})
	return append(dst, '}'), cmp.Or(err, walked, v.Check())
}

func nodeArray(dst []byte, v *ast.Node, m *mask) (_ []byte, err error) {
	dst = append(dst, '[')
	walked := v.ForEach(func(path ast.Sequence, item *ast.Node) bool {
		if path.Index > 0 {
			dst = append(dst, ',')
		}
		dst, err = nodeValue(dst, item, m)
		return err == nil
	})
	return append(dst, ']'), cmp.Or(err, walked, v.Check())
}

// nodeDocument appends the output for a document in a string.
func nodeDocument(dst []byte, v *ast.Node, m *mask) ([]byte, error) {
	doc, err := v.StrictString()
	if err != nil {
		return dst, err
	}
	out, err := sonicNodes(task{mask: m})(nil, []byte(doc))
	return append(dst, encoder.Quote(text(out))...), err
}
