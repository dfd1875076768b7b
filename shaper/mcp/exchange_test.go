package mcp_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// newSession is a client of a server under a configuration.
func newSession(t testing.TB, spec profiles.Spec, opts ...mcp.Option) *mcp.Session {
	t.Helper()
	return mcp.New(mcptest.Engine(t, spec), opts...).Session()
}

// odd are messages that a server or a client may write, and no library should: one to a
// line, some of them empty.
func odd(t testing.TB) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/odd.txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// Under a configuration that changes nothing every message passes byte for byte, in both
// directions, asked for or not.
func TestOddMessages(t *testing.T) {
	for _, method := range []string{"", "tools/call", "tools/list", "tasks/get", "tasks/result", "resources/read", "prompts/get", "completion/complete", "initialize", "other"} {
		for _, msg := range odd(t) {
			x := newSession(t, mcptest.Plainly).Exchange()
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

// An odd member beside a hidden value never reveals it.
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
		`{"jsonrpc":"2.0","id":R,"result":{}}`,
		`{"jsonrpc":"2.0","id":[R],"method":"notifications/message","params":{}}`,
		`{"jsonrpc":R,"id":1,"error":{"code":1,"message":"m"}}`,
		`{"jsonrpc":"2.0","method":R,"params":{}}`,
		`{"name":"secret","value":"s3cr3t"}`,
		`[["secret","s3cr3t"],["x","y"]]`,
		`[{"jsonrpc":"2.0","id":1,"result":{}},R]`,
	} {
		for _, method := range []string{"tools/call", "tools/list", "resources/read", "unheard/of", "tasks/result", "tasks/get"} {
			x := newSession(t, mcptest.Secretive).Exchange()
			x.FromClient(t.Context(), []byte(`{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{"name":"t","taskId":"9"}}`))
			msg := strings.ReplaceAll(form, "R", result)
			if got := x.FromServer(t.Context(), []byte(msg)); bytes.Contains(got, []byte("s3cr3t")) {
				t.Errorf("%s\n%s\n%s", method, msg, got)
			}
		}
	}
}

// A request that readers understand differently reveals no hidden value. Of two names some
// take the first and some the last, and for some NAME is a name.
func TestOddRequestsHide(t *testing.T) {
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"secret"}}}}
	for _, msg := range []string{
		`{"id":1,"method":"tools/call","params":{"name":"x","name":"t"}}`,
		`{"id":1,"method":"tools/call","params":{"name":"t","name":"x"}}`,
		`{"id":1,"method":"tools/call","params":{"name":"x","NAME":"t"}}`,
		`{"id":1,"method":"tools/call","params":{"name":"x"},"param\u017f":{"name":"t"}}`,
		`{"id":1,"method":"ping","method":"tools/call","params":{"name":"t"}}`,
		`{"id":1,"method":"ping","Method":"tools/call","params":{"name":"t"}}`,
		`{"id":1,"ID":2,"method":"tools/call","params":{"name":"t"}}`,
	} {
		x := newSession(t, spec).Exchange()
		if forward, reply := x.FromClient(t.Context(), []byte(msg)); string(forward) != msg || reply != nil {
			t.Errorf("%s\nto the server %s\nback %s", msg, forward, reply)
		}
		if got := x.FromServer(t.Context(), []byte(`{"id":1,"result":{"content":[],"structuredContent":{"a":1,"secret":"s3cr3t"}}}`)); bytes.Contains(got, []byte("s3cr3t")) {
			t.Errorf("%s\nis answered by %s", msg, got)
		}
	}
}
