//go:build unix

package stdio_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// While tools are limited, no call of the client is too long to be looked at.
func TestLongCallsOfLimitedTools(t *testing.T) {
	limited := profiles.Spec{Global: profiles.Global{ToolList: &profiles.ToolList{Deny: []string{"t"}}}}
	s := stand(t, "late", &stdio.Proxy{Server: newServer(t, limited, mcp.WithLimit(100<<10))})
	go func() {
		s.says(`{"method":"tools/call","params":{"name":"t","arguments":{"x":"` + strings.Repeat("x", 300<<10) + `"}}}` + "\n\n" + `{"method":"a"}` + "\n")
		s.client.Close()
	}()
	s.hears(t, `{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"the message is over the limit, and tools are limited"}}`+"\n")
	s.hears(t, "\n"+`{"method":"a"}`+"\n")
	s.ends(t, 0)
}
