package config

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
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
	compareKeys(t, "", reflect.TypeFor[settings](), grammar.Load().Schema)
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
