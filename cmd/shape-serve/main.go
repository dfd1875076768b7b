// Command shape-serve shapes the results of tools inside gateways: it answers the external
// processors of agentgateway and Envoy over gRPC.
package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

func main() {
	var ballast []byte
	if os.Getenv("GOGC") == "" { // the slowest call of a hundred waits for the collector: with a small heap it comes seldom
		debug.SetGCPercent(400)
		ballast = make([]byte, 8<<20) // never written, so that it takes no memory
	}
	status := app.New(app.Process(), os.Args[1:]).Run(execute)
	runtime.KeepAlive(ballast)
	os.Exit(status)
}

func execute(a *app.App) error {
	root := command(a)
	root.SetArgs(append([]string{}, a.Args...)) // nil would mean the arguments of the process
	return root.ExecuteContext(context.Background())
}
