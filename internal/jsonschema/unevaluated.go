package jsonschema

// evaluated notes which members or elements of a value schemas have looked at.
// nil is what nobody asks for.
type evaluated struct{ marks []bool }

func (e *evaluated) mark(i int) {
	if e != nil {
		e.marks[i] = true
	}
}

// merge adds what another has noted.
func (e *evaluated) merge(other *evaluated) {
	for i, mark := range other.marks {
		if mark {
			e.marks[i] = true
		}
	}
}

// unevaluatedRule is unevaluatedProperties or unevaluatedItems.
type unevaluatedRule struct {
	of      *node
	refusal *keyword // false
}

func (u *unevaluatedRule) check(r *run, v int, seen *evaluated) bool {
	ok, before := true, 0
	if r.doc.entries[v].kind == object {
		before = 1
	}
	c := v + 1 + before
	for i, marked := range seen.marks {
		if !marked {
			seen.marks[i] = true
			ok = u.checkOne(r, c) && ok
		}
		c = r.doc.next(c) + before
	}
	return ok
}

func (u *unevaluatedRule) checkOne(r *run, v int) bool {
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
	if string(b.tape.raw(k.at)) == "false" {
		u.refusal = &k
	}
	return u
}
