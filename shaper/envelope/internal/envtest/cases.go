package envtest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

const (
	OwnCases    = "../../../testdata/cases"
	SharedCases = "../../../../shared/cases"
)

// Checked is a dialect with a validator and a schema.
type Checked interface {
	envelope.Validator
	envelope.Schemer
}

// ValidateCase returns the adapter of the validate operations. It also compares the schema
// with the validator. A fault in the schema must be an error. An error must be a fault in the
// schema, unless beyond lists it as one that no schema can express.
func ValidateCase(d Checked, edition string, beyond ...string) testkit.Adapter {
	return func(t *testing.T, c testkit.Case) testkit.Result {
		instance := testkit.Input[struct{ Instance json.RawMessage }](t, c).Instance
		findings, err := d.Validate(instance, edition)
		if err == nil {
			Agree(t, CompileSchema(t, d, edition), instance, findings, beyond)
		}
		return testkit.Result{Output: testkit.JSON(t, findings), Err: err}
	}
}

// Agree fails if only one of a schema and a validator finds a fault that both can express.
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

// BeyondToolSchemas is the fault of tool results that no schema states.
var BeyondToolSchemas = []string{"must be JSON"}

// BeyondBMCISSchema are the faults of bmcis envelopes that no schema states.
var BeyondBMCISSchema = []string{"INVALID_CURSOR", "must be that of", "by more than 10 %", "is out of range"}

// Result returns the adapter's result for a builder that may refuse.
func Result(out []byte, err error) testkit.Result { return testkit.Result{Output: out, Err: err} }
