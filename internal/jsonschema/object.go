package jsonschema

import (
	"regexp"
	"slices"
)

// membersRule checks each member: properties, patternProperties, additionalProperties,
// propertyNames, and required names.
type membersRule struct {
	slots      map[string]int // by the names that the schema mentions
	order      []slot
	patterns   []patternSchema
	additional *node
	refusal    *keyword // additionalProperties: false
	naming     *node
	namingWord keyword
	required   []needRule
	twice      *keyword // a name that is there twice
}

// slot is a name that the schema mentions.
type slot struct {
	name string
	of   *node // of "properties"; nil: the name is mentioned elsewhere only
}

type patternSchema struct {
	pattern *regexp.Regexp
	of      *node
}

// needRule is a list of names that have to be there.
type needRule struct {
	keyword
	slots  []int
	advice bool
}

func (m *membersRule) check(r *run, v value, seen *evaluated) bool {
	if m.twice != nil && r.repeats(v) {
		return r.fail(m.twice, v)
	}
	r.spend(len(m.order) / 64)
	base := len(r.present)
	for range m.order {
		r.present = append(r.present, false)
	}
	ok := m.members(r, v, base, seen)
	for i := range m.required {
		if ok || r.quiet == 0 {
			ok = m.required[i].check(r, v, r.present[base:], m.order) && ok
		}
	}
	r.present = r.present[:base]
	return ok
}

func (m *membersRule) members(r *run, v value, base int, seen *evaluated) bool {
	ok, next := true, 0
	for c := r.doc.in(v); c.next(); {
		word := r.doc.text(c.name, &r.text)
		at, known := m.slot(word, next)
		if known {
			r.present[base+at] = true
			next = at + 1
		}
		if m.naming != nil && !r.try(m.naming, c.name, nil) {
			ok = r.fail(&m.namingWord, c.value)
		}
		fits, evaluated := m.member(r, &c, at, known)
		if evaluated {
			seen.mark(c.place)
		}
		if ok = ok && fits; !ok && r.quiet > 0 {
			return false
		}
	}
	return ok
}

// slot finds a name. It is most often the one after the name before it.
func (m *membersRule) slot(name []byte, next int) (at int, known bool) {
	if next < len(m.order) && m.order[next].name == string(name) {
		return next, true
	}
	at, known = m.slots[string(name)]
	return at, known
}

// member applies the schemas that a member has.
func (m *membersRule) member(r *run, c *cursor, at int, known bool) (ok, evaluated bool) {
	ok = true
	if known && m.order[at].of != nil {
		evaluated = true
		ok = r.check(m.order[at].of, c.value, nil)
	}
	r.spend(len(m.patterns))
	for i := range m.patterns {
		if m.patterns[i].pattern.Match(r.doc.text(c.name, &r.text)) {
			evaluated = true
			ok = r.check(m.patterns[i].of, c.value, nil) && ok
		}
	}
	switch {
	case evaluated || m.additional == nil:
		return ok, evaluated
	case m.refusal != nil:
		return r.fail(m.refusal, c.value), true
	}
	return r.check(m.additional, c.value, nil), true
}

func (n *needRule) check(r *run, v value, present []bool, order []slot) bool {
	if !slices.ContainsFunc(n.slots, func(slot int) bool { return !present[slot] }) {
		return true
	}
	if !r.hasRoom(n.advice) {
		return n.advice
	}
	var missing []string
	for _, slot := range n.slots {
		if !present[slot] {
			missing = append(missing, order[slot].name)
		}
	}
	if n.advice {
		r.report(violation{by: &n.keyword, value: v, missing: missing, advice: true})
		return true
	}
	return r.report(violation{by: &n.keyword, value: v, missing: missing})
}

// repeats reports whether an object holds a name twice.
func (r *run) repeats(v value) bool {
	r.names.Reset()
	r.names.Open()
	defer r.names.Close()
	for c := r.doc.in(v); c.next(); {
		if r.names.Add(r.doc.src, c.name.at+1, c.name.end-1, c.name.escaped) {
			return true
		}
	}
	return false
}

// dependentRule is dependentRequired, dependentSchemas and dependencies: the demands that
// the presence of a member makes.
type dependentRule struct {
	keyword
	member string
	names  []string
	of     *node // nil: names
}

func (d *dependentRule) check(r *run, v value, seen *evaluated) bool {
	if _, there := r.doc.member(v, d.member); !there {
		return true
	}
	if d.of != nil {
		return r.check(d.of, v, seen)
	}
	var missing []string
	for _, name := range d.names {
		if !r.spend(1) {
			return false
		}
		if _, there := r.doc.member(v, name); !there {
			missing = append(missing, name)
		}
	}
	return missing == nil || r.report(violation{by: &d.keyword, value: v, missing: missing})
}

func (b *builder) objects() {
	b.bound("minProperties", object, false)
	b.bound("maxProperties", object, true)
	m := &membersRule{slots: map[string]int{}}
	if k, ok := b.find("properties", object); ok {
		for p := b.doc.in(k.at); p.next(); {
			m.order[m.mention(b.doc.string(p.name))].of = b.schema(p.value)
		}
	}
	if k, ok := b.find("patternProperties", object); ok {
		for p := b.doc.in(k.at); p.next(); {
			pattern, err := compilePattern(b.doc.string(p.name))
			if err != nil {
				b.fail(p.value, "pattern: "+err.Error())
				return
			}
			m.patterns = append(m.patterns, patternSchema{pattern, b.schema(p.value)})
		}
	}
	if k, n := b.one("additionalProperties"); n != nil {
		m.additional = n
		if string(b.doc.raw(k.at)) == "false" {
			m.refusal = &k
		}
	}
	m.namingWord, m.naming = b.one("propertyNames")
	b.need(m, "required", false)
	if advice := b.options.Advice; advice != "" {
		b.need(m, advice, true)
	}
	unique := b.options.Unique && b.node.types.admits(object)
	if unique {
		m.twice = &keyword{&Schema{b.schemaText, b.node}, "uniqueNames", b.node.at}
	}
	if unique || m.order != nil || m.patterns != nil || m.additional != nil || m.naming != nil {
		b.addFor(object, m)
	}
}

// need adds a keyword of the form of "required".
func (b *builder) need(m *membersRule, name string, advice bool) {
	k, ok := b.find(name, array)
	if !ok {
		return
	}
	r := needRule{keyword: k, advice: advice}
	for _, name := range b.names(k.at) {
		r.slots = append(r.slots, m.mention(name))
	}
	if r.slots != nil {
		m.required = append(m.required, r)
	}
}

// mention returns the slot of a name.
func (m *membersRule) mention(name string) int {
	at, known := m.slots[name]
	if !known {
		at = len(m.order)
		m.slots[name], m.order = at, append(m.order, slot{name: name})
	}
	return at
}

func (b *builder) dependencies() {
	for _, name := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		k, ok := b.find(name, object)
		if !ok {
			continue
		}
		for p := b.doc.in(k.at); p.next(); {
			d := &dependentRule{keyword: k, member: b.doc.string(p.name)}
			if b.doc.kind(p.value) == array && name != "dependentSchemas" {
				d.names = b.names(p.value)
			} else if d.of = b.schema(p.value); d.of == nil {
				b.fail(p.value, "a list of names is due")
			}
			b.addFor(object, d)
		}
	}
}
