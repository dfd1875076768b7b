package main

import (
	"context"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/server"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
)

const long = `shape-serve answers gateways that ask an external processor about each MCP message. Privacy
and comfort rules of the configuration act as in shape proxy.

One configuration holds for all, by --config, or one for each tenant, by --tenants: a file
such as {"tenants": {"acme": "acme.json"}}. The gateway names the tenant in the metadata of
each request. A changed file takes effect without a restart.

Exit status: 0 after a signal, when open streams have ended; 2 usage or configuration.`

const example = `  shape-serve --config shape.json --tool-metadata call
  shape-serve --tenants tenants.json --tool-metadata call --metrics 127.0.0.1:9090`

// subcommands are the makers of the commands beside the server itself.
var subcommands []func(*app.App) *cobra.Command

// serve is the root command: the gRPC server.
type serve struct {
	*app.App
	config  config.Options
	tenants string
	limit   int // MiB
	server  server.Options
}

// command returns the root command with its subcommands.
func command(a *app.App) *cobra.Command {
	s := &serve{App: a, limit: 64}
	cmd := &cobra.Command{
		Use: "shape-serve [flags]", Short: "shape the results of tools inside gateways",
		Long: long, Example: example,
		SilenceErrors: true, SilenceUsage: true,
		Args: app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error { return s.run() },
	}
	flags := cmd.Flags()
	app.AddConfig(flags, &s.config)
	flags.Var((*app.FileName)(&s.tenants), "tenants", "take one configuration for each tenant from `FILE`; others get that of --config, if it is given")
	flags.Var(app.Number{To: &s.limit, Least: 1, Most: 1 << 10}, "limit", "shape messages up to `MIB`; of longer ones, hide or refuse")
	s.server.Add(flags)
	for _, more := range subcommands {
		cmd.AddCommand(more(a))
	}
	return cmd
}

// run serves until a signal, and then the open streams.
func (s *serve) run() error {
	s.IgnoreSignals()
	ctx, done := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer done()
	s.server.Limit = s.limit << 20
	server, err := server.New(ctx, s.App, s.server)
	if err != nil {
		return err
	}
	defer server.Close()
	all, err := tenants.Open(s.App, tenants.Options{
		Config: s.config, File: s.tenants, Limit: s.server.Limit, Metrics: server.Metrics(),
	})
	if err != nil {
		return err
	}
	defer all.Close()
	return server.Serve(ctx)
}
