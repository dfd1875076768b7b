package mcp

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// A client may hold structuredContent to the output schema that it was told. So the schema
// has to allow the note of a cut. It may always become wider: each result that fitted
// before still fits.

// makeRoom finds the member of structuredContent that may hold a note, and widens the
// output schema until it allows the member. Tools with a user interface of their own have
// none: a program reads their structuredContent.
func (t *told) makeRoom() {
	if t.data {
		return
	}
	o, _ := read(t.served)
	at, given := o.span("outputSchema")
	if !given {
		t.note = toolresult.NoteMembers[0]
		return
	}
	schema := o.inner("outputSchema")
	var roomy []byte
	if t.note, roomy = withNote(&schema); t.note != "" {
		t.served = edits{{Span: at, With: roomy}}.of(t.served)
	}
}

// noteSchema allows any value, in the fewest tokens.
var noteSchema = []byte(`{}`)

// withNote returns a member that may hold a note, and the schema of an object that allows
// it. The name is "" for a schema of values that are no objects.
func withNote(o *object) (name string, schema []byte) {
	kind := o.value("type")
	if len(o.text) == 0 || o.text[0] != '{' || kind != nil && !bytes.Contains(kind, []byte(`"object"`)) {
		return "", nil
	}
	own := o.inner("properties")
	for _, name := range toolresult.NoteMembers {
		switch {
		case own.has(name):
		case !allowsMembers(o) || own.twice:
			return name, typeAlone(kind)
		case isOpen(o):
			return name, o.text
		default:
			return name, withProperty(o, name)
		}
	}
	return "", nil
}

// typeAlone is the schema that asks for a type, and nothing else.
func typeAlone(kind []byte) []byte {
	if kind == nil {
		return []byte(`{}`)
	}
	return append(append([]byte(`{"type":`), kind...), '}')
}

// isOpen reports whether a schema allows any further member.
func isOpen(o *object) bool {
	more := string(o.value("additionalProperties"))
	return (more == "" || more == "true") && !o.has("unevaluatedProperties")
}

// allowsMembers reports whether a schema consists of keywords that allow a further member
// if properties names it.
func allowsMembers(o *object) bool {
	for _, m := range o.members {
		switch m.Name {
		case "type", "properties", "required", "additionalProperties", "unevaluatedProperties", "minProperties",
			"title", "description", "examples", "$schema", "$id", "$comment", "$defs", "definitions":
		default:
			return false
		}
	}
	return !o.twice
}

// withProperty returns a schema with one more property that may have any value.
func withProperty(o *object, name string) []byte {
	all := func(string) bool { return false }
	own, more := o.inner("properties"), member{name, noteSchema}
	if at, ok := o.span("properties"); ok {
		return edits{{Span: at, With: own.without(all, more)}}.of(o.text)
	}
	return o.without(all, member{"properties", own.without(all, more)})
}
