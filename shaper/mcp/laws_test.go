package mcp_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// Under a configuration that changes nothing any message passes byte for byte, whatever
// it is, in both directions and in any order.
func FuzzLawsExchange(f *testing.F) {
	for _, msg := range odd(f) {
		f.Add([]byte(msg), []byte(msg))
	}
	f.Add([]byte(`{"id":1,"method":"tools/list"}`), []byte(`{"id":1,"result":{"tools":[{"name":"t","outputSchema":{"$ref":"#"}}]}}`))
	f.Add([]byte(`{"id":1,"method":"tasks/get","params":{"taskId":"1"}}`), []byte(`{"id":1,"result":{"taskId":"1","result":{"content":[]}}}`))
	f.Fuzz(func(t *testing.T, ask, answer []byte) {
		x := newSession(t, mcptest.Plainly).Exchange()
		if forward, reply := x.FromClient(t.Context(), ask); string(forward) != string(ask) || reply != nil {
			t.Fatalf("%q\nforward %q\nback %q", ask, forward, reply)
		}
		for range 2 { // the second answer is to nothing that was asked
			if got := x.FromServer(t.Context(), answer); string(got) != string(answer) {
				t.Fatalf("%q\nanswered by %q\nis %q", ask, answer, got)
			}
		}
	})
}
