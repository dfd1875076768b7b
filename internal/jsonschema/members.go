package jsonschema

func (b *builder) objects() {
	b.bound("minProperties", object, false)
	b.bound("maxProperties", object, true)
	m := &membersRule{slots: map[string]int{}}
	if k, ok := b.find("properties", object); ok {
		for p := b.doc.in(k.at); p.next(); {
			m.order[m.mention(b.doc.string(p.name))].of = b.schema(p.value)
		}
	}
	b.patternProperties(m)
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
	unique := b.options.Unique && b.node.types.admit(object)
	if unique {
		m.twice = &keyword{&Schema{b.schemaText, b.node}, "uniqueNames", b.node.at}
	}
	if unique || m.order != nil || m.patterns != nil || m.additional != nil || m.naming != nil {
		b.addFor(object, m)
	}
}

func (b *builder) patternProperties(m *membersRule) {
	k, ok := b.find("patternProperties", object)
	if !ok {
		return
	}
	for p := b.doc.in(k.at); p.next(); {
		pattern, err := compilePattern(b.doc.string(p.name))
		if err != nil {
			b.fail(p.value, "pattern: "+err.Error())
			return
		}
		m.patterns = append(m.patterns, patternSchema{pattern, b.schema(p.value)})
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
