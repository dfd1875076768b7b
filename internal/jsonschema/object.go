package jsonschema

import "regexp"

// membersRule is what looks at each member: properties, patternProperties,
// additionalProperties, propertyNames, and the names that have to be there.
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

func (m *membersRule) check(r *run, v int, seen *evaluated) bool {
	if m.twice != nil && r.repeats(v) {
		return r.fail(m.twice, v)
	}
	r.spend(len(m.order)/64 + len(m.patterns)*int(r.doc.entries[v].size))
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

func (m *membersRule) members(r *run, v, base int, seen *evaluated) bool {
	ok, i, next := true, 0, 0
	for name, end := v+1, r.doc.next(v); name < end; name = r.doc.next(name + 1) {
		word := r.doc.text(name, &r.text)
		at, known := m.slot(word, next)
		if known {
			r.present[base+at] = true
			next = at + 1
		}
		if m.naming != nil && !r.try(m.naming, name, nil) {
			ok = r.fail(&m.namingWord, name+1)
		}
		fits, evaluated := m.member(r, name, at, known)
		if evaluated {
			seen.mark(i)
		}
		i++
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
func (m *membersRule) member(r *run, name, at int, known bool) (ok, evaluated bool) {
	ok = true
	if known && m.order[at].of != nil {
		evaluated = true
		ok = r.check(m.order[at].of, name+1, nil)
	}
	for i := range m.patterns {
		if m.patterns[i].pattern.Match(r.doc.text(name, &r.text)) {
			evaluated = true
			ok = r.check(m.patterns[i].of, name+1, nil) && ok
		}
	}
	switch {
	case evaluated || m.additional == nil:
		return ok, evaluated
	case m.refusal != nil:
		return r.fail(m.refusal, name+1), true
	}
	return r.check(m.additional, name+1, nil), true
}

func (n *needRule) check(r *run, v int, present []bool, order []slot) bool {
	ok := true
	for _, slot := range n.slots {
		if ok = present[slot]; !ok {
			break
		}
	}
	if ok {
		return true
	}
	if !r.wants(n.advice) {
		return n.advice
	}
	var missing []string
	for _, slot := range n.slots {
		if !present[slot] {
			missing = append(missing, order[slot].name)
		}
	}
	if n.advice {
		r.advise(&n.keyword, v, missing)
		return true
	}
	return r.failMissing(&n.keyword, v, missing)
}

// repeats reports whether an object holds a name twice.
func (r *run) repeats(v int) bool {
	r.names.Reset()
	r.names.Open()
	defer r.names.Close()
	for m, end := v+1, r.doc.next(v); m < end; m = r.doc.next(m + 1) {
		e := &r.doc.entries[m]
		if r.names.Add(r.doc.src, int(e.start)+1, int(e.end)-1, e.escaped) {
			return true
		}
	}
	return false
}

// dependentRule is dependentRequired, dependentSchemas and dependencies: what
// holds where a member is there.
type dependentRule struct {
	keyword
	member string
	names  []string
	of     *node // nil: names
}

func (d *dependentRule) check(r *run, v int, seen *evaluated) bool {
	if !r.spend(int(r.doc.entries[v].size) * (1 + len(d.names))) {
		return false
	}
	if _, there := r.doc.member(v, d.member); !there {
		return true
	}
	if d.of != nil {
		return r.check(d.of, v, seen)
	}
	var missing []string
	for _, name := range d.names {
		if _, there := r.doc.member(v, name); !there {
			missing = append(missing, name)
		}
	}
	return missing == nil || r.failMissing(&d.keyword, v, missing)
}
