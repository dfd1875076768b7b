package narrow

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// subschema is one schema being narrowed, with the changes to its keywords.
type subschema struct {
	*walker
	at
	read   members
	all    places
	of     types             // of its values
	new    map[string][]byte // keywords with a new value
	gone   map[string]bool   // removed keywords
	conj   [][]byte          // additional schemas for allOf
	isFull [2]bool           // objects, arrays: they always keep some content
	isBare bool              // objects never keep content
	isNone bool              // no member that the schema names stays
	named  membersOf
}

// narrow narrows the schema. It does not allow for a string in place of a value.
func (p *subschema) narrow() narrowed {
	switch {
	case p.all.areUntouched() && !refers(p.schema):
		return narrowed{text: p.schema, types: p.of}
	case p.depth > 0 && (p.read.keyword("$id") != nil || p.isLegacy() && p.read.keyword("id") != nil):
		p.note(p.pointer, "a resource of its own: replaced by its type")
		return narrowed{text: typed(p.of), types: p.of}
	case p.isLegacy() && p.read.keyword("$ref") != nil:
		for _, m := range p.read.members { // draft 7 and earlier ignore the keywords beside $ref
			if m.name != "$ref" && !isAnnotation(m.name) {
				p.gone[m.name] = true
			}
		}
	}
	p.references()
	p.values()
	p.strings()
	p.objects()
	p.arrays()
	p.combinations()
	if p.all.any(place.isEmptied) && p.of&^(object|array) != 0 && p.depth > 0 {
		return narrowed{text: []byte(`{}`), types: anyType}
	}
	return narrowed{text: p.write(), full: p.full(), bare: p.isBare, none: p.isNone, types: p.of}
}

// narrowBeside narrows another schema for the same values.
func (p *subschema) narrowBeside(a at) narrowed { return p.walker.narrowBeside(a, p.all) }

// keyword returns the value of an active keyword, or nil.
func (p *subschema) keyword(name string) []byte {
	if p.gone[name] {
		return nil
	}
	return p.read.keyword(name)
}

// lift removes keywords that may no longer hold.
func (p *subschema) lift(names ...string) {
	for _, name := range names {
		if p.keyword(name) != nil {
			p.gone[name] = true
			p.note(p.pointer, name+" is lifted")
		}
	}
}

// replace sets the value of a keyword.
func (p *subschema) replace(name string, value []byte) { p.new[name] = value }

// full reports whether a container always keeps some content.
func (p *subschema) full() bool {
	return (p.isFull[0] || p.of&object == 0) && (p.isFull[1] || p.of&array == 0)
}

// isSame reports whether write would return the schema unchanged, apart from white space.
func (p *subschema) isSame() bool {
	return len(p.new)+len(p.gone)+len(p.conj) == 0 && !slices.ContainsFunc(p.read.members, func(m member) bool {
		return leftOut[m.name] || m.name == "default" || m.name == "examples" || isHome(m.name) && p.depth > 0
	})
}

// write writes the schema with its keywords in order.
func (p *subschema) write() []byte {
	if p.isSame() {
		return p.schema
	}
	var out writer
	out.text = append(p.reserve(len(p.schema)+len(p.schema)/8), '{')
	for _, m := range p.read.members {
		value, changed := p.new[m.name]
		delete(p.new, m.name)
		switch {
		case p.gone[m.name] || leftOut[m.name]:
		case changed:
			out.member(m.name, value)
		case m.name == "default" || m.name == "examples": // may contain hidden values
		case isHome(m.name) && p.depth > 0:
		default:
			out.member(m.name, p.read.value(m))
		}
	}
	for _, name := range added {
		if value, ok := p.new[name]; ok {
			out.member(name, value)
		}
	}
	if len(p.conj) > 0 {
		var all writer
		for _, s := range p.conj {
			all.element(s)
		}
		out.member("allOf", all.array())
	}
	return out.object()
}

// added lists the keywords that a schema may gain.
var added = []string{"properties", "required", "$ref", "anyOf"}

// leftOut lists keywords that define parts. The walker writes the used parts itself.
var leftOut = map[string]bool{
	"$defs": true, "definitions": true, "$anchor": true, "$dynamicAnchor": true, "$recursiveAnchor": true, "$vocabulary": true,
}

// isHome reports whether a keyword describes the document of a schema.
func isHome(name string) bool { return name == "$schema" || name == "$id" || name == "id" }

func isAnnotation(name string) bool {
	switch name {
	case "title", "description", "$comment", "deprecated", "$schema", "$defs", "definitions", "$id", "id":
		return true
	}
	return false
}

// values narrows const and enum. It removes them if one of their values would change.
func (p *subschema) values() {
	for _, name := range []string{"const", "enum"} {
		value := p.keyword(name)
		if value == nil {
			continue
		}
		all := [][]byte{value}
		if name == "enum" {
			all = p.elements(value)
		}
		for _, v := range all {
			if p.changes(v) {
				p.lift(name)
				p.replaceType()
				break
			}
		}
	}
}

// replaceType states the types of values after another keyword was removed.
func (p *subschema) replaceType() {
	if p.keyword("type") == nil && p.of != anyType {
		p.conj = append(p.conj, typed(p.of))
	}
}

// changes reports whether shaping may change a value.
func (p *subschema) changes(value []byte) bool {
	switch typeOf(value) {
	case array, object:
		return !p.all.areUntouched()
	case text:
		said := []byte(scan.Text(value))
		return p.all.any(func(p place) bool {
			return p.mayShorten(len(said)) || p.opens() && redact.MayChange(p.plan.Hiding, said)
		})
	}
	return false
}

// strings removes keywords for strings if shaping may change a string.
func (p *subschema) strings() {
	if p.of&text != 0 && p.all.any(func(p place) bool { return p.opens() || p.shortens() }) {
		p.lift("pattern", "format", "minLength", "maxLength", "contentEncoding", "contentMediaType", "contentSchema")
	}
	if p.keyword("contentSchema") != nil && refers(p.keyword("contentSchema")) {
		p.lift("contentSchema")
	}
}

// refers reports whether a schema may contain a reference.
func refers(schema []byte) bool {
	return bytes.Contains(schema, []byte("Ref")) || bytes.Contains(schema, []byte("ref")) || bytes.Contains(schema, []byte(`\u`))
}
