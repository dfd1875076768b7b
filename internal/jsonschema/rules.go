package jsonschema

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

const anyKind = null | boolean | number | text | array | object

// typeRule is the keyword "type"; of is 0 if it is absent.
type typeRule struct {
	keyword
	of kinds
}

// admits reports whether a type is one of the types.
func (t *typeRule) admits(kind kinds) bool { return t.of == 0 || t.of&kind != 0 }

// enumRule is "enum", and "const".
type enumRule struct {
	keyword
	of  kinds           // the types of the values
	all map[string]bool // the values, each in its canonical form
}

func (e *enumRule) check(r *run, v value, _ *evaluated) bool {
	if r.doc.kind(v)&e.of != 0 {
		r.form = r.doc.appendCanonical(r.form[:0], v)
		if e.all[string(r.form)] {
			return true
		}
	}
	return r.fail(&e.keyword, v)
}

type patternRule struct {
	keyword
	pattern *regexp.Regexp
}

func (p *patternRule) check(r *run, v value, _ *evaluated) bool {
	return p.pattern.Match(r.doc.text(v, &r.text)) || r.fail(&p.keyword, v)
}

// countRule bounds how much a value holds: code points, elements or members.
type countRule struct {
	keyword
	n    int
	most bool
}

func (c *countRule) check(r *run, v value, _ *evaluated) bool {
	has := 0
	if r.doc.kind(v) == text {
		has = utf8.RuneCount(r.doc.text(v, &r.text))
	} else {
		for of := r.doc.in(v); of.next(); {
			has++
		}
	}
	if c.most && has > c.n || !c.most && has < c.n {
		return r.failCount(&c.keyword, v, has)
	}
	return true
}

// boundRule is a bound of numbers: sign is 1 for an upper one.
type boundRule struct {
	keyword
	bound  decimal
	sign   int
	strict bool
}

func (b *boundRule) check(r *run, v value, _ *evaluated) bool {
	c := decimalOf(r.doc.raw(v)).compare(b.bound) * b.sign
	return c < 0 || c == 0 && !b.strict || r.fail(&b.keyword, v)
}

type multipleRule struct {
	keyword
	by divisor
}

func (m *multipleRule) check(r *run, v value, _ *evaluated) bool {
	return m.by.divides(decimalOf(r.doc.raw(v))) || r.fail(&m.keyword, v)
}

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
			if !scan.IsEmpty(b.doc.src, k.at.at) {
				_, el.prefix = b.list("items")
			}
			_, el.rest = b.one("additionalItems")
		} else {
			el.rest = b.schema(k.at)
		}
	}
	if el.prefix != nil || el.rest != nil {
		b.addFor(array, &el)
	}
	if k, n := b.one("contains"); n != nil {
		c := &containsRule{keyword: k, of: n, least: countRule{n: 1}}
		if k, n, ok := b.count("minContains"); ok {
			c.least = countRule{keyword: k, n: n}
		}
		if k, n, ok := b.count("maxContains"); ok {
			c.most = countRule{keyword: k, n: n}
		}
		b.addFor(array, c)
	}
}

// The rules below apply schemas to the value itself.

type allRule struct {
	keyword
	of []*node
}

func (all *allRule) check(r *run, v value, seen *evaluated) bool {
	ok := true
	for _, n := range all.of {
		if !r.check(n, v, seen) {
			if ok = false; r.quiet > 0 {
				return false
			}
		}
	}
	return ok
}

type anyRule struct {
	keyword
	of []*node
}

func (a *anyRule) check(r *run, v value, seen *evaluated) bool {
	ok := false
	for _, n := range a.of {
		if r.try(n, v, seen) {
			if ok = true; seen == nil {
				return true
			}
		}
	}
	return ok || r.fail(&a.keyword, v)
}

type oneRule struct {
	keyword
	of []*node
}

func (one *oneRule) check(r *run, v value, seen *evaluated) bool {
	fit := 0
	for _, n := range one.of {
		if r.try(n, v, seen) {
			fit++
		}
	}
	return fit == 1 || r.failCount(&one.keyword, v, fit)
}

type notRule struct {
	keyword
	of *node
}

func (not *notRule) check(r *run, v value, _ *evaluated) bool {
	return !r.try(not.of, v, nil) || r.fail(&not.keyword, v)
}

// ifRule is if, then and else; either may be absent.
type ifRule struct {
	when, then, otherwise *node
}

func (i *ifRule) check(r *run, v value, seen *evaluated) bool {
	branch := i.otherwise
	if r.try(i.when, v, seen) {
		branch = i.then
	}
	return branch == nil || r.check(branch, v, seen)
}

func (b *builder) combinations() {
	if k, all := b.list("allOf"); all != nil {
		b.combine(&allRule{k, all})
	}
	if k, all := b.list("anyOf"); all != nil {
		b.combine(&anyRule{k, all})
	}
	if k, all := b.list("oneOf"); all != nil {
		b.combine(&oneRule{k, all})
	}
	if k, n := b.one("not"); n != nil {
		b.combine(&notRule{k, n})
	}
	if _, when := b.one("if"); when != nil {
		_, then := b.one("then")
		_, otherwise := b.one("else")
		b.combine(&ifRule{when, then, otherwise})
	}
}

func (b *builder) combine(r rule) { b.node.combined = append(b.node.combined, r) }

// evaluated marks the members or elements of a value that schemas checked. nil records
// nothing.
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

// merge adds the marks of other.
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
			if u.refusal != nil {
				ok = r.fail(u.refusal, c.value)
			} else {
				ok = r.check(u.of, c.value, nil) && ok
			}
		}
	}
	return ok
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

type refRule struct {
	keyword
	to *node
}

func (ref *refRule) check(r *run, v value, seen *evaluated) bool { return r.check(ref.to, v, seen) }

// dynamicRule is a reference that the outermost resource on the way to it may
// redirect.
type dynamicRule struct {
	refRule
	anchor *string // nil: none does
}

func (ref *dynamicRule) check(r *run, v value, seen *evaluated) bool {
	to := ref.to
	if ref.anchor != nil {
		for _, home := range r.scope {
			if n := home.dynamic[*ref.anchor]; n != nil {
				to = n
				break
			}
		}
	}
	return r.check(to, v, seen)
}

func (b *builder) references() {
	refer := func(r rule) { b.node.references = append(b.node.references, r) }
	if k, to := b.reference("$ref"); to != nil {
		refer(&refRule{k, to})
	}
	for _, name := range []string{"$dynamicRef", "$recursiveRef"} {
		if k, to := b.reference(name); to != nil {
			rule, anchor := &dynamicRule{refRule{k, to}, nil}, ""
			if name == "$dynamicRef" {
				_, anchor, _ = strings.Cut(b.doc.string(k.at), "#")
			}
			if at, ok := to.home.dynamics[anchor]; ok && at == to.at {
				rule.anchor = &anchor
			}
			refer(rule)
		}
	}
}

// reference finds the target of a keyword.
func (b *builder) reference(name string) (k keyword, to *node) {
	k, ok := b.find(name, text)
	if !ok {
		return k, nil
	}
	at, in, ok := b.target(b.node.home, b.doc.string(k.at))
	if !ok {
		b.fail(k.at, name+" leads to nothing in this document, and nothing is fetched")
		return k, nil
	}
	if b.err = b.locate(at, in); b.err != nil {
		return k, nil
	}
	return k, b.schema(at)
}
