package jsonschema

import (
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// plainDepth bounds the schemas in one another that [IsPlain] follows.
const plainDepth = 1 << 7

// IsPlain reports whether [Compile] surely takes a text, which is valid JSON: it has only
// keywords without references and expressions, and each has a value of its form. It reads
// the text once for each level of schemas, and takes much less time than Compile. A schema
// that is not plain may compile.
func IsPlain(text []byte) bool {
	p := plain{src: text}
	return p.schema(scan.Space(text, 0), plainDepth)
}

type plain struct {
	src  []byte
	skip scan.Skipper
}

// schema reports whether the value at src[i] is a plain schema.
func (p *plain) schema(i, levels int) bool {
	switch p.src[i] {
	case 't', 'f':
		return true
	case '{':
		return levels > 0 && p.members(i, func(name []byte, value int) bool { return p.keyword(name, value, levels-1) })
	}
	return false
}

// members reports whether the value at src[i] is an object whose members all are so.
func (p *plain) members(i int, is func(name []byte, value int) bool) bool {
	all := p.src[i] == '{'
	if !all || scan.IsEmpty(p.src, i) {
		return all
	}
	p.skip.EachMember(p.src, i, func(name []byte, _, value int) bool {
		all = is(name, value)
		return all
	})
	return all
}

// elements is members for an array.
func (p *plain) elements(i int, is func(value int) bool) bool {
	all := p.src[i] == '['
	if all {
		p.skip.EachElement(p.src, i, func(value int) bool {
			all = is(value)
			return all
		})
	}
	return all
}

// keyword reports whether the value of a keyword has its form.
func (p *plain) keyword(name []byte, i, levels int) bool {
	switch string(name) {
	case "title", "description", "$comment", "$schema", "default", "examples", "deprecated", "readOnly", "writeOnly", "format", "const":
		return true
	case "type":
		return p.isType(i) || p.elements(i, p.isType)
	case "properties":
		return p.members(i, func(_ []byte, value int) bool { return p.schema(value, levels) })
	case "items", "additionalProperties", "not":
		return p.schema(i, levels)
	case "allOf", "anyOf", "oneOf":
		return !scan.IsEmpty(p.src, i) && p.elements(i, func(value int) bool { return p.schema(value, levels) })
	case "required":
		return p.elements(i, func(value int) bool { return p.src[value] == '"' })
	case "enum":
		return p.src[i] == '['
	}
	return p.limit(name, i) || strings.HasPrefix(string(name), "x-")
}

// limit reports whether a keyword is one of scalars that has its form.
func (p *plain) limit(name []byte, i int) bool {
	c := p.src[i]
	isNumber, isBoolean := c == '-' || '0' <= c && c <= '9', c == 't' || c == 'f'
	switch string(name) {
	case "uniqueItems":
		return isBoolean
	case "minimum", "maximum":
		return isNumber
	case "exclusiveMinimum", "exclusiveMaximum":
		return isNumber || isBoolean
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		return p.isCount(i)
	}
	return false
}

// isType reports whether the value at src[i] is the name of a type.
func (p *plain) isType(i int) bool {
	if p.src[i] != '"' {
		return false
	}
	end := p.skip.End(p.src, i)
	return slices.Contains(kindNames[:], string(p.src[i+1:end-1]))
}

// isCount reports whether the value at src[i] is a whole number in digits alone.
func (p *plain) isCount(i int) bool {
	end := p.skip.End(p.src, i)
	for _, c := range p.src[i:end] {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
