package mcp_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// Headers that name another request than the message get an error with its id.
func TestMismatch(t *testing.T) {
	const call = `{"id":7,"method":"tools/call","params":{"name":"ü","uri":"x"}}`
	for _, c := range []struct {
		msg     string
		methods string // with commas between several; "-" is none
		names   string
		id      string // of the error; "" is none
	}{
		{call, "-", "-", ""},
		{call, "tools/call", "-", ""},
		{call, "-", "=?base64?w7w=?=", ""},
		{call, "tools/call", "ü", ""},
		{call, "tools/call", "u", "7"},
		{call, "", "ü", "7"},
		{call, "Tools/call", "ü", "7"},
		{call, "tools/call,tools/call", "ü", "7"},
		{call, "tools/call", "ü,ü", "7"},
		{call, "tools/call", "=?base64?w7?=", "7"},
		{call, "tools/call", "=?base64?/w==?=", "7"},
		{`{"id":"a","method":"prompts/get","params":{"name":"p"}}`, "prompts/get", "q", `"a"`},
		{`{"id":1,"method":"resources/read","params":{"uri":"u","name":"n"}}`, "resources/read", "n", "1"},
		{`{"id":1,"method":"resources/read","params":{"uri":"u","name":"n"}}`, "resources/read", "u", ""},
		{`{"id":1,"method":"resources/read","params":{"uri":"=?base64?x"}}`, "resources/read", "=?base64?x", ""},
		{`{"id":1,"method":"tools/list"}`, "tools/list", "any", ""},
		{`{"method":"notifications/initialized"}`, "tools/list", "-", "null"},
		{`{"id":1,"method":"tools/call","params":{"name":"a","name":"b"}}`, "-", "b", "1"},
		{`{"id":1,"id":2,"method":"tools/call","params":{"name":"a"}}`, "-", "a", "null"},
		{`[` + call + `]`, "tools/call", "-", "null"},
		{`no JSON`, "tools/call", "-", "null"},
		{`no JSON`, "-", "-", ""},
		{``, "ping", "-", "null"},
	} {
		values := func(text string) []string {
			if text == "-" {
				return nil
			}
			return strings.Split(text, ",")
		}
		want := ""
		if c.id != "" {
			want = `{"jsonrpc":"2.0","id":` + c.id + `,"error":{"code":-32020,`
		}
		got := string(mcp.Mismatch([]byte(c.msg), values(c.methods), values(c.names)))
		if !strings.HasPrefix(got, want) || (got == "") != (want == "") {
			t.Errorf("%s, %s, %s: %s", c.msg, c.methods, c.names, got)
		}
	}
}

// The first response answers a call without an id; the rules of its tool act.
func TestCalls(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{
		{Name: "t", ExcludeFields: []string{"b"}},
		{Name: "chosen", Delivery: profiles.Delivery{Caller: &[]string{"fields"}}},
	}}
	server := mcp.New(mcptest.Engine(t, spec))
	x := server.Session().Exchange()
	for _, tool := range []string{"", mcp.RetrieveTool, mcp.DefinitionTool, "chosen"} {
		if x.Calls(tool) {
			t.Errorf("%q needs its message", tool)
		}
	}
	if x.Waits() || !x.Calls("t") || !x.Waits() {
		t.Fatal("the call is not recorded, or another one is")
	}
	const result = `"result":{"content":[],"structuredContent":{"a":1,"b":2}}}`
	if got := string(x.FromServer(t.Context(), []byte(`{"method":"notifications/progress"}`))); !x.Waits() {
		t.Errorf("a notification answers: %s", got)
	}
	if got := string(x.FromServer(t.Context(), []byte(`{"id":"x",`+result))); strings.Contains(got, `"b"`) || x.Waits() {
		t.Error(got)
	}
	x.Calls("t")
	if got := string(x.Lost("gone")); got != `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"gone"}}` {
		t.Error(got)
	}
	denying := mcp.New(mcptest.Engine(t, toolRules(t, `{"deny":["t"]}`))).Session().Exchange()
	if denying.Calls("t") {
		t.Error("a denied tool is called")
	}
}
