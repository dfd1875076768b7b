package narrow

// combinations narrows the keywords that combine schemas for one value.
func (p *subschema) combinations() {
	p.lift("not", "if", "then", "else")
	if was := p.keyword("allOf"); was != nil {
		p.gone["allOf"] = true
		for i, s := range p.elements(was) {
			n := p.narrowBeside(p.nth(s, "allOf", i))
			p.conj = append(p.conj, n.text)
			p.and(n)
		}
	}
	p.alternatives("anyOf")
	p.alternatives("oneOf") // becomes anyOf: several wider schemas may match
}

// alternatives narrows the schemas of anyOf or oneOf.
func (p *subschema) alternatives(keyword string) {
	was := p.keyword(keyword)
	if was == nil {
		return
	}
	var all writer
	joint := narrowed{full: true, bare: true, none: true}
	for i, s := range p.elements(was) {
		n := p.narrowBeside(p.nth(s, keyword, i))
		all.element(n.text)
		joint.full, joint.bare, joint.none = joint.full && n.full, joint.bare && n.bare, joint.none && n.none
	}
	p.and(joint)
	if keyword == "anyOf" {
		p.replace("anyOf", all.array())
		return
	}
	p.gone["oneOf"] = true
	if p.keyword("anyOf") == nil {
		p.replace("anyOf", all.array())
		return
	}
	var both writer
	both.member("anyOf", all.array())
	p.conj = append(p.conj, both.object())
}

// and adds the facts of one more schema for the same value.
func (p *subschema) and(n narrowed) {
	p.isFull = [2]bool{p.isFull[0] || n.full, p.isFull[1] || n.full}
	p.isBare, p.isNone = p.isBare || n.bare, p.isNone || n.none
}
