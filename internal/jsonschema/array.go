package jsonschema

import "github.com/seed-7aa78ce4/shape/internal/scan"

// elementsRule is prefixItems and items, under the names of all drafts.
type elementsRule struct {
	prefix []*node
	rest   *node // nil: of any kind
}

func (el *elementsRule) check(r *run, v value, seen *evaluated) bool {
	ok := true
	for c := r.doc.in(v); c.next(); {
		n := el.rest
		if c.place < len(el.prefix) {
			n = el.prefix[c.place]
		}
		if n == nil {
			break
		}
		seen.mark(c.place)
		if !r.check(n, c.value, nil) {
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

func (has *containsRule) check(r *run, v value, seen *evaluated) bool {
	fit := 0
	for c := r.doc.in(v); c.next(); {
		if r.try(has.of, c.value, nil) {
			fit++
			seen.mark(c.place)
		}
	}
	switch {
	case fit < has.least.n && has.least.name != "":
		return r.failCount(&has.least.keyword, v, fit)
	case fit < has.least.n:
		return r.fail(&has.keyword, v)
	case has.most.name != "" && fit > has.most.n:
		return r.failCount(&has.most.keyword, v, fit)
	}
	return true
}

// uniqueRule is "uniqueItems". Its cost is linear: equal elements have one form.
type uniqueRule struct{ keyword }

func (u *uniqueRule) check(r *run, v value, _ *evaluated) bool {
	forms := map[string]bool{}
	for c := r.doc.in(v); c.next(); {
		r.form = r.doc.appendCanonical(r.form[:0], c.value)
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
	if k, ok := b.find("uniqueItems", boolean); ok && string(b.doc.raw(k.at)) == "true" {
		b.addFor(array, &uniqueRule{k})
	}
	el := elementsRule{}
	_, el.prefix = b.list("prefixItems")
	if k, ok := b.find("items", object|boolean|array); ok {
		if b.doc.kind(k.at) == array {
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
	if k, ok := b.find(name, array); ok && scan.IsEmpty(b.doc.src, k.at.at) {
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
