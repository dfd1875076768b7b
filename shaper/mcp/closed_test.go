package mcp_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// closing is a configuration that closes, with the place of a fault, and opens.
func closing(t *testing.T) (rules changing, x *mcp.Exchange, closes func()) {
	t.Helper()
	rules, session := newChanging(t, `{}`)
	return rules, session.Exchange(), func() {
		rules.Store(mcptest.Rules(t, profiles.Spec{}).Closed(errors.New("c.json:3:4: a fault")))
	}
}

// sent is a response to a request that the client sends, with the id in both.
func sent(t *testing.T, x *mcp.Exchange, method, result string) string {
	t.Helper()
	x.FromClient(t.Context(), fmt.Appendf(nil, `{"jsonrpc":"2.0","id":9,"method":%q,"params":{}}`, method))
	return string(x.FromServer(t.Context(), fmt.Appendf(nil, `{"jsonrpc":"2.0","id":9,"result":%s}`, result)))
}

// While the configuration is closed, no tool runs. Only members that the protocol needs show.
func TestClosedConfiguration(t *testing.T) {
	_, x, closes := closing(t)
	closes()
	for _, c := range []struct{ method, result, want string }{
		{"initialize", `{"protocolVersion":"v","capabilities":{"logging":{},"experimental":{"x":"s3cret"}},"serverInfo":{"name":"s3cret","title":"s3cret"},"instructions":"s3cret","x":"s3cret"}`,
			`{"protocolVersion":"v","capabilities":{"logging":{},"experimental":{}},"serverInfo":{"name":"[withheld]"}}`},
		{"tools/list", `{"tools":[{"name":"t","title":"s3cret","description":"s3cret","inputSchema":{"type":"object","description":"s3cret","properties":{"a":{"type":"string","default":"s3cret"}}},"outputSchema":{"type":"object"},"annotations":{},"_meta":{}}],"nextCursor":"n"}`,
			`{"nextCursor":"n","tools":[{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}]}`},
		{"resources/list", `{"resources":[{"uri":"s3cret"}],"nextCursor":"s3cret"}`, `{"resources":[]}`},
		{"resources/templates/list", `{"resourceTemplates":[{"name":"s3cret"}],"ttlMs":5}`, `{"ttlMs":5,"resourceTemplates":[]}`},
		{"prompts/list", `{"prompts":[{"name":"s3cret"}]}`, `{"prompts":[]}`},
		{"tasks/list", `{"tasks":[{"statusMessage":"s3cret"}]}`, `{"tasks":[]}`},
		{"ping", `{}`, `{}`},
	} {
		if got, want := sent(t, x, c.method, c.result), `{"jsonrpc":"2.0","id":9,"result":`+c.want+`}`; got != want {
			t.Errorf("%s: %s, want %s", c.method, got, want)
		}
	}
	for _, method := range []string{"resources/read", "prompts/get", "completion/complete", "tasks/get", "tasks/cancel", "x/unknown"} {
		got := sent(t, x, method, `{"contents":[{"text":"s3cret"}]}`)
		if !strings.HasPrefix(got, `{"jsonrpc":"2.0","id":9,"error":{"code":-32603,"message":"c.json:3:4: a fault`) {
			t.Errorf("%s: %s", method, got)
		}
	}
}

// Messages that the server sends by itself hold no content either, and a request keeps its
// id, so that the server gets an answer.
func TestClosedNotices(t *testing.T) {
	_, x, closes := closing(t)
	closes()
	for msg, want := range map[string]string{
		`{"method":"notifications/message","params":{"level":"info","data":"s3cret"}}`:                     `{"method":"notifications/message","params":{"level":"info","data":"[withheld]"}}`,
		`{"method":"notifications/progress","params":{"progressToken":1,"progress":2,"message":"s3cret"}}`: `{"method":"notifications/progress","params":{"progressToken":1,"progress":2}}`,
		`{"id":4,"method":"sampling/createMessage","params":{"messages":["s3cret"]}}`:                      `{"id":4,"method":"sampling/createMessage","params":{}}`,
		`{"method":"notifications/tools/list_changed"}`:                                                    `{"method":"notifications/tools/list_changed"}`,
		`{"method":"x","x":"s3cret","params":{"status":"s3cret"}}`:                                         `{"method":"x","x":null,"params":{}}`,
		`{"method":"notifications/progress","params":{"progressToken":{"a":"s3cret"},"progress":2}}`:       `{"method":"notifications/progress","params":{"progress":2}}`,
		`{"id":{"a":"s3cret"},"result":{}}`:                                                                `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"c.json:3:4: a fault"}}`,
		`{"id":77,"result":{"a":"s3cret"}}`:                                                                `{"jsonrpc":"2.0","id":77,"error":{"code":-32603,"message":"c.json:3:4: a fault"}}`,
		`s3cret`:                                                                                           ``,
		`[{"method":"notifications/message","params":{"data":"s3cret"}}]`:                                  `[{"method":"notifications/message","params":{"data":"[withheld]"}}]`,
	} {
		if got := string(x.FromServer(t.Context(), []byte(msg))); got != want {
			t.Errorf("%s: %s, want %s", msg, got, want)
		}
	}
}

// A call is answered at once, with the place of the fault, and not forwarded; also in a
// batch. After the mend everything works, and the client is told that the list of tools
// has changed. Ten times in a row the answers are the same.
func TestClosedCalls(t *testing.T) {
	rules, x, closes := closing(t)
	sent(t, x, "initialize", `{"capabilities":{"tools":{"listChanged":true}}}`)
	call := []byte(`{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"t","arguments":{"a":"s3cret"}}}`)
	const refusal = `{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"Error executing tool: t did not run: c.json:3:4: a fault\nCall it again after the configuration is mended; no restart is needed"}],"isError":true}}`
	for range 10 {
		closes()
		if got := lists(t, x); !strings.Contains(got, `"tools":[{"name":"t"}]`) {
			t.Error(got)
		}
		forward, reply := x.FromClient(t.Context(), call)
		if forward != nil || string(reply) != refusal {
			t.Errorf("forwarded %q, answered %s", forward, reply)
		}
		forward, reply = x.FromClient(t.Context(), append(append([]byte(`[{"id":6,"method":"ping"},`), call...), ']'))
		if string(forward) != `[{"id":6,"method":"ping"}]` || string(reply) != "["+refusal+"]" {
			t.Errorf("of a batch %q is forwarded, %s answered", forward, reply)
		}
		if forward, reply = x.FromClient(t.Context(), []byte(`{"method":"tools/call","params":{"name":"t"}}`)); forward != nil || reply != nil {
			t.Errorf("a call without an id: %q, %q", forward, reply)
		}
		for _, unclear := range []string{`"name":"u","name":"t"`, `"Name":"t"`} {
			msg := `{"id":7,"method":"tools/call","params":{` + unclear + `}}`
			if forward, reply = x.FromClient(t.Context(), []byte(msg)); forward != nil || !strings.Contains(string(reply), "several ways") {
				t.Errorf("%s: forwarded %q, answered %s", msg, forward, reply)
			}
		}
		rules.to(t, `{}`)
		if x.ListChanged() == nil || x.ListChanged() != nil {
			t.Error("the client is not told once that the list of tools has changed")
		}
		if lists(t, x) != listing || calls(t, x, 8, `{"a":1,"b":2,"c":3}`) != `{"a":1,"b":2,"c":3}` {
			t.Error("after the mend not everything works")
		}
	}
}

// A call that ran before the configuration closed is an error that says so.
func TestClosedMeanwhile(t *testing.T) {
	_, x, closes := closing(t)
	x.FromClient(t.Context(), []byte(`{"id":5,"method":"tools/call","params":{"name":"t"}}`))
	closes()
	got := string(x.FromServer(t.Context(), []byte(`{"id":5,"result":{"content":[{"type":"text","text":"s3cret"}]}}`)))
	if !strings.Contains(got, "t already ran, but its result cannot be shown: c.json:3:4: a fault") || strings.Contains(got, "s3cret") {
		t.Error(got)
	}
}
