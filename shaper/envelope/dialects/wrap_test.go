package dialects_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/responsev2"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/scalpel"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// wrappers are the dialects whose envelopes are built from parts.
var wrappers = []interface {
	envelope.Dialect
	envelope.Wrapper
}{scalpel.Dialect{}, responsev2.Dialect{}, bmcis.Dialect{}, toolresult.Dialect{}, jsonrpc.Dialect{}}

// A part that is unknown, or not of its type, is refused.
func TestWrapRefuses(t *testing.T) {
	for parts, problem := range map[string]string{
		`{"data":[],"upgrade_hints":"x"}`:                     "upgrade_hints: must be array",
		`{"data":[],"capabilities":{}}`:                       "capabilities: must be array",
		`{"data":[],"capabilities":["a",1]}`:                  "capabilities: must hold strings",
		`{"data":[],"warnings":"x"}`:                          "warnings: must be array",
		`{"data":[],"rate_limit":3}`:                          "rate_limit: must be object",
		`{"data":[],"duration_ms":"3"}`:                       "duration_ms: must be number",
		`{"error":5}`:                                         "error: must be string or object",
		`{"error":{"error_details":[1]}}`:                     "error.error_details: must be object",
		`{"error":{"error":"m","error_type":1}}`:              "error.error_type: must be string",
		`{"duration_ms":1,"telemetry":{"duration_ms":2}}`:     "telemetry.duration_ms: has a part of its own",
		`{"tokens":{"used":1},"telemetry":{"tokens_used":2}}`: "telemetry.tokens_used: has a part of its own",
		`{"data":[],"pagination":{"page":2}}`:                 "page",
		`{"data":[],"payload":1}`:                             "payload: is no part",
		`[1]`:                                                 "one JSON object",
	} {
		for _, d := range wrappers {
			if doc, err := dialects.Wrap([]byte(parts), d, envelope.Known{}); err == nil || !strings.Contains(err.Error(), problem) {
				t.Errorf("%s: %s gave %s, %v", d.Name(), parts, doc.Envelope, err)
			}
		}
	}
}

// Parts without a place in an envelope are listed.
func TestWrapListsWhatItLoses(t *testing.T) {
	const parts = `{"tier":"pro","duration_ms":3,"warnings":["w"],"tokens":{"used":1},"upgrade_hints":[{"feature":"f","tier":"t","reason":"r"}],"error":{"error":"m","error_code":"timeout","attempts":3}}`
	for _, d := range wrappers {
		made, err := dialects.Wrap([]byte(parts), d, envelope.Known{})
		if want := lostParts[d.Name()]; err != nil || strings.Join(made.Lost, " ") != want {
			t.Errorf("%s: %s, %v, lost %q, want %q", d.Name(), made.Envelope, err, made.Lost, want)
		}
	}
}

var lostParts = map[string]string{
	"scalpel":     "warnings tokens.used",
	"response-v2": "error.attempts",
	"bmcis":       "tool.tier hints error.attempts",
	"mcp":         "error.code tool.tier duration_ms warnings tokens.used hints error.attempts",
	"jsonrpc":     "error.code tool.tier duration_ms warnings tokens.used hints error.attempts",
}

// Contents that an error must not carry are listed, too (RULES R11).
func TestWrapListsWhatIsUnsafe(t *testing.T) {
	for parts, want := range map[string]string{
		`{"error":{"error_details":{"content":"P"}},"data":null}`:          "error.details.content",
		`{"error":{"error":"m","error_details":{"a":[{"code":"x()"}]}}}`:   "error.details.a.0.code",
		`{"error":{"error":"m\nn","error_code":"timeout","source":"x()"}}`: "error.message error.source",
		`{"error":"m\nn"}`: "error.message",
		`{"error":"m"}`:    "",
	} {
		made, err := dialects.Wrap([]byte(parts), scalpel.Dialect{}, envelope.Known{})
		if got := strings.Join(made.Lost, " "); err != nil || got != want {
			t.Errorf("%s: lost %q, %v; want %q", parts, got, err, want)
		}
	}
}

// Only debug writes unknown members.
func TestWrapScalpelLeavesOutTheUnknown(t *testing.T) {
	for parts, want := range map[string]string{
		`{"data":1,"capabilities":[]}`:     `{"capabilities":[],"upgrade_hints":[],"data":1}`,
		`{"data":null}`:                    `{"capabilities":["envelope-v1"],"upgrade_hints":[],"data":null}`,
		`{"data":{"a":null},"tier":"pro"}`: `{"tier":"pro","capabilities":["envelope-v1"],"upgrade_hints":[],"data":{"a":null}}`,
	} {
		made, err := dialects.Wrap([]byte(parts), scalpel.Dialect{}, envelope.Known{})
		envtest.Same(t, parts, made.Envelope, err, []byte(want))
	}
}

// Data that is null says nothing beside an error, in any dialect.
func TestWrapErrorWithoutData(t *testing.T) {
	for _, d := range wrappers {
		_, err := dialects.Wrap([]byte(`{"data":null,"error":"m"}`), d, envelope.Known{})
		if err != nil {
			t.Errorf("%s: %v", d.Name(), err)
		}
	}
}

// Further members of an error stay in the one envelope that has room for them.
func TestWrapErrorWithMoreToSay(t *testing.T) {
	parts := []byte(`{"error":{"error":"m","error_code":"timeout","attempts":3}}`)
	made, err := dialects.Wrap(parts, scalpel.Dialect{}, envelope.Known{})
	if err != nil || made.Lost != nil || !strings.Contains(string(made.Envelope), `"attempts":3`) {
		t.Errorf("scalpel: %s, %v, %v", made.Envelope, made.Lost, err)
	}
}

// A code is spelled as the envelope spells its own, and the original is kept.
func TestWrapTranslatesCodes(t *testing.T) {
	parts := []byte(`{"error":{"error":"m","error_code":"timeout","error_details":{"a":1}}}`)
	for _, c := range []struct {
		d    envelope.Dialect
		want string
	}{
		{scalpel.Dialect{}, `"error_code":"timeout","error_details":{"a":1}`},
		{responsev2.Dialect{}, `"error_code":"UNAVAILABLE","error_type":"unavailable","details":{"a":1,"source_error_code":"timeout"}`},
		{responsev2.Dialect{Edition: responsev2.Edition003}, `{"success":false,"data":{},"error":"m"`},
		{bmcis.Dialect{}, `"error":{"code":"timeout","message":"m","details":{"a":1}}`},
		{toolresult.Dialect{}, `{"content":[{"type":"text","text":"Error executing tool: m"}],"isError":true}`},
	} {
		made, err := dialects.Wrap(parts, c.d, envelope.Known{})
		if err != nil || !strings.Contains(string(made.Envelope), c.want) {
			t.Errorf("%s: %s, %v; want %s", c.d.Name(), made.Envelope, err, c.want)
		}
	}
}
