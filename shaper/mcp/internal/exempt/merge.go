package exempt

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// merge joins a message again: its open members, and the closed ones after the rules.
type merge struct {
	texts     [][]byte // of the schema, in the order of the message; nil entries are gone
	isInPlace bool     // texts stand at their places
}

// whole is the whole message; an object of nothing if nothing is left.
func (m *merge) whole(n *node, body, out []byte) []byte {
	if all := m.value(n, body, out, 0); all != nil {
		return all
	}
	return []byte("{}")
}

// value returns a value after the rules. v is the value before, out its version after the
// rules, nil if it is gone. It returns v itself if it is the same, and nil if the value goes.
func (m *merge) value(n *node, v, out []byte, depth int) []byte {
	in := n.inside(v, depth)
	switch {
	case n.kind == words && v[0] == '"':
		return m.text(v, out)
	case n.kind == encodes && v[0] == '"':
		return m.bytes(v)
	case n.isOpen(v):
		return v
	case in == nil:
		out = same(v, out)
	case v[0] == '[':
		out = m.list(in, v, out, depth)
	default:
		out = m.object(in, v, out, depth)
	}
	if out == nil && n.kind == required {
		return []byte(withheld)
	}
	return out
}

// same is out, or v if the two say the same.
func same(v, out []byte) []byte {
	if out != nil && scan.SameTokens(v, out) {
		return v
	}
	return out
}

// text is a text that stands apart from the names around it.
func (m *merge) text(v, out []byte) []byte {
	if m.isInPlace {
		return same(v, out)
	}
	holder := m.texts[0]
	m.texts = m.texts[1:]
	if holder == nil || holder[0] != '{' {
		return nil
	}
	for _, one := range membersOf(holder) {
		return same(v, holder[one.Start:one.End])
	}
	return nil
}

// bytes is bytes that are a text. They have to be there, so nothing is left of them if the
// text cannot be shown.
func (m *merge) bytes(v []byte) []byte {
	if m.isInPlace {
		return v
	}
	holder := m.texts[0]
	m.texts = m.texts[1:]
	switch left := newIndex(holder); {
	case left == nil:
		return []byte(`""`)
	case left.value("blob") == nil:
		return v // a rule for its name
	default:
		said, ok := bytes.CutPrefix(left.value("blob"), []byte(dataURL))
		if !ok {
			return []byte(`""`)
		}
		return same(v, append([]byte{'"'}, said...))
	}
}

// list is an array after the rules. If elements are gone their places are unknown, so
// nothing that is closed stays in any of them.
func (m *merge) list(in *shape, v, out []byte, depth int) []byte {
	before := elements(v)
	var after [][]byte
	if len(out) > 0 && out[0] == '[' {
		if after = elements(out); len(after) != len(before) {
			after = nil
		}
	}
	built, isSame, isEmpty := []byte{'['}, true, out == nil || out[0] != '['
	for i, one := range before {
		var left []byte
		if after != nil {
			left = after[i]
		}
		now := m.value(in.element(), one, left, depth+1)
		isEmpty = isEmpty && now == nil
		if now == nil {
			now = []byte("{}")
		}
		isSame = isSame && isSlice(now, one)
		if i > 0 {
			built = append(built, ',')
		}
		built = append(built, now...)
	}
	switch {
	case isEmpty:
		return nil
	case isSame:
		return v
	}
	return append(built, ']')
}

// object is an object after the rules.
func (m *merge) object(in *shape, v, out []byte, depth int) []byte {
	after := newIndex(out)
	built, isSame := []byte{'{'}, true
	all := membersOf(v)
	for _, one := range all {
		before := v[one.Start:one.End]
		now := m.value(in.memberOf(v, all, one.Name), before, after.value(one.Name), depth+1)
		isSame = isSame && now != nil && isSlice(now, before)
		if now == nil {
			continue
		}
		if len(built) > 1 {
			built = append(built, ',')
		}
		built = append(append(scan.AppendQuote(built, []byte(one.Name)), ':'), now...)
	}
	isFrame := in.nodes[0].kind == frame
	switch {
	case isSame && (after != nil || isFrame || len(built) > 1):
		return v
	case len(built) == 1 && after == nil && !isFrame:
		return nil
	}
	return append(built, '}')
}

// isSlice reports whether two slices are one.
func isSlice(a, b []byte) bool { return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] }

// index finds the members of an object.
type index map[string][]byte

// newIndex indexes an object, and is nil for any other value.
func newIndex(v []byte) index {
	if len(v) == 0 || v[0] != '{' {
		return nil
	}
	members := membersOf(v)
	all := make(index, len(members))
	for _, m := range members {
		all[m.Name] = v[m.Start:m.End]
	}
	return all
}

func (x index) value(name string) []byte { return x[name] }
