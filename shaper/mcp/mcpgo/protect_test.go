package mcpgo_test

import (
	"context"
	"strings"
	"testing"

	sdk "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/mcpgo"
)

// newTalker is a server with a key in each text of its lists and questions.
func newTalker(opts ...server.ServerOption) *server.MCPServer {
	s := server.NewMCPServer("weather", "1", append([]server.ServerOption{server.WithInstructions("use k-1")}, opts...)...)
	s.AddTool(sdk.NewTool("t", sdk.WithDescription("d k-1"), sdk.WithString("api_key", sdk.Description("d k-1"))), nil)
	s.AddTool(sdk.NewTool("asks"), func(context.Context, sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		asks := sdk.NewInputRequiredResult(sdk.InputRequests{"q": sdk.NewElicitationInputRequest(sdk.ElicitationParams{Message: "m k-1"})}, "state k-2")
		return &sdk.CallToolResult{Result: asks.Result, MultiRoundTripResult: asks.MultiRoundTripResult}, nil
	})
	s.AddPrompt(sdk.NewPrompt("p", sdk.WithPromptDescription("d k-1")), nil)
	s.AddResource(sdk.NewResource("a:b", "n k-1"), nil)
	s.AddResourceTemplate(sdk.NewResourceTemplate("a:{b}", "n k-1"), nil)
	return s
}

// modern calls a tool in a protocol without a handshake.
const modern = `{"name":"asks","arguments":{},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}`

// No list, no greeting and no question holds a key; the client's own values stay.
func TestMessagesOfMCPGo(t *testing.T) {
	bare, shaped := newTalker(), newTalker(mcpgo.Hooks(mcptest.Engine(t, mcptest.Weather)))
	for _, c := range []struct{ method, params, want string }{
		{"initialize", hello, `"instructions":"use ***"`},
		{"tools/list", `{}`, `"api_key":{"description":"d ***","type":"string"}`},
		{"prompts/list", `{}`, `"description":"d ***"`},
		{"resources/list", `{}`, `"name":"n ***"`},
		{"resources/templates/list", `{}`, `"name":"n ***"`},
		{"tools/call", modern, `"requestState":"state k-2"`},
	} {
		if got := asks(t, bare, c.method, c.params); !strings.Contains(got, "k-1") {
			t.Errorf("%s without hooks: %s", c.method, got)
		}
		if got := asks(t, shaped, c.method, c.params); strings.Contains(got, "k-1") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.method, got, c.want)
		}
	}
}
