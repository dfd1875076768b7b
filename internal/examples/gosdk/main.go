// Command gosdk is a server on the official Go SDK whose results are shaped.
package main

import (
	"context"
	"log"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/seed-7aa78ce4/shape/shaper/autoload"
	shape "github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/gosdk"
)

type place struct {
	City string `json:"city"`
}

type weather struct {
	Station string   `json:"station_id"`
	Key     string   `json:"api_key"`
	Wind    float64  `json:"wind"`
	Gusts   *float64 `json:"gusts"`
}

func forecast(context.Context, *sdk.CallToolRequest, place) (*sdk.CallToolResult, weather, error) {
	return nil, weather{Station: "N-7", Key: "k", Wind: 4.5}, nil
}

func main() {
	server := sdk.NewServer(&sdk.Implementation{Name: "weather", Version: "1"}, nil)
	server.AddReceivingMiddleware(gosdk.Middleware(autoload.MustLoad(), shape.WithName("weather")))
	sdk.AddTool(server, &sdk.Tool{Name: "forecast"}, forecast)
	if err := server.Run(context.Background(), &sdk.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
