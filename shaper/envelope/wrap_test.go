package envelope_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// wrappers are the dialects whose envelopes are built from parts.
var wrappers = []interface {
	envelope.Dialect
	envelope.Wrapper
}{envelope.Scalpel{}, envelope.ResponseV2{}, envelope.BMCIS{}, envelope.MCP{}, envelope.JSONRPC{}}

// A part that an envelope would lose, or that is not of its type, is refused.
func TestWrapRefusesWhatItWouldLose(t *testing.T) {
	for parts, problem := range map[string]string{
		`{"data":[],"upgrade_hints":"x"}`:                  "upgrade_hints: must be array",
		`{"data":[],"capabilities":{}}`:                    "capabilities: must be array",
		`{"data":[],"capabilities":["a",1]}`:               "capabilities: must hold strings",
		`{"data":[],"warnings":"x"}`:                       "warnings: must be array",
		`{"data":[],"rate_limit":3}`:                       "rate_limit: must be object",
		`{"data":[],"duration_ms":"3"}`:                    "duration_ms: must be number",
		`{"error":5}`:                                      "error: must be string or object",
		`{"error":{"error":[1],"error_code":"NOT_FOUND"}}`: "error.error",
		`{"error":{"error":"m","error":"n"}}`:              "error",
		`{"data":[],"pagination":{"page":2}}`:              "page",
		`{"data":[],"payload":1}`:                          "payload: is no part",
		`[1]`:                                              "one JSON object",
	} {
		for _, d := range wrappers {
			if doc, err := d.Wrap([]byte(parts), envelope.Known{}); err == nil || !strings.Contains(err.Error(), problem) {
				t.Errorf("%s: %s gave %s, %v", d.Name(), parts, doc, err)
			}
		}
	}
}

// Nothing but debug spells out what is not known.
func TestWrapScalpelLeavesOutTheUnknown(t *testing.T) {
	for parts, want := range map[string]string{
		`{"data":1,"capabilities":[]}`:     `{"capabilities":[],"upgrade_hints":[],"data":1}`,
		`{"data":null}`:                    `{"capabilities":["envelope-v1"],"upgrade_hints":[],"data":null}`,
		`{"data":{"a":null},"tier":"pro"}`: `{"tier":"pro","capabilities":["envelope-v1"],"upgrade_hints":[],"data":{"a":null}}`,
	} {
		doc, err := envelope.Scalpel{}.Wrap([]byte(parts), envelope.Known{})
		same(t, parts, doc, err, []byte(want))
	}
}

// Data that is null says nothing beside an error, in any dialect.
func TestWrapErrorWithoutData(t *testing.T) {
	for _, d := range wrappers {
		_, err := d.Wrap([]byte(`{"data":null,"error":"m"}`), envelope.Known{})
		if err != nil {
			t.Errorf("%s: %v", d.Name(), err)
		}
	}
}

// Further members of an error stay in the one envelope that has room for them.
func TestWrapErrorWithMoreToSay(t *testing.T) {
	parts := []byte(`{"error":{"error":"m","error_code":"timeout","attempts":3}}`)
	doc, err := envelope.Scalpel{}.Wrap(parts, envelope.Known{})
	if err != nil || !strings.Contains(string(doc), `"attempts":3`) {
		t.Errorf("scalpel: %s, %v", doc, err)
	}
	if doc, err := (envelope.MCP{}).Wrap(parts, envelope.Known{}); err == nil || !strings.Contains(err.Error(), "error.attempts") {
		t.Errorf("mcp: %s, %v", doc, err)
	}
}

// A fault of the whole names no field.
func TestPartsAreAnObject(t *testing.T) {
	for _, doc := range []string{`5`, `[]`, `"x"`, `null`} {
		if _, err := envelope.ParseParts([]byte(doc)); err == nil || err.Error() != "parts must be one JSON object" {
			t.Errorf("%s: %v", doc, err)
		}
	}
}
