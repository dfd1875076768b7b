// Command mcpgo is a server on mcp-go whose results are shaped.
package main

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/seed-7aa78ce4/shape/shaper/autoload"
	shape "github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/mcpgo"
)

type weather struct {
	Station string   `json:"station_id"`
	Key     string   `json:"api_key"`
	Wind    float64  `json:"wind"`
	Gusts   *float64 `json:"gusts"`
}

func forecast(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultJSON(weather{Station: "N-7", Key: "k", Wind: 4.5})
}

func main() {
	s := server.NewMCPServer("weather", "1", mcpgo.Hooks(autoload.MustLoad(), shape.WithName("weather")))
	s.AddTool(mcp.NewTool("forecast", mcp.WithString("city"), mcp.WithOutputSchema[weather]()), forecast)
	if err := server.ServeStdio(s); err != nil {
		log.Fatal(err)
	}
}
