package dialects_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

// TestSchemasUseWhatValidatorsRead: a keyword that the validators do not interpret would be a
// rule of the published schema alone. The keywords below allOf, anyOf, oneOf, if and then are
// also stated in Go, and the cases compare both.
func TestSchemasUseWhatValidatorsRead(t *testing.T) {
	files, _ := filepath.Glob("../internal/kit/schemas/*.json")
	if len(files) == 0 {
		t.Fatal("no schemas")
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		checkKeywords(t, file, envtest.DecodeJSON(t, data))
	}
}

var (
	interpreted = []string{
		"type", "const", "enum", "pattern", "minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems",
		"required", "additionalProperties", "$ref", "x-should",
	}
	annotations = []string{"$schema", "$id", "title", "description", "default", "deprecated"}
	statedInGo  = []string{"allOf", "anyOf", "oneOf", "if", "then", "format", "patternProperties"}
)

func checkKeywords(t *testing.T, place string, s any) {
	t.Helper()
	schema, _ := s.(map[string]any)
	for keyword, value := range schema {
		switch {
		case keyword == "properties" || keyword == "$defs":
			members, _ := value.(map[string]any)
			for name, member := range members {
				checkKeywords(t, place+"/"+name, member)
			}
		case keyword == "items":
			checkKeywords(t, place+"/items", value)
		case !slices.Contains(slices.Concat(interpreted, annotations, statedInGo), keyword):
			t.Errorf("%s: no validator reads %q", place, keyword)
		}
	}
}
