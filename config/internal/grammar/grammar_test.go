package grammar

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
)

// Every object of the schema refuses unknown keys, or describes the values of
// keys that users name; and it lets comments pass.
func TestSchemaIsStrict(t *testing.T) {
	var text map[string]any
	if err := json.Unmarshal(Schema, &text); err != nil {
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
	if err := json.Unmarshal(Schema, &text); err != nil {
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
	document, err := santhosh.UnmarshalJSON(bytes.NewReader(Schema))
	if err != nil {
		t.Fatal(err)
	}
	if err := meta.Validate(document); err != nil {
		t.Error(err)
	}
}

// Each word of the table of synonyms names a known key, and no word is a key itself.
func TestSynonyms(t *testing.T) {
	g := Load()
	seen := map[string]bool{}
	for _, s := range synonyms {
		for word := range strings.FieldsSeq(s.words) {
			if got := g.homes[word]; got.Key != s.key || got.Section == "" || seen[word] {
				t.Errorf("%q stands for %q in %q", word, got.Key, got.Section)
			}
			seen[word] = true
		}
	}
}
