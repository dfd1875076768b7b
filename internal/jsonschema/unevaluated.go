package jsonschema

// evaluated notes which members or elements of a value schemas have looked at.
// nil is what nobody asks for.
type evaluated struct{ marks []bool }

func (e *evaluated) mark(i int) {
	if e == nil {
		return
	}
	for len(e.marks) <= i {
		e.marks = append(e.marks, false)
	}
	e.marks[i] = true
}

func (e *evaluated) has(i int) bool { return i < len(e.marks) && e.marks[i] }

// merge adds what another has noted.
func (e *evaluated) merge(other *evaluated) {
	for i, mark := range other.marks {
		if mark {
			e.mark(i)
		}
	}
}

// unevaluatedRule is unevaluatedProperties or unevaluatedItems.
type unevaluatedRule struct {
	of      *node
	refusal *keyword // false
}

func (u *unevaluatedRule) check(r *run, v value, seen *evaluated) bool {
	ok := true
	for c := r.doc.in(v); c.next(); {
		if !seen.has(c.place) {
			seen.mark(c.place)
			ok = u.checkOne(r, c.value) && ok
		}
	}
	return ok
}

func (u *unevaluatedRule) checkOne(r *run, v value) bool {
	if u.refusal != nil {
		return r.fail(u.refusal, v)
	}
	return r.check(u.of, v, nil)
}

func (b *builder) unevaluated() {
	b.node.otherItems = b.others("unevaluatedItems")
	b.node.otherNames = b.others("unevaluatedProperties")
}

func (b *builder) others(name string) *unevaluatedRule {
	k, n := b.one(name)
	if n == nil {
		return nil
	}
	u := &unevaluatedRule{of: n}
	if string(b.doc.raw(k.at)) == "false" {
		u.refusal = &k
	}
	return u
}
