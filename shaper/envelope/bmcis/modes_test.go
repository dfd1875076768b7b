package bmcis_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
)

func TestInvalidFields(t *testing.T) {
	var fault *bmcis.InvalidFieldsError
	if err := bmcis.CheckFields("semantic_search", "metadata", []string{"chunk_id", "chunk_text"}); !errors.As(err, &fault) {
		t.Fatal(err)
	}
	got, err := bmcis.InvalidFields(searchMeta(t), fault).Build()
	envtest.Same(t, "INVALID_FIELDS", got, err, []byte(`{"_metadata":{"operation":"semantic_search","version":"1.0.0","timestamp":"2025-11-09T10:30:00Z",`+
		`"request_id":"req_abc123","status":"error","message":"Invalid fields for response_mode"},`+
		`"error":{"code":"INVALID_FIELDS","message":"Fields ['chunk_text'] not available in 'metadata' mode",`+
		`"allowed_fields":["chunk_id","source_file","source_category","hybrid_score","rank","chunk_index","total_chunks"]},`+
		`"results":[],"pagination":null,"execution_context":{"tokens_estimated":300,"tokens_used":null,"cache_hit":false,`+
		`"execution_time_ms":0,"request_id":"req_abc123"},"warnings":[]}`))
	if err := bmcis.CheckFields("semantic_search", "full", []string{"chunk_text"}); err != nil {
		t.Error(err)
	}
}

// TestAllowedFields holds the models against the modes that profiles has built
// in: the two must not drift apart.
func TestAllowedFields(t *testing.T) {
	for _, tool := range []string{"semantic_search", "find_vendor_info"} {
		for _, mode := range bmcis.Modes() {
			_, err := profiles.Builtin().Resolve(profiles.Key{Tool: tool, Mode: mode, Fields: []string{"no such field"}})
			var fault *profiles.FieldsError
			if !errors.As(err, &fault) {
				t.Fatalf("%s, %s: %v", tool, mode, err)
			}
			if got := bmcis.AllowedFields(tool, mode); !slices.Equal(slices.Sorted(slices.Values(got)), slices.Sorted(slices.Values(fault.Allowed))) {
				t.Errorf("%s, %s: %v, profiles have %v", tool, mode, got, fault.Allowed)
			}
		}
	}
	if bmcis.AllowedFields("semantic_search", "all") != nil || bmcis.AllowedFields("other", "full") != nil {
		t.Error("an unknown mode or tool has fields")
	}
}
