package mcp_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// A message over the limit passes where nothing may be hidden, else it is an error with
// the id of the call.
func TestLongMessages(t *testing.T) {
	long := `"` + strings.Repeat("x", 200) + `"`
	for _, c := range []struct {
		spec      profiles.Spec
		msg, want string
	}{
		{mcptest.Plainly, `{"result":` + long + `,"id":1}`, `{"result":` + long + `,"id":1}`},
		{mcptest.Secretive, `{"result":` + long + `,"id":1}`, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Error executing tool: t already ran, but its result cannot be shown: the response has more than 100 bytes, and something may be hidden in it"}],"isError":true}}`},
		{mcptest.Secretive, `{"result":` + long + `,"id":2}`, `{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"the response has more than 100 bytes, and something may be hidden in it"}}`},
		{mcptest.Secretive, `{"a\"}":{"id":3},"id" : "a\"b","result":` + long + `}`, `{"jsonrpc":"2.0","id":"a\"b","error":{"code":-32603,"message":"the response has more than 100 bytes, and something may be hidden in it"}}`},
		{mcptest.Secretive, `{"method":"notifications/message","params":` + long + `}`, ``},
		{mcptest.Secretive, long, ``},
	} {
		x := newSession(t, c.spec, mcp.WithLimit(100)).Exchange()
		x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/call","params":{"name":"t"}}`))
		if got := x.FromServer(t.Context(), []byte(c.msg)); string(got) != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.msg, got, c.want)
		}
		x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/call","params":{"name":"t"}}`))
		inPieces, got := x.Long(), []byte(nil)
		for i := range c.msg {
			got = append(got, inPieces.Take([]byte(c.msg[i:i+1]))...)
		}
		if got = append(got, inPieces.End()...); string(got) != c.want {
			t.Errorf("in pieces: %s\n got %s\nwant %s", c.msg, got, c.want)
		}
		if x.FromClient(t.Context(), []byte(`{"method":"notifications/cancelled","params":{"requestId":1}}`)); x.Waits() {
			t.Errorf("%s: the client still waits", c.msg)
		}
	}
}

// A text that is dropped takes nothing of a budget.
func TestBudgetOfDroppedText(t *testing.T) {
	session := newSession(t, profiles.Spec{Tools: []profiles.Tool{{
		Name: "t", Delivery: profiles.Delivery{Text: new("drop")}, Budget: &profiles.Budget{MaxBytes: 700},
	}}})
	x := session.Exchange()
	x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list"}`))
	x.FromServer(t.Context(), []byte(`{"id":1,"result":{"tools":[{"name":"t"}]}}`))
	long := strings.Repeat("x", 600)
	got := session.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(`{"content":[{"type":"text","text":"{\"a\":\"`+long+`\"}"}],"structuredContent":{"a":"`+long+`"}}`))
	if string(got) != `{"content":[],"structuredContent":{"a":"`+long+`"}}` {
		t.Errorf("%s", got)
	}
}

// The client's budget is applied with the client's own action, before the tool's.
func TestBudgetOfClients(t *testing.T) {
	spec := profiles.Spec{
		Tools:   []profiles.Tool{{Name: "t", Budget: &profiles.Budget{OnOver: "error"}}},
		Clients: []profiles.ClientFacts{{Name: "strict", MaxBytes: new(120)}, {Name: "lenient", MaxBytes: new(120), OnOver: new("ladder")}, {Name: "lone", MaxTokens: new(30), Counter: new("no")}},
	}
	long := `{"content":[{"type":"text","text":"` + strings.Repeat("word ", 40) + `"}]}`
	for client, want := range map[string]string{"strict": "over_budget", "lenient": "word… +136 chars", "lone": `unknown counter \"no\"`, "other": long} {
		session := newSession(t, spec)
		x := session.Exchange()
		x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"`+client+`","version":"1"}}}}`))
		x.FromServer(t.Context(), []byte(`{"id":1,"result":{"tools":[{"name":"t"}]}}`))
		if got := session.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(long)); !strings.Contains(string(got), want) {
			t.Errorf("%s: %s", client, got)
		}
	}
}

// The client's Text setting decides the text, before the tool's.
func TestTextOfClients(t *testing.T) {
	spec := profiles.Spec{Clients: []profiles.ClientFacts{{Name: "brief", Text: new("drop")}}}
	for client, want := range map[string]string{"brief": `[]`, "other": `[{"type":"text","text":"{\"a\":1}"}]`} {
		session := newSession(t, spec)
		x := session.Exchange()
		x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":"`+client+`","version":"1"}}}}`))
		x.FromServer(t.Context(), []byte(`{"id":1,"result":{"tools":[{"name":"t"}]}}`))
		got := session.Result(t.Context(), mcp.Call{Tool: "t"}, []byte(`{"content":[{"type":"text","text":"{\"a\":1}"}],"structuredContent":{"a":1}}`))
		if string(got) != `{"content":`+want+`,"structuredContent":{"a":1}}` {
			t.Errorf("%s: %s", client, got)
		}
	}
}
