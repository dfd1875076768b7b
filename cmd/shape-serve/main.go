// Command shape-serve shapes the results of tools inside gateways: it answers the external
// processors of agentgateway and Envoy over gRPC.
package main

import (
	"context"
	"os"
	"runtime/debug"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400) // the slowest call of a hundred waits for the collector
	}
	os.Exit(app.New(app.Process(), os.Args[1:]).Run(execute))
}

func execute(a *app.App) error {
	root := command(a)
	root.SetArgs(append([]string{}, a.Args...)) // nil would mean the arguments of the process
	return root.ExecuteContext(context.Background())
}
