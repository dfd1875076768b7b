package redact_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// A string in a table loses its private values at each level of strings around the table.
func TestTablesAtEachLevel(t *testing.T) {
	rules := hiding(t, "!password")
	for levels := range plan.MaxNesting + 2 {
		var h redact.Hider
		in := nested(`{"$columns":["a"],"rows":[["{\"password\":\"S3CRET\"}"]]}`, levels)
		if out, _ := hidden(t, &h, rules, in, nil); strings.Contains(out, "S3CRET") || !strings.Contains(out, "$columns") {
			t.Errorf("at level %d: %s", levels, out)
		}
	}
}
