package mcp_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
)

// newSession is a client of a server under a configuration.
func newSession(t testing.TB, spec profiles.Spec, opts ...mcp.Option) *mcp.Session {
	t.Helper()
	set, err := profiles.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		t.Fatal(err)
	}
	return mcp.New(eng, opts...).Session()
}

// plainly changes nothing: no payload is an envelope that could be trimmed.
var plainly = profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{Dialect: new("plain")}}}

// secretive hides the members named secret.
var secretive = profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"secret"}}}}

// odd are messages that a server or a client may write, and no library should.
var odd = []string{
	`{"jsonrpc":"2.0","id":9007199254740993,"result":{}}`,
	`{"jsonrpc":"2.0","id":1.5,"result":{}}`,
	`{"jsonrpc":"2.0","id":1e3,"result":{"content":[]}}`,
	`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`,
	`{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"}}`,
	`{"jsonrpc":"2.0","id":"\u0061","result":{"x":1}}`,
	`{"result":{"content":[],"later":true},"jsonrpc":"2.0","id":3}`,
	`{"jsonrpc":"2.0","id":1,"result":{},"unknown":{"a":[1,2]}}`,
	`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":{"a":1},"extra":true}}`,
	`{"jsonrpc":"2.0","id":1,"error":{"code":1.0,"message":"m"}}`,
	`{"id":1,"result":{}}`,
	`{"jsonrpc":"1.0","id":1,"result":{}}`,
	` {"jsonrpc":"2.0","id":1,"result":{}} `,
	"\ufeff" + `{"jsonrpc":"2.0","id":1,"result":{}}`,
	`{"jsonrpc":"2.0","id":1,"result":{}}{"jsonrpc":"2.0","id":2,"result":{}}`,
	`{"jsonrpc":"2.0","id":1,"result":{}} {"jsonrpc":"2.0","id":2,"result":{}}`,
	`[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}]`,
	`[]`,
	`[1]`,
	`starting server on port 3000`,
	`[info] listening`,
	``,
	`   `,
	`{"jsonrpc":"2.0","id":1,"result":`,
	`{"jsonrpc":"2.0","id":1,"id":2,"result":{}}`,
	`{"jsonrpc":"2.0","id":1,"result":{},"result":{"a":1}}`,
	`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":0.5,"message":"half"}}`,
	`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"b": 1, "a":2}}}`,
	`{"jsonrpc":"2.0","id":"s-1","method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}`,
	`{"jsonrpc":"2.0","id":"s-2","method":"elicitation/create","params":{"message":"m","requestedSchema":{"type":"object"}}}`,
	`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1e3}}`,
	`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"t","arguments":{"big":9007199254740993,"x":1.0}}}`,
	`{"jsonrpc":"2.0","id":8,"method":"tools/call"}`,
	`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":[1,2]}`,
	`{"jsonrpc":"2.0","id":10,"method":"","params":{}}`,
	`{"jsonrpc":"2.0","id":11,"result":{"resultType":"input_required","inputRequests":{"a":{"method":"elicitation/create"}},"requestState":"s"}}`,
	`{"jsonrpc":"2.0","id":12,"result":{"task":{"taskId":"t1","status":"working","ttl":60000}}}`,
	`{"jsonrpc":"2.0","id":13,"result":{"resultType":"unheard of","content":[{"type":"hologram","x": 1}]}}`,
	strings.Repeat("[", 2000) + strings.Repeat("]", 2000),
	`{"jsonrpc":"2.0","id":14,"result":{"content":[{"type":"text","text":"caf\u00e9 \ud83d\ude00"}],"isError": false}}`,
	"{\"jsonrpc\":\"2.0\",\"id\":15,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"\xff\xfe\"}]}}",
}

// Under a configuration that changes nothing every message passes byte for byte, in both
// directions, asked for or not.
func TestOddMessages(t *testing.T) {
	for _, method := range []string{"", "tools/call", "tools/list", "tasks/get", "tasks/result", "resources/read", "prompts/get", "completion/complete", "initialize", "other"} {
		for _, msg := range odd {
			x := newSession(t, plainly).Exchange()
			if forward, reply := x.FromClient(t.Context(), []byte(msg)); string(forward) != msg || reply != nil {
				t.Errorf("%s\nto the server %s\nback %s", msg, forward, reply)
			}
			for _, id := range []string{"1", "3", "11", "12", "13", "14", "15", `"a"`, "9007199254740993", "1.5", "1e3"} {
				x.FromClient(t.Context(), []byte(`{"jsonrpc":"2.0","id":`+id+`,"method":"`+method+`","params":{"name":"t","taskId":"t1"}}`))
			}
			if got := x.FromServer(t.Context(), []byte(msg)); string(got) != msg {
				t.Errorf("%s: %s\nto the client %s", method, msg, got)
			}
		}
	}
}

// No message shows what must not be seen because something beside it is odd.
func TestOddMessagesHide(t *testing.T) {
	const result = `{"content":[{"type":"text","text":"{\"secret\":\"s3cr3t\",\"a\":1}"}],"structuredContent":{"secret":"s3cr3t","a":1}}`
	for _, form := range []string{
		`{"jsonrpc":"2.0","id":1,"result":R}`,
		`{"result":R,"jsonrpc":"2.0","id":1}`,
		"\ufeff" + `{"jsonrpc":"2.0","id":1,"result":R}`,
		`{"jsonrpc":"2.0","id":1,"result":R}{"jsonrpc":"2.0","id":2,"result":R}`,
		`{"jsonrpc":"2.0","id":1,"result":R} trailing`,
		`log: {"jsonrpc":"2.0","id":1,"result":R}`,
		`{"jsonrpc":"2.0","id":1.0,"result":R}`,
		`{"jsonrpc":"2.0","id":null,"result":R}`,
		`{"jsonrpc":"2.0","result":R}`,
		`{"id":1,"result":R}`,
		`{"jsonrpc":"2.0","id":1,"id":2,"result":R}`,
		`{"jsonrpc":"2.0","id":1,"result":{},"result":R}`,
		`{"jsonrpc":"2.0","id":1,"result":R,"result":{}}`,
		`{"jsonrpc":"2.0","id":1,"method":"x","result":R}`,
		`{"jsonrpc":"2.0","id":1,"res\u0075lt":R}`,
		`[{"jsonrpc":"2.0","id":1,"result":R}]`,
		`{"jsonrpc":"2.0","id":1,"result":{"resultType":"unheard of","payload":R}}`,
		`{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":R}}`,
		`{"jsonrpc":"2.0","id":5,"result":R}`,
		`{"jsonrpc":"2.0","id":1,"result":R`,
		`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":R}}`,
		`{"jsonrpc":"2.0","method":"notifications/tasks","params":{"taskId":"9","status":"completed","result":R}}`,
	} {
		for _, method := range []string{"tools/call", "tools/list", "resources/read", "unheard/of", "tasks/result", "tasks/get"} {
			x := newSession(t, secretive).Exchange()
			x.FromClient(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"name":"t","taskId":"9"}}`))
			msg := strings.ReplaceAll(form, "R", result)
			if got := x.FromServer(t.Context(), []byte(msg)); bytes.Contains(got, []byte("s3cr3t")) {
				t.Errorf("%s\n%s\n%s", method, msg, got)
			}
		}
	}
}
