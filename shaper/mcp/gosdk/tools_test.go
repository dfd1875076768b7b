package gosdk_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/gosdk"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// A denied tool is as an unknown one, and a deferred one is listed by one line.
func TestListsOfSDK(t *testing.T) {
	bare := overHTTP(t, newServer())
	s := newServer()
	s.AddReceivingMiddleware(gosdk.Middleware(mcptest.Engine(t, mcptest.Lists)))
	asks := overHTTP(t, s)
	asks("initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"","version":""}}`)
	list := asks("tools/list", `{}`)
	for _, want := range []string{`"name":"shape_tool"`, `"inputSchema":{"type":"object"},"name":"forecast"}`} {
		if !strings.Contains(list, want) || strings.Contains(list, "pictures") {
			t.Errorf("%s is not in %s", want, list)
		}
	}
	for name, want := range map[string]string{"pictures": `"error":{"code":-32602,"message":"Unknown tool: pictures"}`, "exact": "9007199254740993", "none": `"code":-32602`} {
		if got := asks("tools/call", `{"name":"`+name+`","arguments":{}}`); !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := asks("tools/call", `{"name":"shape_tool","arguments":{"name":"forecast"}}`); !strings.Contains(got, `\"city\":{\"type\":\"string\"}`) {
		t.Error(got)
	}
	if got := bare("tools/call", `{"name":"shape_tool","arguments":{}}`); !strings.Contains(got, "unknown tool") {
		t.Error(got)
	}
}
