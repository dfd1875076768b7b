package narrow

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// types is a set of JSON types.
type types uint8

const (
	null types = 1 << iota
	boolean
	number
	text
	array
	object

	anyType = null | boolean | number | text | array | object
)

var typeNames = []struct {
	name string
	is   types
}{{"null", null}, {"boolean", boolean}, {"number", number}, {"integer", number}, {"string", text}, {"array", array}, {"object", object}}

// typeNamed returns the type that a JSON string names.
func typeNamed(quoted []byte) types {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		name = scan.AppendUnquote(nil, name)
	}
	for _, t := range typeNames {
		if t.name == string(name) {
			return t.is
		}
	}
	return 0
}

// typeOf returns the type of a value.
func typeOf(value []byte) types {
	switch value[0] {
	case 'n':
		return null
	case 't', 'f':
		return boolean
	case '"':
		return text
	case '[':
		return array
	case '{':
		return object
	}
	return number
}

// typesOf returns the possible types of the values of a schema. It follows references and
// combinations up to a number of steps.
func (w *walker) typesOf(schema []byte, steps int) types {
	s, ok := w.readObject(schema)
	if !ok || steps == 0 || !w.spend(1) {
		return anyType
	}
	of := anyType
	for _, m := range s.members {
		value := s.value(m)
		switch m.name {
		case "type":
			of &= w.typesIn(value)
		case "const":
			of &= typeOf(value)
		case "enum":
			of &= w.union(value, steps, func(v []byte, _ int) types { return typeOf(v) })
		case "anyOf", "oneOf":
			of &= w.union(value, steps, w.typesOf)
		case "allOf":
			for _, part := range w.elements(value) {
				of &= w.typesOf(part, steps-1)
			}
		case "$ref":
			if target, ok := w.target(value); ok {
				of &= w.typesOf(target, steps-1)
			}
		}
	}
	return of
}

// union returns the types of all schemas in a list.
func (w *walker) union(list []byte, steps int, of func([]byte, int) types) (all types) {
	for _, one := range w.elements(list) {
		all |= of(one, steps-1)
	}
	return all
}

// typesIn returns the types that the keyword "type" names.
func (w *walker) typesIn(value []byte) (of types) {
	if value[0] == '"' {
		return typeNamed(value)
	}
	for _, name := range w.elements(value) {
		if name[0] == '"' {
			of |= typeNamed(name)
		}
	}
	return of
}

// elements returns the elements of an array, or none for any other value.
func (w *walker) elements(list []byte) (all [][]byte) {
	w.spend(len(list) >> 6)
	spans, err := scan.Elements(list, scan.Limits{})
	if err != nil {
		return nil
	}
	for _, at := range spans {
		all = append(all, bytes.TrimSpace(list[at.Start:at.End]))
	}
	return all
}
