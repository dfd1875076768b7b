package narrow

import "strconv"

// rows holds the elements of an array after shaping.
type rows struct {
	places
	known bool // places is complete
	lost  bool // elements may be dropped
}

// arrays narrows the keywords for arrays.
func (p *subschema) arrays() {
	if p.of&array == 0 {
		return
	}
	var r rows
	r.places, r.lost, r.known = p.all.element()
	r.lost = r.lost || p.all.any(func(p place) bool {
		p = p.asList()
		return p.cutsLists() || p.loose && p.inPayload()
	})
	p.items(&r)
	if r.lost || !r.known {
		p.lift("minItems", "contains", "minContains", "maxContains")
	}
	if !r.known || !r.areUntouched() {
		p.lift("uniqueItems", "unevaluatedItems", "maxContains")
	}
	if was := p.keyword("contains"); was != nil {
		p.replace("contains", p.element(was, &r, "contains").text)
	}
	least, _ := strconv.Atoi(string(p.keyword("minItems")))
	p.isFull[1] = !r.lost && r.known && least > 0
}

// element narrows the schema of elements.
func (p *subschema) element(schema []byte, r *rows, way ...string) narrowed {
	if len(r.places) == 0 {
		return narrowed{text: []byte("true"), types: anyType} // no element stays
	}
	return p.walker.narrowValue(p.below(schema, way...), r.places)
}

// items narrows the schemas of elements. If an element may be dropped, later elements move up,
// so that no schema can depend on positions.
func (p *subschema) items(r *rows) {
	first, rest := "prefixItems", "items"
	if was := p.keyword("items"); was != nil && typeOf(was) == array {
		first, rest = "items", "additionalItems"
	}
	behind := p.keyword(rest)
	if p.keyword(first) != nil {
		r.lose(anyType, narrowed{})
		if r.lost || !r.known {
			p.lift(first, rest)
			return
		}
		p.replace(first, p.list(p.keyword(first), r, first))
	} else if behind == nil {
		r.lose(anyType, narrowed{})
	}
	switch {
	case behind == nil:
	case !r.known:
		p.lift(rest)
	default:
		n := p.element(behind, r, rest)
		r.lose(p.typesOf(behind, maxDepth), n)
		p.replace(rest, n.text)
	}
}

// list narrows the schemas in a list.
func (p *subschema) list(schemas []byte, r *rows, keyword string) []byte {
	var out writer
	for i, s := range p.elements(schemas) {
		out.element(p.element(s, r, keyword, strconv.Itoa(i)).text)
	}
	return out.array()
}

// lose records whether elements of some types may be dropped.
func (r *rows) lose(of types, n narrowed) {
	goes := func(p place) bool {
		return p.vanishes(of) || n.bare && p.leavesNothing() || p.mayGo(of, n.full, false)
	}
	r.lost = r.lost || r.any(goes)
}
