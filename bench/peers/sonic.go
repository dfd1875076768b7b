package main

import (
	"cmp"

	"github.com/bytedance/sonic"
	"github.com/bytedance/sonic/ast"
	"github.com/bytedance/sonic/encoder"
)

// nodes goes through the lazily parsed nodes of sonic, and copies what is kept. With
// search it looks each field up in the text of its object instead, where only some are
// kept, and skips the rest without reading it.
type nodes struct{ search bool }

func sonicNodes(t task) shaper { return nodes{}.shaper(t) }

// sonicSearcher can only keep what is named.
func sonicSearcher(t task) shaper {
	if t.work.Drop != nil {
		return nil
	}
	return nodes{search: true}.shaper(t)
}

func (n nodes) shaper(t task) shaper {
	return func(dst, doc []byte) ([]byte, error) {
		if t.validate && !sonic.Valid(doc) {
			return dst, errInvalid
		}
		root, err := lookUp(text(doc))
		if err != nil {
			return dst, err
		}
		return n.value(dst, &root, t.mask)
	}
}

// lookUp finds a place in a document, without validation.
func lookUp(doc string, path ...any) (ast.Node, error) {
	s := ast.NewSearcher(doc)
	s.ValidateJSON = false
	return s.GetByPath(path...)
}

func (n nodes) value(dst []byte, v *ast.Node, m *mask) ([]byte, error) {
	switch kind := v.TypeSafe(); {
	case m == whole:
	case kind == ast.V_OBJECT && n.search && m.lists():
		return n.fields(dst, v, m)
	case kind == ast.V_OBJECT:
		return n.object(dst, v, m)
	case kind == ast.V_ARRAY:
		return n.array(dst, v, m)
	case kind == ast.V_STRING && m.text != nil:
		return n.document(dst, v, m.text)
	}
	raw, err := v.Raw()
	return append(dst, raw...), err
}

func (n nodes) fields(dst []byte, v *ast.Node, m *mask) ([]byte, error) {
	raw, err := v.Raw()
	if err != nil {
		return dst, err
	}
	dst = append(dst, '{')
	for _, name := range m.order {
		member, err := lookUp(raw, name)
		if err == ast.ErrNotExist {
			continue
		}
		if err != nil {
			return dst, err
		}
		if m.elide && member.TypeSafe() == ast.V_NULL {
			continue
		}
		before := len(dst)
		dst = appendName(appendComma(dst), name)
		from := len(dst)
		if dst, err = n.value(dst, &member, m.names[name]); err != nil {
			return dst, err
		}
		if m.elide && emptied(dst, from) {
			dst = dst[:before]
		}
	}
	return append(dst, '}'), nil
}

func (n nodes) object(dst []byte, v *ast.Node, m *mask) (_ []byte, err error) {
	dst = append(dst, '{')
	walked := v.ForEach(func(path ast.Sequence, member *ast.Node) bool {
		next := m.of(*path.Key)
		if next == nil || m.elide && member.TypeSafe() == ast.V_NULL {
			return true
		}
		before := len(dst)
		dst = appendName(appendComma(dst), *path.Key)
		from := len(dst)
		dst, err = n.value(dst, member, next)
		if m.elide && emptied(dst, from) {
			dst = dst[:before]
		}
		return err == nil
	})
	return append(dst, '}'), cmp.Or(err, walked, v.Check())
}

func (n nodes) array(dst []byte, v *ast.Node, m *mask) (_ []byte, err error) {
	dst = append(dst, '[')
	walked := v.ForEach(func(path ast.Sequence, item *ast.Node) bool {
		if path.Index > 0 {
			dst = append(dst, ',')
		}
		dst, err = n.value(dst, item, m)
		return err == nil
	})
	return append(dst, ']'), cmp.Or(err, walked, v.Check())
}

// document is what becomes of one in a string.
func (n nodes) document(dst []byte, v *ast.Node, m *mask) ([]byte, error) {
	doc, err := v.StrictString()
	if err != nil {
		return dst, err
	}
	out, err := n.shaper(task{mask: m})(nil, []byte(doc))
	return append(dst, encoder.Quote(text(out))...), err
}
