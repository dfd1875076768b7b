package jsonschema

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestIsPlain(t *testing.T) {
	for text, want := range map[string]bool{
		`true`: true, ` { } `: true, `7`: false, `"x"`: false, `[]`: false,
		`{"type":"object","properties":{"a":{"type":["string","null"]},"$ref":{"enum":[1]}},"required":["a"],"additionalProperties":false}`: true,
		`{"items":{"const":{"$ref":"x"}},"minItems":1,"maximum":-1.5e3,"exclusiveMinimum":true,"uniqueItems":true,"x-note":[1]}`:            true,
		`{"anyOf":[{"type":"integer"},true],"not":{"title":"t"}}`:                                                                           true,
		`{"anyOf":[]}`: false, `{"allOf":{}}`: false, `{"type":"text"}`: false, `{"type":7}`: false, `{"type":["string",7]}`: false,
		`{"properties":{"a":7}}`: false, `{"properties":[]}`: false, `{"required":"a"}`: false, `{"required":[7]}`: false, `{"enum":1}`: false,
		`{"items":[{}]}`: false, `{"minLength":-1}`: false, `{"minLength":1.0}`: false, `{"minimum":"1"}`: false, `{"uniqueItems":1}`: false,
		`{"$ref":"#"}`: false, `{"pattern":"a"}`: false, `{"patternProperties":{}}`: false, `{"$id":"a"}`: false, `{"$defs":{}}`: false, `{"unknown":1}`: false,
		strings.Repeat(`{"items":`, 200) + `true` + strings.Repeat(`}`, 200): false,
	} {
		if got := IsPlain([]byte(text)); got != want {
			t.Errorf("%.60s: %v", text, got)
		}
	}
}

// FuzzLawsPlain: each schema that is plain compiles.
func FuzzLawsPlain(f *testing.F) {
	for _, text := range []string{
		`{"type":"object","properties":{"a":{"type":["string","null"],"minLength":3}},"required":["a"],"additionalProperties":{"enum":[1]}}`,
		`{"anyOf":[{"not":{"const":1}},false],"minimum":-0.5,"exclusiveMaximum":false,"maxItems":99999999999999999999}`,
		`{"\u0074ype":"object","type":"string","$schema":7,"items":{"uniqueItems":true,"default":[]}}`,
		`{"$schema":"http://json-schema.org/draft-04/schema#","items":{"id":"a"},"x-a":1}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || !json.Valid([]byte(text)) || !IsPlain([]byte(text)) {
			return
		}
		if _, err := Compile([]byte(text), Options{Faults: 1}); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	})
}
