package mcp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// closedNeeds holds, by method, the members that the protocol needs in a response.
var closedNeeds = map[string][]string{
	"tools/list": {"nextCursor", "resultType", "ttlMs", "cacheScope", "name", "inputSchema", "id", "jsonrpc", "tools"},
	"ping":       {"resultType", "ttlMs", "cacheScope", "id", "jsonrpc"},
}

// While the configuration is closed, only members that the protocol needs show, for any name
// and place of a member. The output is JSON, and no tools/call is forwarded.
func FuzzLawsClosed(f *testing.F) {
	for i, name := range []string{"description", "text", "name", "nextCursor", "progress", "data", "_meta", "tools", "\xff\""} {
		f.Add(uint8(i), name)
	}
	methods := []string{"tools/list", "tools/call", "resources/list", "prompts/get", "tasks/get", "tasks/result", "ping", "completion/complete", "x"}
	f.Fuzz(func(t *testing.T, pick uint8, name string) {
		rules, session := newChanging(t, `{}`)
		rules.Store(mcptest.Rules(t, profiles.Spec{}).Closed(errors.New("c.json:1:1: a fault")))
		x, method := session.Exchange(), methods[int(pick)%len(methods)]
		needs := append([]string{"resultType", "ttlMs", "cacheScope", "id", "jsonrpc"}, closedNeeds[method]...)
		secret := func(beside map[string]any) map[string]any {
			beside[name] = "s3cret"
			return beside
		}
		message := func(fields map[string]any) []byte {
			text, err := json.Marshal(fields)
			if err != nil {
				t.Skip()
			}
			return text
		}
		forward, reply := x.FromClient(t.Context(), message(map[string]any{"id": 1, "method": method, "params": map[string]any{"name": "t"}}))
		if isCall := method == "tools/call"; isCall != (forward == nil) || isCall != (reply != nil) {
			t.Fatalf("%s: forwarded %q, answered %q", method, forward, reply)
		}
		tool := secret(map[string]any{"name": "t", "inputSchema": map[string]any{}})
		for _, msg := range [][]byte{
			message(map[string]any{"id": 1, "result": secret(map[string]any{"tools": []any{tool, "s3cret"}, "content": []any{secret(map[string]any{})}})}),
			message(map[string]any{"id": 2, "result": secret(map[string]any{})}),
			message(map[string]any{"id": 3, "error": secret(map[string]any{"code": 1, "message": "s3cret"})}),
		} {
			out := x.FromServer(t.Context(), msg)
			if bytes.Contains(out, []byte("s3cret")) && !slices.Contains(needs, name) || !json.Valid(out) {
				t.Fatalf("%s: of %s comes %s", method, msg, out)
			}
		}
		needs = []string{"requestId", "progressToken", "progress", "total", "taskId", "status", "level"}
		for _, method := range []string{"notifications/message", "notifications/progress", "sampling/createMessage", "notifications/tasks"} {
			out := x.FromServer(t.Context(), message(map[string]any{"id": 4, "method": method, "params": secret(map[string]any{})}))
			if bytes.Contains(out, []byte("s3cret")) && !slices.Contains(needs, name) || !json.Valid(out) {
				t.Fatalf("%s: %s", method, out)
			}
		}
	})
}

// For any order of faults, repairs and messages, a client hears a state only if it differs
// from the last one it heard. In the end it knows the current state.
func FuzzLawsFaultsAreHeardOnce(f *testing.F) {
	f.Add([]byte{0, 9, 1, 9, 9, 0, 2, 0, 9})
	f.Add([]byte{1, 2, 1, 9, 0, 9})
	f.Fuzz(func(t *testing.T, steps []byte) {
		server := mcp.New(mcptest.Engine(t, mcptest.Plainly))
		x := server.Session().Exchange()
		sent(t, x, "initialize", `{"capabilities":{"logging":{}}}`)
		x.FromClient(t.Context(), []byte(`{"method":"notifications/initialized"}`))
		faults := []string{"", "a: one", "b: two"} // by the model
		state, heard := 0, 0
		hear := func() {
			msg := x.LogMessage()
			if (msg != nil) != (state != heard) {
				t.Fatalf("after %v: state %d, heard %d, told %q", steps, state, heard, msg)
			}
			if msg != nil && state > 0 && !bytes.Contains(msg, []byte(faults[state])) || msg != nil && !json.Valid(msg) {
				t.Fatalf("told %s", msg)
			}
			heard = state
		}
		for _, step := range steps {
			if int(step) < len(faults) {
				state = int(step)
				server.SetFault(faults[state])
			} else {
				hear()
			}
		}
		hear()
	})
}
