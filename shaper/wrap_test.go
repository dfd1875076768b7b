package shaper_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
)

// The examples of seed 001 (RULES R14 to R17), built from parts and trimmed from their debug
// form.
var seedExamples = []struct {
	name           string
	tool, tier     string
	parts          string
	minimal, debug string
}{
	{
		"success", "security_scan", "pro",
		`{"data":{"risk_level":"high","vulnerabilities":[]},"tool_version":"3.3.0","request_id":"8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a","capabilities":["envelope-v1"],"duration_ms":27}`,
		`{"data":{"risk_level":"high","vulnerabilities":[]}}`,
		`{"tier":"pro","tool_version":"3.3.0","tool_id":"security_scan","request_id":"8b3e5f6c0a2f4ed4a3fb9e0b2f8f8d3a","capabilities":["envelope-v1"],"duration_ms":27,"error":null,"upgrade_hints":[],"data":{"risk_level":"high","vulnerabilities":[]}}`,
	},
	{
		"error", "extract_code", "community",
		`{"error":{"error":"File not found: /missing.py","error_code":"not_found"},"tool_version":"3.3.0","request_id":"0a46e6c2b6df4e938e8d16ffb567a9b2","capabilities":["envelope-v1"],"duration_ms":3}`,
		`{"error":{"error":"File not found: /missing.py","error_code":"not_found"}}`,
		`{"tier":"community","tool_version":"3.3.0","tool_id":"extract_code","request_id":"0a46e6c2b6df4e938e8d16ffb567a9b2","capabilities":["envelope-v1"],"duration_ms":3,"error":{"error":"File not found: /missing.py","error_code":"not_found","error_details":null},"upgrade_hints":[],"data":null}`,
	},
}

func TestSeedExamples(t *testing.T) {
	minimal, debug := newEngine(t, profiles.Spec{}), newEngine(t, profiles.Spec{Force: "debug"})
	for _, c := range seedExamples {
		t.Run(c.name, func(t *testing.T) {
			parts := shaper.Request{Dialect: "scalpel", Tool: c.tool, Tier: c.tier, Body: []byte(c.parts)}
			trimmed := shaper.Request{Tool: c.tool, Tier: c.tier, Body: []byte(c.debug)}
			for _, w := range []struct {
				name  string
				shape func() (shaper.Result, error)
				want  string
			}{
				{"wrapped, minimal", func() (shaper.Result, error) { return minimal.Wrap(t.Context(), parts) }, c.minimal},
				{"wrapped, debug", func() (shaper.Result, error) { return debug.Wrap(t.Context(), parts) }, c.debug},
				{"trimmed", func() (shaper.Result, error) { return minimal.Shape(t.Context(), trimmed) }, c.minimal},
				{"spelled out", func() (shaper.Result, error) { return debug.Shape(t.Context(), trimmed) }, c.debug},
			} {
				if got, err := w.shape(); err != nil || string(got.Body) != w.want {
					t.Errorf("%s: %v\ngot  %s\nwant %s", w.name, err, got.Body, w.want)
				}
			}
		})
	}
}

// Rules act on a wrapped envelope, and a client's request id shows.
func TestWrap(t *testing.T) {
	eng := newEngine(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}})
	res, err := eng.Wrap(t.Context(), shaper.Request{
		Dialect: "scalpel", Include: []string{"a", "password"},
		Body: []byte(`{"data":{"a":1.0,"b":2,"password":3},"request_id":"r","request_id_source":"client"}`),
	})
	if want := `{"request_id":"r","data":{"a":1.0}}`; err != nil || string(res.Body) != want {
		t.Errorf("got %s, %v, want %s", res.Body, err, want)
	}
}

// A dialect that is given, in its edition, is the one that is built.
func TestWrapAs(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	req := shaper.Request{Dialect: "scalpel", Body: []byte(`{"data":{"a":1},"warnings":["w"]}`)}
	res, err := eng.WrapAs(t.Context(), req, responsev2.Dialect{Edition: responsev2.Edition003})
	want := `{"success":true,"data":{"a":1,"_warnings":["w"]},"error":null,"meta":{"version":"response-v2"}}`
	if err != nil || string(res.Body) != want || res.Report.Dialect != "response-v2" {
		t.Errorf("%s, %v, as %s", res.Body, err, res.Report.Dialect)
	}
	if _, err := eng.WrapAs(t.Context(), req, envelope.Plain{}); !errors.Is(err, dialects.ErrNoWrap) {
		t.Errorf("%v", err)
	}
}

func TestWrapErrors(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	for _, c := range []struct{ dialect, parts, want string }{
		{"scalpel", `{"data":"secret words"`, "invalid_json"},
		{"scalpel", `{"data":"secret words","data":1}`, "duplicate_name"},
		{"response-v2", `{"data":{"a":"secret words","a":1}}`, "duplicate_name"},
		{"scalpel", `{"nope":"secret words"}`, "parts"},
		{"scalpel", `["secret words"]`, "parts"},
		{"plain", `{}`, "no envelope"},
		{"scalpell", `{}`, "did you mean"},
		{"", `{}`, "unknown dialect"},
	} {
		res, err := eng.Wrap(t.Context(), shaper.Request{Dialect: c.dialect, Body: []byte(c.parts)})
		if err == nil || !strings.Contains(err.Error(), c.want) || res.Body != nil {
			t.Errorf("%s of %s: %s, %v, want %s", c.dialect, c.parts, res.Body, err, c.want)
		}
		checkSecrecy(t, []byte(c.parts), err)
	}
}
