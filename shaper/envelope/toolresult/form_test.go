package toolresult_test

import (
	"fmt"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/internal/envtest"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// A document has its recognised dialect and form, alone and as the result of a JSON-RPC
// response.
func TestForms(t *testing.T) {
	for doc, want := range map[string][2]string{
		`{"content":[{"type":"text","text":"x"}]}`:                                  {"mcp", ""},
		`{"content":[{"type":"text","text":"x"}],"resultType":"task","taskId":"t"}`: {"mcp", ""},
		`{"content":[]}`:                                                                {"plain", ""},
		`{"structuredContent":{}}`:                                                      {"plain", ""},
		`{"content":[{"type":"CUSTOMER"}]}`:                                             {"plain", "other"},
		`{"tools":[],"nextCursor":"c"}`:                                                 {"plain", "other"},
		`{"contents":[{"uri":"u","text":"t"},{"uri":"v","blob":"b"}]}`:                  {"mcp resources", "resources"},
		`{"contents":[{"uri":"u","text":"t"},{"uri":"v"}]}`:                             {"plain", "other"},
		`{"contents":[]}`:                                                               {"plain", "other"},
		`{"messages":[{"role":"user","content":{"type":"text"}}]}`:                      {"mcp prompt", "prompt"},
		`{"messages":[{"role":"assistant","content":[{"type":"x"},{"type":"image"}]}]}`: {"mcp prompt", "prompt"},
		`{"messages":[{"role":"user","content":"text"}]}`:                               {"plain", "other"},
		`{"messages":[{"role":"tool","content":{"type":"text"}}]}`:                      {"plain", "other"},
		`{"resultType":"input_required","requestState":"s"}`:                            {"mcp input", "input"},
		`{"inputRequests":{},"resultType":"input_required"}`:                            {"mcp input", "input"},
		`{"resultType":"input_required"}`:                                               {"plain", "other"},
		`{"resultType":"complete","requestState":"s"}`:                                  {"plain", "other"},
		`{"resultType":"task","taskId":"t","status":"odd"}`:                             {"mcp task", "task"},
		`{"taskId":"t","status":"working","ttl":1}`:                                     {"mcp task", "task"},
		`{"taskId":"t","status":"working"}`:                                             {"plain", "task"},
		`{"taskId":"t","status":"working","createdAt":"d"}`:                             {"plain", "task"},
		`{"taskId":"t","status":"open","ttl":1}`:                                        {"plain", "other"},
		`{"task":{"taskId":"t","status":"completed","ttl":1},"_meta":{}}`:               {"mcp wrapped task", "wrapped task"},
		`{"task":{"taskId":"t","status":"odd"},"resultType":"task"}`:                    {"mcp wrapped task", "wrapped task"},
		`{"task":{"taskId":"t","status":"completed","ttl":1},"title":"x"}`:              {"plain", "wrapped task"},
		`{"task":{"taskId":"t","status":"completed","createdAt":"d"}}`:                  {"plain", "wrapped task"},
		`{"task":{"taskId":7,"status":"completed"}}`:                                    {"plain", "other"},
		`[{"type":"chart"},{"type":"text","text":"x"}]`:                                 {"mcp blocks", "other"},
		`[{"type":"chart"},{"type":"chart"}]`:                                           {"plain", "other"},
		`[{"type":"te\u0078t","text":"x"}]`:                                             {"mcp blocks", "other"},
		`[{"type":"a\"b"}]`:                                                             {"plain", "other"},
		`{"content":[{"type":"a\\b"}]}`:                                                 {"plain", "other"},
		`[{"type":"text","label":"Name"}]`:                                              {"plain", "other"},
		`[{"type":"image","data":"x"},{"text":"x"}]`:                                    {"plain", "other"},
		`[]`:     {"plain", "other"},
		`"text"`: {"plain", "other"},
	} {
		look := func(doc string) (string, string) {
			d, l := dialects.Look(envtest.Open(t, []byte(doc)))
			return d.Name(), l.Name
		}
		if dialect, form := look(doc); dialect+ifAny(form) != want[0] {
			t.Errorf("%s is %s%s, want %s", doc, dialect, ifAny(form), want[0])
		}
		if want[1] == "" && want[0] == "plain" {
			continue
		}
		if dialect, form := look(fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"result":%s}`, doc)); dialect != "jsonrpc" || form != want[1] {
			t.Errorf("the result %s is %s in %s, want %q", doc, form, dialect, want[1])
		}
	}
}

func ifAny(form string) string {
	if form == "" {
		return ""
	}
	return " " + form
}

// A result in a response may lack the list, or its elements.
func TestFormOf(t *testing.T) {
	for _, doc := range []string{`{"content":[]}`, `{"structuredContent":{}}`, `{"isError":true,"content":[{"type":"text"}]}`} {
		if l := toolresult.FormOf([]byte(doc)); l != (toolresult.Dialect{}).Layout() {
			t.Errorf("%s: %+v", doc, l)
		}
	}
}

// Keys of _meta belong to the protocol by the second label of their prefix, and a
// few by their names.
func TestReserved(t *testing.T) {
	for key, want := range map[string]bool{
		"io.modelcontextprotocol/related-task": true, "com.mcp.tools/x": true, "dev.mcp/": true, "org.modelcontextprotocol.api/a/b": true,
		"com.example.mcp/x": false, "mcp/x": false, "mcp.io/x": false, "com.mcpx/x": false, "io.modelcontextprotocol": false, "": false, "/": false,
		"progressToken": true, "traceparent": true, "tracestate": true, "baggage": true, "taskId": false,
	} {
		r := toolresult.Dialect{}.Layout().Reserved[0]
		if r.Of != "_meta" || r.Has([]byte(key)) != want {
			t.Errorf("%q of %s: %v", key, r.Of, !want)
		}
	}
}

// Each form has a name of its own.
func TestFormsHaveNames(t *testing.T) {
	seen := map[string]bool{"": true}
	for _, l := range (toolresult.Dialect{}).Forms() {
		if seen[l.Name] {
			t.Errorf("%q twice", l.Name)
		}
		seen[l.Name] = true
	}
}
