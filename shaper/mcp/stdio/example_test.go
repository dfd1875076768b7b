//go:build unix

package stdio_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// The proxy starts the server and shapes the results on the way to its client. [mcp.New]
// takes the value of autoload.MustLoad as it takes the engine.
func ExampleProxy_Run() {
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "forecast", ExcludeFields: []string{"api_key"}}}})
	if err != nil {
		panic(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		panic(err)
	}
	p := stdio.Proxy{
		Server: mcp.New(eng),
		In:     strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"forecast"}}` + "\n"),
		Out:    os.Stdout,
	}
	const answer = `{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"wind":4,"api_key":"k-1"}}}`
	status, err := p.Run(context.Background(), "sh", "-c", "read call; echo '"+answer+"'")
	fmt.Println(status, err)
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"wind":4}}}
	// 0 <nil>
}
