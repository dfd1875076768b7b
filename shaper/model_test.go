package shaper_test

import (
	"slices"
)

// above holds the properties of a value that follow from the values around it.
type above struct {
	inside []bool // by layer: one of its roots is around it
	chosen []bool // by layer: something around it was selected, with all below (LAWS 4)
}

func (m *model) outermost() above {
	return above{make([]bool, len(m.layers)), make([]bool, len(m.layers))}
}

// enter returns the properties of the values in n.
func (m *model) enter(c above, n *node) above {
	c.inside, c.chosen = slices.Clone(c.inside), slices.Clone(c.chosen)
	for i, l := range m.layers {
		c.inside[i] = c.inside[i] || l.roots[n]
		c.chosen[i] = c.chosen[i] || l.include.ends[n]
	}
	return c
}

// stand applies every include list to a value: it is kept if each one selects it (LAWS 1 to
// 4).
func (m *model) stand(c above, n *node) standing {
	worst := selected
	for i := range m.layers {
		worst = min(worst, m.standIn(i, c, n))
	}
	return worst
}

func (m *model) standIn(i int, c above, n *node) standing {
	l := m.layers[i]
	switch {
	case !c.inside[i] && !l.roots[n], c.chosen[i] || l.include.ends[n]:
		return selected
	case l.include.on[n], l.on[n]:
		return partial
	}
	return refused
}

// isHidden reports whether an exclude wins over every include of a value (LAWS 3), or
// omit_fields leaves it out.
func (m *model) isHidden(n *node) bool {
	return m.omitted.ends[n] && !m.rooted.ends[n] || m.forbid.ends[n] || m.hidden.ends[n] && !m.exposed.ends[n]
}

// elides reports whether anything is elided.
func (m *model) elides() bool { return m.nulls || m.arrays || m.objects || len(m.defaults) > 0 }

// decides reports whether some rule decides about the contents of a value. Only there do
// duplicate names matter (LAWS 9).
func (m *model) decides(c above, n *node) bool {
	for i, l := range m.layers {
		if m.standIn(i, c, n) != selected || l.on[n] && !c.chosen[i] && !l.include.ends[n] {
			return true
		}
	}
	by := append([]reach{m.omitted, m.rooted, m.hidden, m.exposed, m.forbid, m.redacted, m.payloads, m.lists}, m.limited...)
	return m.elides() || m.maxItems > 0 || m.most(n) >= 0 || slices.ContainsFunc(by, func(r reach) bool { return r.on[n] })
}

// modelError is a document that the model refuses.
type modelError string

func (e modelError) Error() string { return string(e) }

const errDuplicate = modelError("duplicate name")

// shape returns the output of a document: first the masks act, then elision (LAWS 6). The
// document itself stays, if only in its empty form.
func (r *rules) shape(root *node) (out *node, err error) {
	m := r.meet(root)
	defer func() {
		if fault, ok := recover().(modelError); ok {
			out, err = nil, fault
		}
	}()
	if len(r.onError) > 0 {
		m.readRoot()
	}
	left := m.mask(m.outermost(), root)
	if left.node == nil {
		return &node{kind: root.kind, raw: "null"}, nil
	}
	return m.elide(left), nil
}

// readRoot reads the members of a document that may report a failure, if that matters. Each
// name counts once there. If the whole document is to be dropped, no setting for duplicates
// acts.
func (m *model) readRoot() {
	strict := *m
	if m.isHidden(m.root) {
		strict.rules = &rules{duplicates: "reject"}
	}
	strict.counting(m.root)
}

// kept is the part of a value that the masks leave. node is nil if nothing is left; of is the
// original value.
type kept struct {
	node   *node
	of     *node
	in     []kept // its contents
	hidden bool   // an exclude took it, or all its contents
}

// mask applies the masks to a value and its contents.
func (m *model) mask(c above, n *node) kept {
	stand, isPayload := m.stand(c, n), n == m.root
	switch {
	case m.isHidden(n):
		return kept{of: n, hidden: true}
	case stand == refused:
		return kept{of: n}
	case m.redacted.ends[n] && (stand == selected || isPayload):
		return kept{of: n, node: &node{raw: redacted}}
	case m.redacted.ends[n], n.kind == 0 && stand == partial && !isPayload:
		return kept{of: n} // nothing below it can be selected (LAWS 4)
	case n.kind == 0 || !m.decides(c, n):
		return whole(n)
	}
	k := m.contents(c, n)
	switch {
	case isPayload || !k.node.isEmpty():
		k.hidden = false
	case k.hidden && m.emptied == "drop":
		k.node = nil
	case stand == partial && m.unmatched != "keep" && !m.lists.ends[n] && !m.mayHaveBeenElided(n):
		k.node, k.hidden = nil, false
	default:
		k.hidden = false
	}
	return k
}

// mayHaveBeenElided reports whether an empty object may be the rest of an object that an
// earlier run emptied (LAWS 6).
func (m *model) mayHaveBeenElided(n *node) bool {
	return m.elides() && n.kind == '{' && n.isEmpty()
}

// whole keeps a value as it is.
func whole(n *node) kept {
	k := kept{of: n, node: n}
	for _, member := range n.members {
		k.in = append(k.in, whole(member.node))
	}
	for _, e := range n.elems {
		k.in = append(k.in, whole(e))
	}
	return k
}

// contents applies the masks to the contents of a container. Rows stay rows (LAWS 2), in the
// order of the input (LAWS 8). A list ends at its limit.
func (m *model) contents(c above, n *node) kept {
	k := kept{of: n, node: &node{kind: n.kind}}
	c = m.enter(c, n)
	for _, member := range m.counting(n) {
		one := m.mask(c, member.node)
		k.hidden = k.hidden || one.hidden
		if one.node != nil {
			k.in = append(k.in, one)
			member.node = one.node
			k.node.members = append(k.node.members, member)
		}
	}
	for _, e := range n.elems {
		if most := m.most(n); most >= 0 && len(k.in) >= most {
			break
		}
		one := m.mask(c, e)
		k.hidden = k.hidden || one.hidden
		if one.node != nil {
			k.in = append(k.in, one)
			k.node.elems = append(k.node.elems, one.node)
		}
	}
	return k
}

// most returns the smallest limit of an array, else the limit of all arrays, -1 if there is
// none.
func (m *model) most(n *node) int {
	most := -1
	for i, l := range m.limits {
		if n.kind == '[' && m.limited[i].ends[n] && (most < 0 || l.most < most) {
			most = l.most
		}
	}
	if most < 0 && n.kind == '[' && m.maxItems > 0 {
		return m.maxItems
	}
	return most
}

// counting are the members of an object that count (LAWS 9).
func (m *model) counting(n *node) []member {
	var members []member
	for i, this := range n.members {
		same := func(other member) bool { return other.name == this.name }
		before, after := slices.ContainsFunc(n.members[:i], same), slices.ContainsFunc(n.members[i+1:], same)
		switch {
		case before && m.duplicates == "reject":
			panic(errDuplicate)
		case before && m.duplicates == "first", after && m.duplicates == "last":
		default:
			members = append(members, this)
		}
	}
	return members
}

// elide takes members out of objects, from the inside out; elements stay (LAWS 6).
func (m *model) elide(k kept) *node {
	if !m.elides() || len(k.in) == 0 {
		return k.node
	}
	out := &node{kind: k.node.kind}
	for i, one := range k.in {
		switch left := m.elide(one); {
		case out.kind == '[':
			out.elems = append(out.elems, left)
		case !m.isElided(one.of, left):
			out.members = append(out.members, member{k.node.members[i].name, k.node.members[i].raw, left})
		}
	}
	return out
}

// isElided reports whether elision takes a member. of is its original value, left the rest of
// it.
func (m *model) isElided(of, left *node) bool {
	if m.spared.ends[of] {
		return false
	}
	for i, d := range m.defaults {
		if m.declared[i].ends[of] && left.String() == d.raw {
			return true
		}
	}
	return m.nulls && left.raw == "null" || left.isEmpty() && (m.arrays && left.kind == '[' || m.objects && left.kind == '{')
}
