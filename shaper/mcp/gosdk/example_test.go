package gosdk_test

import (
	"context"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/gosdk"
)

type report struct {
	Wind int    `json:"wind"`
	Key  string `json:"api_key"`
}

// A server on the official SDK gets one line more. The value of autoload.MustLoad fits as
// the engine does.
func ExampleMiddleware() {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "forecast", ExcludeFields: []string{"api_key"}}}})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	s := sdk.NewServer(&sdk.Implementation{Name: "weather", Version: "1"}, nil)
	s.AddReceivingMiddleware(gosdk.Middleware(eng))
	sdk.AddTool(s, &sdk.Tool{Name: "forecast"}, func(context.Context, *sdk.CallToolRequest, struct{}) (*sdk.CallToolResult, report, error) {
		return nil, report{Wind: 4, Key: "k-1"}, nil
	})

	ctx := context.Background()
	here, there := sdk.NewInMemoryTransports()
	if _, err := s.Connect(ctx, there, nil); err != nil {
		panic(err)
	}
	client, err := sdk.NewClient(&sdk.Implementation{Name: "c", Version: "1"}, nil).Connect(ctx, here, nil)
	if err != nil {
		panic(err)
	}
	defer client.Close()
	res, err := client.CallTool(ctx, &sdk.CallToolParams{Name: "forecast"})
	if err != nil {
		panic(err)
	}
	fmt.Println(res.Content[0].(*sdk.TextContent).Text, res.StructuredContent)
	// Output:
	// {"wind":4} map[wind:4]
}
