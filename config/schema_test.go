package config

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	santhosh "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-7aa78ce4/shape/internal/jsonschema"
)

// ignoredKeys are known to the schema, and dropped before anything is decoded.
var ignoredKeys = map[string][]string{
	"":           {"version", "description", "parsing"},
	"profiles.*": {"parsing"},
}

// TestSchemaAndDecoderAgree walks both: each key of the schema is decoded, and
// each key that is decoded is in the schema.
func TestSchemaAndDecoderAgree(t *testing.T) {
	compareKeys(t, "", reflect.TypeFor[settings](), loadGrammar().schema)
}

func compareKeys(t *testing.T, at string, typ reflect.Type, s *jsonschema.Schema) {
	t.Helper()
	for s.Ref() != nil {
		s = s.Ref()
	}
	switch typ.Kind() {
	case reflect.Pointer:
		compareKeys(t, at, typ.Elem(), s)
	case reflect.Map:
		if values := s.At("/additionalProperties"); values != nil {
			compareKeys(t, at+".*", typ.Elem(), values)
		}
	case reflect.Slice:
		if typ.Elem().Kind() == reflect.Struct {
			compareKeys(t, at+".#", typ.Elem(), s.At("/items"))
		}
	case reflect.Struct:
		fields := jsonFields(typ)
		for _, key := range s.Properties() {
			property := s.At("/properties/" + key)
			field, ok := fields[key]
			switch {
			case ok:
				compareKeys(t, strings.TrimPrefix(at+"."+key, "."), field, property)
			case !slices.Contains(ignoredKeys[at], key):
				t.Errorf("%s: the schema has %q, the decoder does not", at, key)
			}
			delete(fields, key)
		}
		for key := range fields {
			t.Errorf("%s: the decoder has %q, the schema does not", at, key)
		}
	}
}

// jsonFields are the fields of a struct that a file may set, by key.
func jsonFields(typ reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(typ) {
		if key := f.Tag.Get("json"); key != "" && key != "-" {
			fields[key] = f.Type
		}
	}
	return fields
}

// Every object of the schema refuses unknown keys, or describes the values of
// keys that users name; and it lets comments pass.
func TestSchemaIsStrict(t *testing.T) {
	var text map[string]any
	if err := json.Unmarshal(Schema(), &text); err != nil {
		t.Fatal(err)
	}
	var walk func(at string, node any)
	walk = func(at string, node any) {
		object, _ := node.(map[string]any)
		if _, ok := object["properties"]; ok && object["additionalProperties"] != false {
			t.Errorf("%s: unknown keys pass", at)
		}
		if _, ok := object["additionalProperties"]; ok && object["patternProperties"] == nil {
			t.Errorf("%s: comments do not pass", at)
		}
		for key, value := range object {
			walk(at+"/"+key, value)
		}
	}
	walk("#", text)
}

// Every keyword that can refuse a value has its own words in fault.word. Its default is for a
// pattern, since only durations have one.
func TestKeywordsAreWorded(t *testing.T) {
	var text map[string]any
	if err := json.Unmarshal(Schema(), &text); err != nil {
		t.Fatal(err)
	}
	checkWorded(t, "", text)
}

func checkWorded(t *testing.T, name string, schema map[string]any) {
	t.Helper()
	known := strings.Fields("$defs $id $ref $schema default description examples title if then not propertyNames " + // refuse nothing by themselves
		"additionalProperties enum items maxItems maxProperties maximum minLength minimum pattern patternProperties properties required type")
	for keyword, value := range schema {
		if !slices.Contains(known, keyword) {
			t.Errorf("%s: %s has no words", name, keyword)
		}
		if keyword == "pattern" && !slices.Contains([]string{"duration", "debounce", "max_wait", "ttl"}, name) {
			t.Errorf("%s: a pattern, and no duration", name)
		}
		below, _ := value.(map[string]any)
		if keyword == "items" || keyword == "additionalProperties" {
			below = map[string]any{keyword: value}
		}
		for name, s := range below {
			nested, _ := s.(map[string]any)
			checkWorded(t, name, nested)
		}
	}
}

func TestSchemaIsASchema(t *testing.T) {
	meta, err := santhosh.NewCompiler().Compile("https://json-schema.org/draft/2020-12/schema")
	if err != nil {
		t.Fatal(err)
	}
	document, err := santhosh.UnmarshalJSON(bytes.NewReader(Schema()))
	if err != nil {
		t.Fatal(err)
	}
	if err := meta.Validate(document); err != nil {
		t.Error(err)
	}
}

// A caller cannot change the schema through its copy.
func TestSchemaAndStarterAreCopies(t *testing.T) {
	for name, get := range map[string]func() []byte{"Schema": Schema, "Starter": Starter} {
		first := get()
		want := slices.Clone(first)
		clear(first)
		if !bytes.Equal(get(), want) {
			t.Errorf("%s gives its own bytes away", name)
		}
	}
}
