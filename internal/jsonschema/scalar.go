package jsonschema

import (
	"regexp"
	"unicode/utf8"
)

const anyKind = null | boolean | number | text | array | object

// typeRule is the keyword "type"; of is 0 where it is absent.
type typeRule struct {
	keyword
	of kinds
}

// admit reports whether a type is one of the types.
func (t *typeRule) admit(kind kinds) bool { return t.of == 0 || t.of&kind != 0 }

// admits reports whether a value is of one of the types.
func (t *typeRule) admits(r *run, v value) bool {
	kind := r.doc.kind(v)
	return t.admit(kind) ||
		kind == number && t.of&integer != 0 && decimalOf(r.doc.raw(v)).isInteger()
}

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
