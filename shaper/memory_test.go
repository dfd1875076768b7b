package shaper

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
)

// An empty root is an object, also in memory that never indexed one.
func TestEmptyRoot(t *testing.T) {
	eng, err := New(profiles.Builtin())
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"tier":null,"tool_version":null,"tool_id":null,"request_id":null,"capabilities":null,"duration_ms":null,"error":null,"upgrade_hints":[],"data":null}`
	for range 2 { // the second one goes ahead under the plan of the first
		req := Request{Dialect: "scalpel", Profile: "debug", Body: []byte("{}")}
		m := new(memory)
		eng.document(m, &req, nil)
		out, err := eng.shape(m, nil, new(Report))
		if err != nil || string(out) != want {
			t.Errorf("%s, %v", out, err)
		}
	}
}
