package mcp_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// FuzzLawsNoteFits: a cut and archived result fits the client's schema with the note in
// structuredContent, for any keywords. The schema can only become wider.
func FuzzLawsNoteFits(f *testing.F) {
	for seed := range testkit.Seeds(300) {
		f.Add(seed)
	}
	f.Fuzz(tryNoteFits)
}

// anySchema is an output schema of any keywords that may matter.
func anySchema(r *rand.Rand) string {
	some := func(words ...string) (all []string) {
		for _, word := range words {
			if r.IntN(12) == 0 {
				all = append(all, word)
			}
		}
		return all
	}
	properties := []string{`"a":{"type":"string"}`, `"rows":{"type":"array","items":` + []string{`{}`, `{"$ref":"#"}`, `{"$ref":"#/$defs/r"}`, `{"type":"string"}`, `true`}[r.IntN(5)] + `}`}
	words := append([]string{`"type":` + []string{`"object"`, `"object"`, `"object"`, `["object","null"]`}[r.IntN(4)]}, some(
		`"required":["a"]`, `"required":["a","rows"]`, `"additionalProperties":false`, `"additionalProperties":{"type":"integer"}`,
		`"maxProperties":2`, `"minProperties":1`, `"propertyNames":{"maxLength":4}`, `"patternProperties":{"note$":false}`, `"patternProperties":{"^[ar]":true}`,
		`"unevaluatedProperties":false`, `"allOf":[{"properties":{"a":true,"rows":true},"additionalProperties":false}]`, `"anyOf":[{"maxProperties":2},{"required":["b"]}]`,
		`"if":{"required":["a"]},"then":{"maxProperties":2}`, `"not":{"required":["_note"]}`,
		`"dependentSchemas":{"a":{"additionalProperties":true,"maxProperties":2}}`, `"dependentRequired":{"a":["rows"]}`, `"$ref":"#/$defs/r"`,
		`"const":{"a":1}`, `"enum":[{"a":1},1]`, `"title":"t"`, `"description":"d"`, `"$id":"https://example.org/s"`, `"$comment":"c"`, `"examples":[{}]`, `"default":{}`,
	)...)
	if r.IntN(8) > 0 {
		properties = append(properties, some(`"_note":{"type":"integer"}`, `"b":true`)...)
		words = append(words, `"properties":`+[]string{"{" + strings.Join(properties, ",") + "}", "{}"}[min(r.IntN(8)/7, 1)])
	}
	words = append(words, `"$defs":{"r":{"type":["object","string"],"properties":{"a":true},"additionalProperties":`+[]string{"false", "true"}[r.IntN(2)]+`}}`)
	r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
	return "{" + strings.Join(words, ",") + "}"
}

func compiled(text string) *jsonschema.Schema {
	s, err := jsonschema.Compile([]byte(text), jsonschema.Options{})
	if err != nil {
		return nil
	}
	return s
}

func fitsSchema(s *jsonschema.Schema, value string) bool {
	faults, err := s.Validate([]byte(value))
	return err == nil && len(faults) == 0
}

func tryNoteFits(t *testing.T, seed uint64) {
	r := rand.New(rand.NewPCG(seed, 11))
	spec := short()
	if r.IntN(2) == 0 {
		spec = profiles.Spec{Clients: []profiles.ClientFacts{{Name: "*", MaxBytes: new(500 + r.IntN(900))}}}
	}
	schema := anySchema(r)
	given := compiled(schema)
	if given == nil {
		return
	}
	_, server := keeping(t, spec)
	x := exchange{server.Session().Exchange(), t}
	tool := `{"name":"t","outputSchema":` + schema + `}`
	told := x.list(tool, "").Get("result.tools.0.outputSchema").Raw
	without := gjson.GetBytes(newSession(t, spec).Tool([]byte(tool)), "outputSchema").Raw
	now, narrow := compiled(told), compiled(without)
	if now == nil || narrow == nil {
		t.Fatalf("seed %d: %s becomes %s", seed, schema, told)
	}
	row := []string{`"one two three four and much more"`, `{"a":"x"}`, `{"a":"one two three four and much more"}`, `7`}[r.IntN(4)]
	rows := strings.Repeat(row+",", r.IntN(60)) + row
	value := []string{`{"a":"one two three four and much more","rows":[` + rows + `]}`, `{"a":"one two three four and much more"}`, `{"rows":[` + rows + `]}`, `{}`}[r.IntN(4)]
	if !fitsSchema(given, value) {
		return
	}
	got := x.call("t", fmt.Sprintf(`{"content":[{"type":"text","text":%q}],"structuredContent":%s}`, value, value))
	if data := got.Get("structuredContent"); data.Exists() && !got.Get("isError").Bool() && !fitsSchema(now, data.Raw) {
		t.Errorf("seed %d\nschema %s\ntold   %s\nvalue  %s\nresult %s", seed, schema, told, value, data)
	}
	if odd := `{"a":"x","rows":[],"_note":7}`; fitsSchema(narrow, odd) && !fitsSchema(now, odd) {
		t.Errorf("seed %d: %s becomes %s, of which %s", seed, without, told, odd)
	}
}
