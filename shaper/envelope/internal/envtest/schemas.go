package envtest

import (
	"bytes"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

func CompileSchema(t testing.TB, d envelope.Schemer, edition string) *jsonschema.Schema {
	t.Helper()
	text, err := d.Schema(edition)
	if err != nil {
		t.Fatal(err)
	}
	return CompileText(t, text, "")
}

// CompileText compiles a schema, or the part of it that a fragment names.
func CompileText(t testing.TB, text []byte, fragment string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", DecodeJSON(t, text)); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json" + fragment)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func DecodeJSON(t testing.TB, text []byte) any {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}
