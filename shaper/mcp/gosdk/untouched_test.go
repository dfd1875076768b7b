package gosdk_test

import (
	"context"
	"encoding/json"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/mcp/gosdk"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/mcptest"
)

// A result that no rule reaches leaves the middleware as the handler made it: its texts
// and its raw structuredContent.
func TestUntouchedBySDK(t *testing.T) {
	for _, c := range mcptest.AllUntouched {
		t.Run(c.Name, func(t *testing.T) {
			made := &sdk.CallToolResult{}
			for _, text := range c.Texts {
				made.Content = append(made.Content, &sdk.TextContent{Text: text})
			}
			if c.Data != "" {
				made.StructuredContent = json.RawMessage(c.Data)
			}
			handler := gosdk.Middleware(mcptest.Engine(t, c.Rules))(func(context.Context, string, sdk.Request) (sdk.Result, error) { return made, nil })
			res, err := handler(t.Context(), "tools/call", &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{Name: "t"}})
			if err != nil {
				t.Fatal(err)
			}
			got := res.(*sdk.CallToolResult)
			for i, text := range c.Texts {
				if said := got.Content[i].(*sdk.TextContent).Text; said != text {
					t.Errorf("text %d is %q, came as %q", i, said, text)
				}
			}
			if data, _ := got.StructuredContent.(json.RawMessage); string(data) != c.Data {
				t.Errorf("structuredContent is %s, came as %s", data, c.Data)
			}
		})
	}
}
