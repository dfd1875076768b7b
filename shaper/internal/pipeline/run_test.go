package pipeline

import (
	"context"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// An empty root is an object, also in memory that never indexed one.
func TestEmptyRoot(t *testing.T) {
	e, plans := engineOver(profiles.Builtin())
	const want = `{"tier":null,"tool_version":null,"tool_id":null,"request_id":null,"capabilities":null,"duration_ms":null,"error":null,"upgrade_hints":[],"data":null}`
	for range 2 { // the second one runs ahead under the plan of the first
		req := Request{Plans: plans, Body: []byte("{}")}
		req.Call.Dialect, req.Call.Profile = "scalpel", "debug"
		out, _, err := e.Run(context.Background(), newMemory(), &req, nil)
		if err != nil || string(out) != want {
			t.Errorf("%s, %v", out, err)
		}
	}
}
