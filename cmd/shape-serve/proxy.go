package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
)

const proxyExample = `  shape-serve proxy --server weather --listen 127.0.0.1:8090 \
    --upstream https://weather.example/mcp --config shape.json`

// proxyCommand returns the command proxy of shape, with shared archives.
func proxyCommand(a *app.App) *cobra.Command {
	cmd := proxycmd.Command(a)
	cmd.Long = strings.Replace(cmd.Long, "\n\nWith --stdio", "\n\nReplicas behind a balancer share an archive: global.archive has the store redis or blob.\n"+
		"Each one then knows the clients of the others. --server names the server for all of them.\n\nWith --stdio", 1)
	cmd.Example = proxyExample
	addStores(cmd.Flags(), &a.Shared)
	return cmd
}
