package jsonschema

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// A keyword that cannot be checked is refused, at its place.
func TestCompileRefuses(t *testing.T) {
	for schema, want := range map[string]string{
		`[]`:                                              `"": a schema is an object, true or false`,
		`{"not":1}`:                                       `"/not": a schema is an object, true or false`,
		`{"items":[3]}`:                                   `"/items/0": a schema is an object`,
		`{"properties":{"a~/b":"x"}}`:                     `"/properties/a~0~1b": a schema is an object`,
		`{"properties":[]}`:                               `"/properties": properties has a value of the wrong type`,
		`{"allOf":{}}`:                                    `"/allOf": allOf has a value of the wrong type`,
		`{"anyOf":[]}`:                                    `"/anyOf": anyOf is empty`,
		`{"required":true}`:                               `"/required": required has a value of the wrong type`,
		`{"required":["a",1]}`:                            `"/required/1": a name is due`,
		`{"dependencies":{"a":1}}`:                        `"/dependencies/a": a schema is an object`,
		`{"dependentRequired":{"a":{}}}`:                  `"/dependentRequired/a": a list of names is due`,
		`{"minLength":"1"}`:                               `"/minLength": minLength has a value of the wrong type`,
		`{"maxItems":1.5}`:                                `"/maxItems": maxItems is a count`,
		`{"maxItems":-1}`:                                 `"/maxItems": maxItems is a count`,
		`{"type":"text"}`:                                 `"/type": type names no type`,
		`{"type":[1]}`:                                    `"/type/0": a name is due`,
		`{"pattern":"(?=a)"}`:                             `"/pattern": pattern: error parsing regexp`,
		`{"patternProperties":{"\\p{No}(":{}}}`:           `"/patternProperties/\\p{No}(": pattern: error parsing regexp`,
		`{"multipleOf":0}`:                                `"/multipleOf": multipleOf is a number over 0`,
		`{"multipleOf":-2}`:                               `"/multipleOf": multipleOf is a number over 0`,
		`{"multipleOf":12345678901234567891}`:             `"/multipleOf": multipleOf is a number over 0 of at most 19 digits`,
		`{"$ref":"other.json"}`:                           `"/$ref": $ref leads to nothing in this document, and nothing is fetched`,
		`{"$ref":"#/$defs/a"}`:                            `"/$ref": $ref leads to nothing`,
		`{"$ref":"#%zz"}`:                                 `"/$ref": $ref leads to nothing`,
		`{"$ref":"%zz"}`:                                  `"/$ref": $ref leads to nothing`,
		`{"$ref":"#/enum/0","enum":[1]}`:                  `"/enum/0": a schema is an object`,
		`{"$ref":"#/enum/1","enum":[1]}`:                  `"/$ref": $ref leads to nothing`,
		`{"$ref":"#/enum/00","enum":[{}]}`:                `"/$ref": $ref leads to nothing`,
		`{"$ref":"#/title/x","title":""}`:                 `"/$ref": $ref leads to nothing`,
		`{"$dynamicRef":"#a"}`:                            `"/$dynamicRef": $dynamicRef leads to nothing`,
		`{"$id":"%zz"}`:                                   `"": $id is no URI reference`,
		`{"$ref":"#"}`:                                    `"": the schema leads to itself without end`,
		`{"allOf":[{"anyOf":[{"$ref":"#"}]}]}`:            `"": the schema leads to itself without end`,
		`{"dependentSchemas":{"a":{"not":{"$ref":"#"}}}}`: `"": the schema leads to itself without end`,
	} {
		_, err := Compile([]byte(schema), Options{})
		if _, ok := errors.AsType[*Error](err); !ok || !strings.HasPrefix(err.Error(), "schema at "+want) {
			t.Errorf("%s: %v, want %s", schema, err, want)
		}
	}
	if _, err := Compile([]byte(`{"a":`), Options{}); err == nil {
		t.Error("half a document compiles")
	} else if _, ok := errors.AsType[*scan.Error](err); !ok {
		t.Errorf("half a document: %v", err)
	}
}

// Spellings of older drafts have the meaning of their draft.
func TestOlderDrafts(t *testing.T) {
	const four, seven = `"$schema":"http://json-schema.org/draft-04/schema#",`, `"$schema":"http://json-schema.org/draft-07/schema#",`
	for _, c := range []struct{ schema, fits, fails string }{
		{`{"minimum":3,"exclusiveMinimum":true}`, "4", "3"},
		{`{"minimum":3,"exclusiveMinimum":false}`, "3", "2"},
		{`{"items":[{"type":"string"}],"additionalItems":{"type":"null"}}`, `["a",null]`, `["a","b"]`},
		{`{"items":[],"additionalItems":false}`, `[]`, `[1]`},
		{`{"items":{},"additionalItems":false}`, `[1]`, ``},
		{`{"dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"a":1,"b":1}`, `{"c":1}`},
		{`{"dependencies":{"a":["b"]}}`, `{}`, `{"a":1}`},
		{`{` + four + `"id":"http://a/b","items":{"$ref":"c#/definitions/d"},"definitions":{"e":{"id":"c","definitions":{"d":{"type":"null"}}}}}`, `[null]`, `[1]`},
		{`{` + seven + `"$ref":"#/definitions/a","maximum":1,"definitions":{"a":{"type":"number"}}}`, "2", "null"},
		{`{` + seven + `"items":{"$ref":"#a"},"definitions":{"a":{"$id":"#a","type":"null"}}}`, "[null]", "[1]"},
		{`{"$ref":"#/definitions/a","maximum":1,"definitions":{"a":{"type":"number"}}}`, "1", "2"},
		{`{"$recursiveAnchor":true,"type":["object","null"],"additionalProperties":{"$recursiveRef":"#"}}`, `{"a":{"b":null}}`, `{"a":{"b":1}}`},
		{`{"$ref":"#/components/a","components":{"a":{"items":{"$ref":"#/components/b"}},"b":{"type":"null"}}}`, "[null]", "[0]"},
	} {
		s := compiled(t, c.schema)
		if faults, err := s.Validate([]byte(c.fits)); err != nil || faults != nil {
			t.Errorf("%s refuses %s: %v %v", c.schema, c.fits, faults, err)
		}
		if c.fails == "" {
			continue
		}
		if faults, err := s.Validate([]byte(c.fails)); err != nil || faults == nil {
			t.Errorf("%s lets %s pass: %v", c.schema, c.fails, err)
		}
	}
}

// TestCompileIsLinear: twice the definitions and references take twice the reads.
func TestCompileIsLinear(t *testing.T) {
	reads := func(n int) int {
		var references, definitions []string
		for i := range n {
			references = append(references, fmt.Sprintf(`"p%d":{"$ref":"#/$defs/d%d"}`, i, i))
			definitions = append(definitions, fmt.Sprintf(`"d%d":{"type":"string"}`, i))
		}
		c := newCompiler(fmt.Appendf(nil, `{"properties":{%s},"$defs":{%s}}`, strings.Join(references, ","), strings.Join(definitions, ",")), Options{})
		if _, err := c.compile(); err != nil {
			t.Fatal(err)
		}
		return c.doc.steps
	}
	if few, many := reads(1000), reads(2000); many > 3*few {
		t.Errorf("%d reads for 1,000 references, %d for 2,000", few, many)
	}
}
