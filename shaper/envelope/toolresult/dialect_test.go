package toolresult_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/jsonrpc"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// TestMCPCases validates tool results alone, and by the protocol's own rules.
func TestMCPCases(t *testing.T) {
	testkit.Run(t, envtest.OwnCases, envtest.SharedCases, map[string]testkit.Adapter{
		"mcp.validate":              envtest.ValidateCase(toolresult.Dialect{}, "", envtest.BeyondToolSchemas...),
		"mcp.validate_protocol":     envtest.ValidateCase(toolresult.Dialect{}, toolresult.EditionMCP),
		"jsonrpc.validate_protocol": envtest.ValidateCase(jsonrpc.Dialect{}, toolresult.EditionMCP),
	})
}

// One fault is one finding: an invalid isError adds no finding about the text.
func TestToolResultFaultsAreNamedOnce(t *testing.T) {
	for doc, want := range map[string]string{
		`{"content":[{"type":"text","text":"{}"}],"isError":false}`:                       "isError",
		`{"content":[{"type":"text","text":"{}"}],"isError":null}`:                        "isError",
		`{"content":[{"type":"text","text":"Error executing tool: m"}],"isError":"true"}`: "isError",
		`{"content":[{"type":"text","text":"hi"}],"isError":false}`:                       "isError content.0.text",
		`{"content":[{"type":"text","text":"{}"}],"isError":true}`:                        "content.0.text",
		`{"content":[{"type":"text","text":"Error executing tool: m"}]}`:                  "isError",
		`{"content":[{"type":"text","text":"Error executing tool: m"}],"isError":true}`:   "",
	} {
		f, err := toolresult.Dialect{}.Validate([]byte(doc), "")
		var paths []string
		for _, e := range f.Errors {
			paths = append(paths, e.Path)
		}
		if err != nil || strings.Join(paths, " ") != want {
			t.Errorf("%s: %v, %v; want %s", doc, paths, err, want)
		}
	}
}

func TestToolStructured(t *testing.T) {
	got, err := toolresult.Structured(json.RawMessage(`{"n": 1.0, "a": "<"}`))
	envtest.Same(t, "structured", got, err, []byte(`{"content":[{"type":"text","text":"{\"n\":1.0,\"a\":\"<\"}"}],"structuredContent":{"n":1.0,"a":"<"}}`))
	for _, edition := range []string{"", toolresult.EditionMCP} {
		if f, err := (toolresult.Dialect{}).Validate(got, edition); err != nil || !f.Valid {
			t.Errorf("edition %q: %+v, %v", edition, f, err)
		}
	}
}

func TestMCPParse(t *testing.T) {
	for _, tt := range []struct{ name, doc, payload, message, extra string }{
		{"JSON text", `{"content":[{"type":"text","text":" {\"a\": 1} "}]}`, `{"a": 1}`, "", ""},
		{"plain text", `{"content":[{"type":"text","text":"hi"}]}`, `"hi"`, "", ""},
		{"structured with its mirror", `{"content":[{"type":"text","text":"{\"a\": 1}"}],"structuredContent":{"a":1}}`, `{"a":1}`, "", ""},
		{"structured with another text", `{"content":[{"type":"text","text":"one"}],"structuredContent":{"a":1}}`, `{"a":1}`, "", "content.0"},
		{"further items", `{"content":[{"type":"text","text":"1"},{"type":"text","text":"2"}],"_meta":{}}`, `1`, "", "content.1 _meta"},
		{"an image alone", `{"content":[{"type":"image"}]}`, ``, "", "content.0"},
		{"an error", `{"content":[{"type":"text","text":"Error executing tool: boom"}],"isError":true}`, ``, "boom", ""},
		{"an error by the protocol", `{"content":[{"type":"text","text":"boom"}],"isError":true}`, ``, "boom", ""},
	} {
		m, err := toolresult.Dialect{}.Parse([]byte(tt.doc))
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var extra []string
		for _, x := range m.Extra {
			extra = append(extra, x.Path)
		}
		message := ""
		if m.Error != nil {
			message = m.Error.Message
		}
		if string(m.Payload) != tt.payload || message != tt.message || strings.Join(extra, " ") != tt.extra || m.OK == (message != "") {
			t.Errorf("%s: payload %s, message %q, extra %s", tt.name, m.Payload, message, extra)
		}
	}
}

func TestToolResultsSayWhatTheyLose(t *testing.T) {
	m := &envelope.Model{
		Payload: json.RawMessage(`1`), RequestID: "r", Partial: true,
		Error: &envelope.ModelError{Message: "m", Code: "not_found"},
	}
	got, lost, err := toolresult.Dialect{}.Build(m)
	envtest.Same(t, "error", got, err, toolresult.Error("m"))
	if want := "payload error.code request_id partial"; strings.Join(lost, " ") != want {
		t.Errorf("lost %s, want %s", strings.Join(lost, " "), want)
	}
}
