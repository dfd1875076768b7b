// Command shape-serve shapes the results of tools inside gateways: it answers the external
// processors of agentgateway and Envoy over gRPC.
package main

import (
	"context"
	"os"
	"runtime/debug"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

// ballast has the collector of a small heap come seldom, since the slowest call of a hundred waits
// for it. The bytes are never written, so they take no memory.
var ballast []byte

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
		ballast = make([]byte, 8<<20)
	}
	os.Exit(app.New(app.Process(), os.Args[1:]).Run(execute))
}

func execute(a *app.App) error {
	root := command(a)
	root.SetArgs(append([]string{}, a.Args...)) // nil would mean the arguments of the process
	return root.ExecuteContext(context.Background())
}
