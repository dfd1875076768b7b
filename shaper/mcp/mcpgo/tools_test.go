package mcpgo_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	sdk "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/mcpgo"
)

// A denied tool is as an unknown one, and a deferred one is listed by one line. No rule
// shortens a whole definition.
func TestListsOfMCPGo(t *testing.T) {
	s := newServer(mcpgo.Hooks(mcptest.Engine(t, mcptest.Lists)), server.WithPaginationLimit(2))
	asks(t, s, "initialize", hello)
	list := asks(t, s, "tools/list", `{}`)
	if !strings.Contains(list, `"inputSchema":{"type":"object"},"name":"forecast"}`) || strings.Contains(list, "pictures") {
		t.Error(list)
	}
	_, next, _ := strings.Cut(list, `"nextCursor":"`)
	next, _, _ = strings.Cut(next, `"`)
	if last := asks(t, s, "tools/list", `{"cursor":"`+next+`"}`); !strings.Contains(last, `"name":"shape_tool"`) {
		t.Error(last)
	}
	for _, task := range []string{"", `,"task":{}`} {
		denied := asks(t, s, "tools/call", `{"name":"pictures","arguments":{}`+task+`}`)
		unknown := asks(t, s, "tools/call", `{"name":"none","arguments":{}`+task+`}`)
		if denied != strings.ReplaceAll(unknown, "none", "pictures") {
			t.Errorf("%s, and of an unknown tool %s", denied, unknown)
		}
	}
	if got := asks(t, s, "tools/call", `{"name":"shape_tool","arguments":{"name":"forecast"}}`); !strings.Contains(got, `\"city\":{\"type\":\"string\"}},\"type\":\"object\"`) && !strings.Contains(got, `\"properties\":{\"city\":{\"type\":\"string\"}}`) {
		t.Error(got)
	}
	if got := asks(t, s, "tools/call", `{"name":"forecast","arguments":{"city":"Oslo"}}`); strings.Contains(got, `"error"`) {
		t.Error(got)
	}
}

// Without a key tools there is no further tool, also after a reload took the key away. A
// server's own tool of the name stays.
func TestDefinerOfMCPGo(t *testing.T) {
	rules, eng := mcptest.NewChanging(t, profiles.Spec{})
	s := newServer(mcpgo.Hooks(eng))
	asks(t, s, "initialize", hello)
	holds := func(want bool) {
		t.Helper()
		if list := asks(t, s, "tools/list", `{}`); strings.Contains(list, "shape_tool") != want {
			t.Errorf("the tool is there: %v, in %s", !want, list)
		}
	}
	holds(false)
	rules.To(t, mcptest.Lists)
	holds(true)
	rules.To(t, profiles.Spec{})
	holds(false)
	rules.To(t, mcptest.Lists)
	s.AddTool(sdk.NewTool("shape_tool"), func(context.Context, sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return sdk.NewToolResultText("own"), nil
	})
	holds(true)
	if got := asks(t, s, "tools/call", `{"name":"shape_tool"}`); !strings.Contains(got, fmt.Sprintf("%q", "own")) {
		t.Error(got)
	}
}
