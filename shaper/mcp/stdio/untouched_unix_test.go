//go:build unix

package stdio_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// A line with a result that no rule reaches passes byte for byte.
func TestUntouchedOverStdio(t *testing.T) {
	for _, c := range mcptest.AllUntouched {
		t.Run(c.Name, func(t *testing.T) {
			s := stand(t, "echo", &stdio.Proxy{Server: newServer(t, c.Rules)})
			for _, line := range []string{
				`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t"}}` + "\n",
				`{ "jsonrpc":"2.0", "id":1, "result": ` + c.Result() + "}\r\n",
			} {
				s.says(line)
				s.hears(t, line)
			}
			s.client.Close()
			s.ends(t, 3)
		})
	}
}
