package jsonschema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	google "github.com/google/jsonschema-go/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
)

const listSchema = `{
	"type": "object",
	"properties": {
		"items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
		"next": {"anyOf": [{"type": "string"}, {"type": "null"}]}
	},
	"required": ["items"],
	"additionalProperties": false,
	"$defs": {
		"item": {
			"type": "object",
			"properties": {
				"id": {"type": "integer", "minimum": 0},
				"name": {"type": "string", "minLength": 1},
				"state": {"type": "string", "enum": ["open", "closed"]},
				"labels": {"type": "array", "items": {"type": "string"}},
				"owner": {
					"type": "object",
					"properties": {"login": {"type": "string"}, "url": {"anyOf": [{"type": "string"}, {"type": "null"}]}},
					"required": ["login"],
					"additionalProperties": false
				}
			},
			"required": ["id", "name"],
			"additionalProperties": false
		}
	}
}`

// listDocument fits listSchema, and is of that size or a little more.
func listDocument(size int) []byte {
	var b bytes.Buffer
	b.WriteString(`{"items":[`)
	for i := 0; b.Len() < size; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"record %d","state":"open","labels":["a","b"],`+
			`"owner":{"login":"user-%d","url":"https://example.org/users/%d"}}`, i, i, i%89, i)
	}
	b.WriteString(`],"next":null}`)
	return b.Bytes()
}

// BenchmarkPeers compares us with the libraries that were weighed: from the
// bytes of a document to the verdict.
func BenchmarkPeers(b *testing.B) {
	ours := compiled(b, listSchema)
	peers := []struct {
		name  string
		check func(doc []byte) bool
	}{
		{"ours", func(doc []byte) bool { faults, err := ours.Validate(doc); return faults == nil && err == nil }},
		{"santhosh", santhoshCheck(b, listSchema)},
		{"google", googleCheck(b, listSchema)},
	}
	for _, size := range []int{10 << 10, 2 << 20} {
		doc := listDocument(size)
		for _, p := range peers {
			b.Run(fmt.Sprintf("%s/%d", p.name, size), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				b.ReportAllocs()
				for b.Loop() {
					if !p.check(doc) {
						b.Fatal("refused")
					}
				}
			})
		}
	}
}

// BenchmarkCompile measures the cost of a schema before the first document.
func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		compiled(b, listSchema)
	}
}

func compiled(t testing.TB, text string) *Schema {
	t.Helper()
	s, err := Compile([]byte(text), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func santhoshCheck(t testing.TB, text string) func(doc []byte) bool {
	t.Helper()
	s := santhoshSchema(t, text)
	return func(doc []byte) bool {
		v, err := santhosh.UnmarshalJSON(bytes.NewReader(doc))
		return err == nil && s.Validate(v) == nil
	}
}

func santhoshSchema(t testing.TB, text string) *santhosh.Schema {
	t.Helper()
	v, err := santhosh.UnmarshalJSON(bytes.NewReader([]byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := santhosh.NewCompiler()
	if err := c.AddResource("schema.json", v); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return s
}

func googleCheck(t testing.TB, text string) func(doc []byte) bool {
	t.Helper()
	var s google.Schema
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(doc []byte) bool {
		var v any
		return json.Unmarshal(doc, &v) == nil && resolved.Validate(v) == nil
	}
}
