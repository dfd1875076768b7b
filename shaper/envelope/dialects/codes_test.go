package dialects_test

import (
	"encoding/json"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
)

// TestScalpelTranslatesCodes: by name, by type, or not at all (RULES,
// conversion).
func TestScalpelTranslatesCodes(t *testing.T) {
	for _, tt := range []struct{ code, kind, message, want string }{
		{"SPEC_NOT_FOUND", "not_found", "m", "not_found"},
		{"VALIDATION_ERROR", "validation", "m", "invalid_argument"},
		{"CONFLICT", "conflict", "m", "invalid_argument"},
		{"UNAUTHORIZED", "authentication", "m", "forbidden"},
		{"FORBIDDEN", "authorization", "m", "forbidden"},
		{"RATE_LIMIT_EXCEEDED", "rate_limit", "m", "resource_exhausted"},
		{"FEATURE_DISABLED", "feature_flag", "m", "upgrade_required"},
		{"INTERNAL_ERROR", "internal", "m", "internal_error"},
		{"UNAVAILABLE", "unavailable", "m", "dependency_unavailable"},
		{"INVALID_FIELDS", "", "m", "invalid_argument"},
		{"INVALID_CURSOR", "", "m", "invalid_argument"},
		{"-32603", "", "m", "internal_error"},
		{"timeout", "unavailable", "m", "timeout"},
		{"MY_OWN", "", "m", "MY_OWN"},
		{"", "", "File not found: x", "not_found"},
	} {
		doc, _, err := scalpel.Dialect{}.Build(dialects.Translate(&envelope.Model{Error: &envelope.ModelError{Message: tt.message, Code: tt.code, Type: tt.kind}}, scalpel.Dialect{}))
		if err != nil {
			t.Fatal(err)
		}
		m, err := scalpel.Dialect{}.Parse(doc)
		if err != nil || m.Error.Code != tt.want {
			t.Errorf("%s of type %s: %s, want %s (%v)", tt.code, tt.kind, m.Error.Code, tt.want, err)
		}
		if tt.code != "" && codeOf(m) != tt.code {
			t.Errorf("%s: its trace is %s", tt.code, codeOf(m))
		}
	}
}

// codeOf returns the code of a failure before any translation.
func codeOf(m *envelope.Model) string {
	if m.Error == nil {
		return ""
	}
	var details struct {
		Source string `json:"source_error_code"`
	}
	if json.Unmarshal(m.Error.Details, &details) == nil && details.Source != "" {
		return details.Source
	}
	return m.Error.Code
}

// A conversion translates codes by their type. The table of RULES R37 has the type of a
// documented code.
func TestScalpelCodeOfADocumentedCode(t *testing.T) {
	for code, want := range map[string]string{
		"VALIDATION_ERROR": "invalid_argument", "INVALID_FORMAT": "invalid_argument", "MISSING_REQUIRED": "invalid_argument",
		"NOT_FOUND": "not_found", "SPEC_NOT_FOUND": "not_found", "TASK_NOT_FOUND": "not_found",
		"DUPLICATE_ENTRY": "invalid_argument", "CONFLICT": "invalid_argument",
		"UNAUTHORIZED": "forbidden", "FORBIDDEN": "forbidden", "FEATURE_DISABLED": "upgrade_required",
		"RATE_LIMIT_EXCEEDED": "resource_exhausted", "INTERNAL_ERROR": "internal_error", "UNAVAILABLE": "dependency_unavailable",
		"OUT_OF_PAPER": "OUT_OF_PAPER",
	} {
		m := &envelope.Model{Error: &envelope.ModelError{Message: "m", Code: code}}
		doc, _, err := scalpel.Dialect{}.Build(dialects.Translate(m, scalpel.Dialect{}))
		if err != nil || kept(t, scalpel.Dialect{}, doc)["error.code"] != want {
			t.Errorf("%s: %s, %v; want %s", code, doc, err, want)
		}
	}
}
