package mcpgo_test

import (
	"context"
	"encoding/json"
	"fmt"

	sdk "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/mcpgo"
)

// A server on mcp-go gets one option more. The value of autoload.MustLoad fits as the
// engine does.
func ExampleHooks() {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "forecast", ExcludeFields: []string{"api_key"}}}})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	s := server.NewMCPServer("weather", "1", mcpgo.Hooks(eng))
	s.AddTool(sdk.NewTool("forecast"), func(context.Context, sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		return sdk.NewToolResultText(`{"wind":4,"api_key":"k-1"}`), nil
	})
	call := json.RawMessage(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forecast"}}`)
	answer, err := json.Marshal(s.HandleMessage(context.Background(), call))
	fmt.Println(string(answer), err)
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"wind\":4}"}]}} <nil>
}
