// Package envtest holds what the tests of several dialects share.
package envtest

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

const (
	OwnCases    = "../../../testdata/cases"
	SharedCases = "../../../../shared/cases"
)

// Example reads an example of a seed in compact form.
func Example(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../../../testdata/envelopes", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return Compact(t, data)
}

func Compact(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := json.Compact(&out, data); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Same fails unless a builder gave exactly the wanted bytes.
func Same(t *testing.T, name string, got []byte, err error, want []byte) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", name, err)
	} else if !bytes.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", name, got, want)
	}
}

// Checked is a dialect with a validator and a schema.
type Checked interface {
	envelope.Validator
	envelope.Schemer
}

// ValidateCase is the adapter of the validate operations. It holds the schema
// against the validator as well: what the schema refuses must be an error, and
// an error must be refused unless beyond knows it as one that no schema states.
func ValidateCase(d Checked, edition string, beyond ...string) casetest.Adapter {
	return func(t *testing.T, c casetest.Case) casetest.Result {
		instance := casetest.Input[struct{ Instance json.RawMessage }](t, c).Instance
		findings, err := d.Validate(instance, edition)
		if err == nil {
			Agree(t, CompileSchema(t, d, edition), instance, findings, beyond)
		}
		return casetest.Result{Output: casetest.JSON(t, findings), Err: err}
	}
}

// Agree fails where only one of a schema and a validator finds a fault that
// both can state.
func Agree(t *testing.T, s *jsonschema.Schema, instance []byte, findings envelope.Findings, beyond []string) {
	t.Helper()
	fault := s.Validate(DecodeJSON(t, instance))
	stated := 0
	for _, f := range findings.Errors {
		if !ContainsAny(f.Message, beyond) {
			stated++
		}
	}
	if fault != nil && findings.Valid || fault == nil && stated > 0 {
		t.Errorf("the schema says %v, the validator %v", fault, findings.Errors)
	}
}

func ContainsAny(s string, parts []string) bool {
	for _, p := range parts {
		if strings.Contains(s, p) {
			return true
		}
	}
	return false
}

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

func Open(t testing.TB, raw []byte) envelope.Doc {
	t.Helper()
	d, err := envelope.Open(raw, envelope.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Notation reads an example that the seeds write with dots, question marks and
// placeholders, and fills those in: with its own pairs of old and new text first.
func Notation(t *testing.T, name string, fill ...string) []byte {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/envelopes/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	if json.Valid(data) {
		t.Errorf("%s: notation passed for JSON", name)
	}
	return Compact(t, []byte(strings.NewReplacer(append(fill,
		`"full" | "partial" | "summary" | "reference_only"`, `"partial"`,
		`{ ... }`, `{}`, `[...]`, `[]`, `?`, ``,
	)...).Replace(string(data))))
}

// BeyondToolSchemas is the fault of tool results that no schema states.
var BeyondToolSchemas = []string{"must be JSON"}

// BeyondBMCISSchema are the faults of bmcis envelopes that no schema states.
var BeyondBMCISSchema = []string{"INVALID_CURSOR", "must be that of", "by more than 10 %", "is out of range"}

func SameModel(t *testing.T, got, want *envelope.Model) {
	t.Helper()
	if !sameJSON(got.Payload, want.Payload) || got.OK != want.OK || got.RequestID != want.RequestID {
		t.Fatalf("\n got %s %v %q\nwant %s %v %q", got.Payload, got.OK, got.RequestID, want.Payload, want.OK, want.RequestID)
	}
	if want.Error != nil && want.Error.Message != "" && got.Error.Message != want.Error.Message {
		t.Fatalf("message %q, want %q", got.Error.Message, want.Error.Message)
	}
	if texts(got) != texts(want) {
		t.Fatalf("warnings %q, want %q", texts(got), texts(want))
	}
	if got.Pagination != nil && (got.Pagination.Cursor != want.Pagination.Cursor || !reflect.DeepEqual(got.Pagination.HasMore, want.Pagination.HasMore) || !reflect.DeepEqual(got.Pagination.Total, want.Pagination.Total)) {
		t.Fatalf("pagination %+v, want %+v", got.Pagination, want.Pagination)
	}
}

func sameJSON(a, b []byte) bool {
	var x, y bytes.Buffer
	return len(a) == 0 && len(b) == 0 || json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

func texts(m *envelope.Model) string {
	var all []string
	for _, w := range m.Warnings {
		all = append(all, w.Message)
	}
	slices.Sort(all) // what says the same twice may be said once
	return strings.Join(slices.Compact(all), "\n")
}

// Result is what an adapter makes of a builder that may refuse.
func Result(out []byte, err error) casetest.Result { return casetest.Result{Output: out, Err: err} }
