package kit_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/kit"
)

// Each published schema is one that validators can read, and is JSON of this
// draft.
func TestSchemasCompile(t *testing.T) {
	files, err := os.ReadDir("schemas")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d schemas, %v", len(files), err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".json")
		if kit.MustSchema(name) == nil {
			t.Errorf("%s does not compile", name)
		}
		var head struct {
			Draft string `json:"$schema"`
		}
		if err := json.Unmarshal(kit.SchemaText(name), &head); err != nil || !strings.Contains(head.Draft, "2020-12") {
			t.Errorf("%s: %q, %v", name, head.Draft, err)
		}
	}
}

// A part is found by its path, and an absent one is none.
func TestPart(t *testing.T) {
	s := kit.MustSchema("scalpel")
	if kit.Part(s, "properties", "tier") == nil || kit.Part(s, "properties", "tire") != nil {
		t.Error("parts of the scalpel schema")
	}
}

func spelled(found envelope.Findings) string {
	return fmt.Sprint(found.Valid, found.Errors, found.Warnings)
}

// All faults of a document are reported, each with its place, those of the schema first. Only
// objects are checked for rules that a schema cannot express.
func TestValidate(t *testing.T) {
	s := kit.MustSchema("scalpel")
	more := func(v *kit.Validation, d *envelope.Doc) {
		v.CheckNames(d, "is not known")
		v.CheckRange("duration_ms", d.Value("duration_ms"))
		if d.Has("data") {
			v.Warn("data", "is %s", "there")
		}
	}
	for doc, want := range map[string]string{
		` {"tier":"pro","data":1} `:                         `true [] [{data is there}]`,
		`{"tier":"gold","capabilities":[1]}`:                `false [{tier must be one of community, pro, enterprise, null} {capabilities.0 must be string}] []`,
		`{"error":{"error":5},"extra":1}`:                   `false [{error.error must be string} {error.error_code is required}] [{extra is not known}]`,
		`{"duration_ms":99999999999999999999}`:              `false [{duration_ms is out of range}] []`,
		`[1]`:                                               `false [{ must be object}] []`,
		`{"upgrade_hints":[{"feature":"f","feature":"g"}]}`: `false [{upgrade_hints.0 holds a name twice}] []`,
	} {
		found, err := kit.Validate([]byte(doc), s, more)
		if got := spelled(found); err != nil || got != want {
			t.Errorf("%s:\n got %s, %v\nwant %s", doc, got, err, want)
		}
	}
	for _, doc := range []string{`{`, `{"a":1,"a":2}`, ``} {
		if _, err := kit.Validate([]byte(doc), s, more); err == nil {
			t.Errorf("%s is validated", doc)
		}
	}
}

// Findings of a value stand below its place.
func TestAddFindings(t *testing.T) {
	v := &kit.Validation{}
	v.Add("result", envelope.Findings{
		Errors:   []envelope.Finding{{Path: "content.0", Message: "must be 100 %"}, {Message: "must be object"}},
		Warnings: []envelope.Finding{{Path: "x", Message: "is odd"}},
	})
	if got := spelled(v.Findings); got != `false [{result.content.0 must be 100 %} {result must be object}] [{result.x is odd}]` {
		t.Error(got)
	}
}

// fixed is a validator with one outcome.
type fixed struct {
	found envelope.Findings
	err   error
}

func (f fixed) Validate([]byte, string) (envelope.Findings, error) { return f.found, f.err }

// A builder returns a document only if its validator finds no fault.
func TestValid(t *testing.T) {
	doc := []byte(`{}`)
	if got, err := kit.Valid(fixed{}, doc); err != nil || string(got) != "{}" {
		t.Errorf("%s, %v", got, err)
	}
	got, err := kit.Valid(fixed{found: envelope.Findings{Errors: []envelope.Finding{{Path: "a", Message: "is required"}}}}, doc)
	if fault, ok := errors.AsType[*envelope.FieldError](err); !ok || fault.Field != "a" || got != nil || err.Error() != "not a valid envelope: a: is required" {
		t.Errorf("%s, %v", got, err)
	}
	broken := errors.New("broken")
	if got, err := kit.Valid(fixed{err: broken}, doc); err != broken || got != nil {
		t.Errorf("%s, %v", got, err)
	}
}

// The error names the argument that is no JSON, and the place of the fault in it.
func TestNotJSON(t *testing.T) {
	if err := kit.NotJSON("data", nil, json.RawMessage(`1`)); err != nil {
		t.Error(err)
	}
	err := kit.NotJSON("data", json.RawMessage(`1`), json.RawMessage(`[x]`))
	if fault, ok := errors.AsType[*envelope.SyntaxError](err); !ok || fault.Offset != 1 || !strings.HasPrefix(err.Error(), "data: 1:2: ") {
		t.Errorf("%v", err)
	}
}

func TestIsScreamingSnake(t *testing.T) {
	for code, want := range map[string]bool{
		"NOT_FOUND": true, "A": true, "A1_2B": true, "not_found": false, "": false, "_A": false, "A_": false, "A__B": false, "1A": false, "A-B": false,
	} {
		if kit.IsScreamingSnake(code) != want {
			t.Errorf("%q: %v", code, !want)
		}
	}
}
