package mcpgo_test

import (
	"context"
	"encoding/json"
	"testing"

	sdk "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/mcpgo"
)

// A result that no rule reaches leaves the hooks as the handler made it: its texts and its
// raw structuredContent.
func TestUntouchedByMCPGo(t *testing.T) {
	for _, c := range mcptest.AllUntouched {
		t.Run(c.Name, func(t *testing.T) {
			made := &sdk.CallToolResult{}
			for _, text := range c.Texts {
				made.Content = append(made.Content, sdk.NewTextContent(text))
			}
			if c.Data != "" {
				made.StructuredContent, made.RawStructuredContent = json.RawMessage(c.Data), json.RawMessage(c.Data)
			}
			var got *sdk.CallToolResult
			seen := &server.Hooks{}
			s := server.NewMCPServer("s", "1", server.WithHooks(seen), mcpgo.Hooks(mcptest.Engine(t, c.Rules)))
			seen.AddAfterCallTool(func(_ context.Context, _ any, _ *sdk.CallToolRequest, res any) { got = res.(*sdk.CallToolResult) })
			s.AddTool(sdk.NewTool("t"), func(context.Context, sdk.CallToolRequest) (*sdk.CallToolResult, error) { return made, nil })
			asks(t, s, "tools/call", `{"name":"t","arguments":{}}`)
			for i, text := range c.Texts {
				if said := got.Content[i].(sdk.TextContent).Text; said != text {
					t.Errorf("text %d is %q, came as %q", i, said, text)
				}
			}
			if string(got.RawStructuredContent) != c.Data {
				t.Errorf("structuredContent is %s, came as %s", got.RawStructuredContent, c.Data)
			}
		})
	}
}
