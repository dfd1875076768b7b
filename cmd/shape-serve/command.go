package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	extprocv3 "github.com/envoyproxy/go-control-plane/envoy/service/ext_proc/v3"
	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extmcp/extmcppb"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/extproc"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/retrieve"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/server"
	"github.com/seed-7aa78ce4/shape/cmd/shape-serve/internal/tenants"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

const long = `shape-serve answers gateways that ask an external processor about each MCP message. Privacy
and comfort rules of the configuration act as in shape proxy.

One configuration holds for all, by --config, or one for each tenant, by --tenants: a file
such as {"tenants": {"acme": "acme.json"}}. The gateway names the tenant in the metadata of
each request. A changed file takes effect without a restart.

Exit status: 0 after a signal, when open streams have ended; 2 usage or configuration.`

const example = `  shape-serve --config shape.json --tool-metadata call
  shape-serve --tenants tenants.json --tool-metadata call --metrics 127.0.0.1:9090`

// serve is the root command: the gRPC server.
type serve struct {
	*app.App
	config    config.Options
	tenants   string
	tenantKey string // of the metadata with the tenant
	services  []string
	limit     int // MiB
	server    server.Options
	extMCP    extmcp.Options
	extProc   extproc.Options
	retrieve  retrieve.Options
}

// services are the names of the gRPC services.
var services = []string{"ext_mcp", "ext_proc"}

// command returns the root command with its subcommands.
func command(a *app.App) *cobra.Command {
	s := &serve{App: a, limit: 64}
	cmd := &cobra.Command{
		Use: "shape-serve [flags]", Short: "shape the results of tools inside gateways",
		Long: long, Example: example,
		SilenceErrors: true, SilenceUsage: true,
		Args: app.ArgCount(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error { return s.run(cmd.Context()) },
	}
	flags := cmd.Flags()
	app.AddConfig(flags, &s.config)
	flags.Var((*app.FileName)(&s.tenants), "tenants", "take one configuration for each tenant from `FILE`; others get that of --config, if it is given")
	flags.StringVar(&s.tenantKey, "tenant-metadata", "tenant", "`KEY` of the gateway's metadata with the name of the tenant")
	flags.StringSliceVar(&s.services, "services", services, "answer `NAMES` alone: ext_mcp of agentgateway, ext_proc of Envoy")
	flags.Var(app.Number{To: &s.limit, Least: 1, Most: 1 << 10}, "limit", "shape messages up to `MIB`; of longer ones, hide or refuse")
	addStores(flags, &a.Shared)
	s.server.Add(flags)
	s.extMCP.Add(flags)
	s.extProc.Add(flags)
	s.retrieve.Add(flags, a.Lookup)
	cmd.AddCommand(checkCommand(a), healthCommand(a), proxyCommand(a))
	return cmd
}

// check returns an error if flags lack others.
func (s *serve) check() error {
	for _, name := range s.services {
		if !slices.Contains(services, name) {
			return words.Hinted(fmt.Errorf("--services: %q is none of %s", name, strings.Join(services, ", ")), name, services)
		}
	}
	if (s.extMCP.Retrieve != "") != s.retrieve.IsAsked() {
		return errors.New("--retrieve-target and --retrieve-listen need each other: the gateway's target, and its address")
	}
	if s.answers("ext_mcp") {
		return s.extMCP.Check()
	}
	return nil
}

func (s *serve) answers(service string) bool { return slices.Contains(s.services, service) }

// run serves until ctx ends or a signal comes, and then the open streams.
func (s *serve) run(ctx context.Context) error {
	if err := s.check(); err != nil {
		return err
	}
	s.IgnoreSignals()
	ctx, done := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer done()
	proxycmd.LimitMemory(s.extProc.Memory)
	s.server.Limit = s.limit << 20
	to, err := server.New(ctx, s.App, s.server)
	if err != nil {
		return err
	}
	defer to.Close()
	all, err := tenants.Open(s.App, tenants.Options{
		Config: s.config, File: s.tenants, Key: s.tenantKey, Limit: s.server.Limit, Metrics: to.Metrics(), Retrieves: s.retrieve.IsAsked(),
	})
	if err != nil {
		return err
	}
	defer all.Close()
	if s.answers("ext_mcp") {
		extmcppb.RegisterExtMcpServer(to, extmcp.New(all, s.extMCP, to.Notes()))
	}
	if s.answers("ext_proc") {
		s.extProc.Limit = s.server.Limit
		extprocv3.RegisterExternalProcessorServer(to, extproc.New(all, s.extProc, to.Notes()))
	}
	if s.retrieve.IsAsked() {
		at, end, err := s.retrieve.Start(all, app.BuiltFrom(debug.ReadBuildInfo()).Version)
		if err != nil {
			return err
		}
		defer end()
		to.Tell("shape_retrieve at http://" + at.String() + "/mcp")
	}
	return to.Serve(ctx)
}
