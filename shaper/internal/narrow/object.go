package narrow

import "slices"

// objects narrows the keywords for objects.
func (p *subschema) objects() {
	if p.of&object == 0 {
		return
	}
	m := p.membersOf()
	p.properties(m)
	p.dependent(m)
	p.required(m)
	p.patterned(m)
	p.additional(m)
	if m.loses || len(m.derived) > 0 {
		p.lift("minProperties")
	}
	if len(m.derived) > 0 {
		p.gain(m)
	}
	if !p.all.areUntouched() { // the keyword depends on the other keywords for members
		p.lift("unevaluatedProperties")
	}
	p.isNone = p.isNone || len(m.shown) == 0 && p.keyword("properties") != nil
	p.isBare = p.of == object && len(m.shown) == 0 && len(m.derived) == 0 && p.isClosed()
}

// membersOf holds the members that a schema names, after shaping.
type membersOf struct {
	text    map[string][]byte // the schema of each name that may stay
	shown   []string
	stays   map[string]bool // the names of members that always stay
	loses   bool            // some member may be dropped
	derived []string
}

func (p *subschema) membersOf() *membersOf {
	given, _ := p.walker.readObject(p.keyword("properties"))
	m := &p.named
	for _, one := range given.members {
		p.member(m, one.name, given.value(one))
	}
	for _, name := range p.mentioned() {
		if _, known := m.stays[name]; !known {
			p.member(m, name, nil)
		}
	}
	for _, d := range p.all.derived() {
		m.derived = append(m.derived, d.Name)
	}
	m.loses = m.loses || p.losesOthers()
	return m
}

// losesOthers reports whether a member without a name in the schema may be dropped.
func (p *subschema) losesOthers() bool {
	if p.isClosed() {
		return false
	}
	key := p.key(p.all)
	if _, known := p.loses[key]; !known {
		in, lost, ok := p.all.others(nil)
		p.loses[key] = !ok || lost || in.any(func(p place) bool { return p.mayGo(anyType, false, true) })
	}
	return p.loses[key]
}

// mentioned returns the names in keywords that list names.
func (p *subschema) mentioned() []string {
	all := p.stringsIn(p.keyword("required"))
	for _, keyword := range []string{"dependentRequired", "dependencies"} {
		p.each(p.keyword(keyword), func(_ string, names []byte) { all = append(all, p.stringsIn(names)...) })
	}
	return all
}

// member narrows the schema of a member and records whether the member stays. A nil schema
// accepts any value.
func (p *subschema) member(m *membersOf, name string, schema []byte) {
	m.stays[name] = false
	in, lost := p.all.member(name)
	below, any := p.below(schema, "properties", name), schema == nil
	if any {
		below.schema = []byte("true")
	}
	of := p.typesOf(below.schema, maxDepth)
	kept := in.without(func(p place) bool { return p.vanishes(of) })
	if len(kept) == 0 {
		m.loses = true
		if !any {
			p.note(below.pointer, "never shown")
		}
		return
	}
	n := p.walker.narrowValue(below, kept)
	if kept = kept.without(func(p place) bool { return n.bare && p.leavesNothing() }); len(kept) == 0 {
		m.loses = true
		p.note(below.pointer, "never shown")
		return
	}
	lost = lost || len(kept) < len(in) || slices.ContainsFunc(kept, func(p place) bool { return p.mayGo(of, n.full, true) })
	m.loses = m.loses || lost
	m.stays[name] = !lost
	if !any {
		m.text[name], m.shown = n.text, append(m.shown, name)
	}
}

// properties writes the schemas of the members that may stay.
func (p *subschema) properties(m *membersOf) {
	if p.keyword("properties") == nil {
		return
	}
	size := 0
	for _, name := range m.shown {
		size += len(name) + len(m.text[name]) + len(`"":,`)
	}
	var out writer
	out.text = append(p.reserve(size+len("{}")), '{')
	for _, name := range m.shown {
		out.member(name, m.text[name])
	}
	p.replace("properties", out.object())
}

// required keeps the required names that always stay.
func (p *subschema) required(m *membersOf) {
	was := p.keyword("required")
	if was == nil {
		return
	}
	var left []string
	for _, name := range p.stringsIn(was) {
		if m.stays[name] {
			left = append(left, name)
		} else {
			p.note(p.pointer, name+" need not be there")
		}
	}
	if len(left) == 0 {
		p.gone["required"] = true
	} else {
		p.replace("required", quoted(left))
	}
	p.isFull[0] = len(left) > 0
}

// patterned narrows patternProperties. A pattern may match any name.
func (p *subschema) patterned(m *membersOf) {
	was := p.keyword("patternProperties")
	if was == nil {
		return
	}
	in, _, ok := p.all.others(nil)
	if len(m.derived) > 0 || !ok {
		p.lift("patternProperties", "additionalProperties")
		return
	}
	var out writer
	p.each(was, func(pattern string, schema []byte) {
		if len(in) > 0 {
			out.member(pattern, p.walker.narrowValue(p.below(schema, "patternProperties", pattern), in).text)
		}
	})
	p.replace("patternProperties", out.object())
}

// additional narrows additionalProperties, the schema of all other names.
func (p *subschema) additional(m *membersOf) {
	was := p.keyword("additionalProperties")
	if was == nil || isFalse(was) {
		return
	}
	apart := map[string]bool{}
	p.each(p.keyword("properties"), func(name string, _ []byte) { apart[name] = true })
	switch in, _, ok := p.all.others(apart); {
	case !ok:
		p.lift("additionalProperties")
	case len(in) == 0:
		p.replace("additionalProperties", []byte("false"))
	default:
		p.replace("additionalProperties", p.walker.narrowValue(p.below(was, "additionalProperties"), in).text)
	}
}

// isClosed reports whether the schema allows no other names than those it states.
func (p *subschema) isClosed() bool {
	now, changed := p.new["additionalProperties"]
	if !changed {
		now = p.keyword("additionalProperties")
	}
	return isFalse(now) && p.keyword("patternProperties") == nil
}

// dependent narrows the keywords that depend on the presence of a member. A dropped member is
// no longer required.
func (p *subschema) dependent(m *membersOf) {
	for _, keyword := range []string{"dependentRequired", "dependentSchemas", "dependencies"} {
		was := p.keyword(keyword)
		if was == nil {
			continue
		}
		var out writer
		p.each(was, func(name string, follows []byte) {
			if slices.Contains(m.derived, name) {
				return
			}
			if typeOf(follows) == array {
				goes := func(name string) bool { return !m.stays[name] }
				follows = quoted(slices.DeleteFunc(p.stringsIn(follows), goes))
			} else {
				follows = p.narrowBeside(p.below(follows, keyword, name)).text
			}
			out.member(name, follows)
		})
		p.replace(keyword, out.object())
	}
}

// gain allows the derived members.
func (p *subschema) gain(m *membersOf) {
	p.lift("maxProperties", "propertyNames")
	var out writer
	written := map[string]bool{}
	for _, name := range m.shown {
		schema := m.text[name]
		if slices.Contains(m.derived, name) {
			schema = anyOf(schema, derivedField)
		}
		written[name] = true
		out.member(name, schema)
	}
	for _, name := range m.derived {
		if !written[name] {
			written[name] = true
			out.member(name, p.beside())
			p.note(p.pointer, name+" may be derived")
		}
	}
	p.replace("properties", out.object())
}

// beside returns the schema of a derived member that the schema does not name. The value may
// have a member of that name already.
func (p *subschema) beside() []byte {
	others := p.keyword("additionalProperties")
	if now, changed := p.new["additionalProperties"]; changed {
		others = now
	}
	switch {
	case others == nil:
		return []byte("true")
	case isFalse(others):
		return derivedField
	}
	return anyOf(others, derivedField)
}

var derivedField = []byte(`{"type":"string"}`)
