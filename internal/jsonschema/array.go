package jsonschema

// elementsRule is prefixItems and items, under the names of all drafts.
type elementsRule struct {
	prefix []*node
	rest   *node // nil: of any kind
}

func (el *elementsRule) check(r *run, v int, seen *evaluated) bool {
	ok := true
	i := 0
	for e, end := v+1, r.doc.next(v); e < end; e = r.doc.next(e) {
		n := el.rest
		if i < len(el.prefix) {
			n = el.prefix[i]
		}
		if n == nil {
			break
		}
		seen.mark(i)
		i++
		if !r.check(n, e, nil) {
			if ok = false; r.quiet > 0 {
				return false
			}
		}
	}
	return ok
}

// containsRule counts the elements that fit a schema.
type containsRule struct {
	keyword
	of          *node
	least, most countRule // the latter without a name: unbounded
}

func (c *containsRule) check(r *run, v int, seen *evaluated) bool {
	fit, i := 0, 0
	for e, end := v+1, r.doc.next(v); e < end; e = r.doc.next(e) {
		if r.try(c.of, e, nil) {
			fit++
			seen.mark(i)
		}
		i++
	}
	switch {
	case fit < c.least.n && c.least.name != "":
		return r.failCount(&c.least.keyword, v, fit)
	case fit < c.least.n:
		return r.fail(&c.keyword, v)
	case c.most.name != "" && fit > c.most.n:
		return r.failCount(&c.most.keyword, v, fit)
	}
	return true
}

// uniqueRule is "uniqueItems". Its cost is linear: equal elements have one form.
type uniqueRule struct{ keyword }

func (u *uniqueRule) check(r *run, v int, _ *evaluated) bool {
	if r.doc.entries[v].size < 2 {
		return true
	}
	r.spend(r.doc.next(v) - v)
	forms := make(map[string]bool, r.doc.entries[v].size)
	for e, end := v+1, r.doc.next(v); e < end; e = r.doc.next(e) {
		r.form = r.doc.appendCanonical(r.form[:0], e)
		if forms[string(r.form)] {
			return r.fail(&u.keyword, v)
		}
		forms[string(r.form)] = true
	}
	return true
}

func (b *builder) arrays() {
	b.bound("minItems", array, false)
	b.bound("maxItems", array, true)
	if k, ok := b.find("uniqueItems", boolean); ok && string(b.tape.raw(k.at)) == "true" {
		b.addFor(array, &uniqueRule{k})
	}
	el := elementsRule{}
	_, el.prefix = b.list("prefixItems")
	if k, ok := b.find("items", object|boolean|array); ok {
		if b.tape.entries[k.at].kind == array {
			_, el.prefix = b.optionalList("items")
			_, el.rest = b.one("additionalItems")
		} else {
			el.rest = b.schema(k.at)
		}
	}
	if el.prefix != nil || el.rest != nil {
		b.addFor(array, &el)
	}
	b.contains()
}

// optionalList is list, of a keyword whose list may be empty.
func (b *builder) optionalList(name string) (k keyword, all []*node) {
	if k, ok := b.find(name, array); ok && b.tape.entries[k.at].size == 0 {
		return k, nil
	}
	return b.list(name)
}

func (b *builder) contains() {
	k, n := b.one("contains")
	if n == nil {
		return
	}
	c := &containsRule{keyword: k, of: n, least: countRule{n: 1}}
	if k, n, ok := b.count("minContains"); ok {
		c.least = countRule{keyword: k, n: n}
	}
	if k, n, ok := b.count("maxContains"); ok {
		c.most = countRule{keyword: k, n: n}
	}
	b.addFor(array, c)
}
