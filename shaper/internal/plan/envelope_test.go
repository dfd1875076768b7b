package plan_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Hidden metadata belongs to the envelope: a payload or a hint may use the same names.
func TestHiddenMetadataIsAnchored(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	for _, c := range []struct{ name, body, want string }{
		{"payload", `{"tier":"pro","data":{"tier":1,"a":[{"tier":2}],"duration_ms":3}}`, `{"data":{"tier":1,"a":[{"tier":2}],"duration_ms":3}}`},
		{"hint", `{"upgrade_hints":[{"feature":"f","tier":"pro","reason":"r"}],"data":1}`, `{"upgrade_hints":[{"feature":"f","tier":"pro","reason":"r"}],"data":1}`},
		{"error", `{"error":{"error":"e","error_code":"timeout","error_details":{"tier":"x","error":1}},"data":null}`, `{"error":{"error":"e","error_code":"timeout","error_details":{"tier":"x","error":1}}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := eng.Shape(t.Context(), shaper.Request{Body: []byte(c.body)})
			if err != nil || string(out.Body) != c.want {
				t.Errorf("got  %s, %v\nwant %s", out.Body, err, c.want)
			}
		})
	}
}

// Errors from a tool itself contain no code either, and internal errors no text outside debug
// (RULES R11 and D16).
func TestErrorsAreScrubbed(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	const internal = `{"error":{"error":"panic in parse","error_code":"internal_error","error_details":{"snippet":"x := 1","line":3}}}`
	for _, c := range []struct{ name, profile, body, want string }{
		{"minimal", "", internal, `{"error":{"error":"Tool error","error_code":"internal_error","error_details":{"line":3}}}`},
		{"debug", "debug", internal, `{"tier":null,"tool_version":null,"tool_id":null,"request_id":null,"capabilities":null,"duration_ms":null,` +
			`"error":{"error":"panic in parse","error_code":"internal_error","error_details":{"line":3}},"upgrade_hints":[],"data":null}`},
		{"harmless", "", `{"error":{"error":"File not found: a.py","error_code":"not_found"}}`, `{"error":{"error":"File not found: a.py","error_code":"not_found"}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := eng.Shape(t.Context(), shaper.Request{Profile: c.profile, Body: []byte(c.body)})
			if err != nil || string(out.Body) != c.want {
				t.Errorf("got  %s, %v\nwant %s", out.Body, err, c.want)
			}
		})
	}
}
