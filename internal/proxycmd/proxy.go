// Package proxycmd is the command proxy: it stands in front of an MCP server.
package proxycmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/bridge"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// proxy is the command proxy.
type proxy struct {
	*app.App
	config  config.Options
	server  string
	limit   int // MiB
	report  report.Flags
	counter string // of the report
	record  recordFlags
	front   front
}

const proxyLong = `proxy stands between an MCP client and a server. It starts the server, narrows the output
schemas in tools/list by the configuration, and shapes both halves of the results. Hiding
rules act in every other message: tasks, resources, prompts, completions, logs, errors.
All other bytes pass unchanged. The proxy follows the configuration and tells the client
when the tools change. If the configuration names an archive and a result may be cut, the
list of tools ends with shape_retrieve. A model gets the full result by it.

A tool with a view (MCP Apps) is exempt for clients that declare the extension
io.modelcontextprotocol/ui: only hiding rules act in its structuredContent. For other
clients its results are shaped like those of any tool.

With --listen it stands in front of a server over HTTP, at --upstream, for many clients.
Credentials of a client (Authorization, cookies) are for the proxy and not passed on;
--upstream-header sets those for the server. With --pass-authorization a client on this
machine logs in to the server itself. The proxy listens on this machine only, also at
:8090. --expose lets other machines connect; clients then send the secret of
--client-token in the header X-Shape-Token. A page in a browser calls from the address of
the proxy, or from one that --host names, with its port. Under a hiding rule the server's
answers are JSON in UTF-8, event streams or empty. Any other answer is refused with status
502, and headers pass by an allowlist.

With --stdio it does the same for a client that starts programs: messages come on standard
input, and a server at --upstream answers by HTTP. It speaks Streamable HTTP, and HTTP+SSE
with servers of 2024. It logs in to servers with OAuth.

Exit status: that of the server, 128 and the number of the signal that ended it; 126 and
127 it cannot be run, or does not exist; 2 usage; 4 the client takes no more messages.
With --listen: 0 after a signal, when waiting clients have their answers. With --stdio: 0
at the end of the input, or after a signal.

A configuration that is broken at the start does not stop the proxy. Tools are listed by
name and input schema alone. Each call answers with an error that names the fault, and
does not reach the server. After the file is mended everything works without a restart. A
later broken save leaves the last good configuration in use. Clients that take log
messages get one warning for it, and a notice after the mend.`

const proxyExample = `  shape proxy -- weather-server --stdio
  shape proxy --server weather --config shape.json -- weather-server --stdio
  shape proxy --listen 127.0.0.1:8090 --upstream https://weather.example/mcp
  shape proxy --stdio --upstream https://weather.example/mcp`

// Command returns the command proxy.
func Command(a *app.App) *cobra.Command {
	p := &proxy{App: a}
	cmd := &cobra.Command{
		Use:   "proxy [flags] -- PROGRAM [ARG…] | --upstream URL --listen ADDRESS|--stdio",
		Short: "stand in front of an MCP server",
		Long:  proxyLong, Example: proxyExample,
		Args: func(cmd *cobra.Command, args []string) error {
			if speaksHTTP, err := p.front.isAsked(args); speaksHTTP || err != nil {
				return err
			}
			return app.ArgCount(1, 1<<16)(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error { return p.run(args) },
	}
	cmd.Flags().SetInterspersed(false) // flags after the program are its own
	cmd.Flags().StringVar(&p.server, "server", "", "`NAME` of the server in tool_overrides; by default the name that it gives")
	p.limit = 64
	cmd.Flags().Var(app.Number{To: &p.limit, Least: 1, Most: 1 << 10}, "limit", "shape messages up to `MIB`; of longer ones, hide or refuse")
	cmd.Flags().Var((*app.FileName)(&p.report.File), "report", "append one line of JSON per result of a tool to `FILE`; counting tokens takes longer than shaping")
	p.report.AddRules(cmd.Flags())
	app.AddCounter(cmd.Flags(), &p.counter, "of --report")
	p.record.add(cmd.Flags())
	p.front.add(cmd.Flags(), a.Lookup)
	app.AddConfig(cmd.Flags(), &p.config)
	cmd.AddCommand(loginCommands(a)...)
	return cmd
}

func (p *proxy) run(args []string) error {
	o := p.config
	o.StartBroken = true // the client then shows an error of a tool
	source, err := p.Follow(o)
	if err != nil {
		return err
	}
	defer source.Close()
	p.printInForce(source)
	gauges, err := p.gauges(source)
	if err != nil {
		return err
	}
	defer gauges.end()
	results := source.Profiles().Archive()
	if results.IsShared() && p.front.listen != "" && p.server == "" {
		return errUnnamed
	}
	opts, err := p.Archive(results)
	if err != nil {
		return err
	}
	if gauges != nil {
		opts = append(opts, shaper.WithObserver(gauges))
	}
	eng, err := app.EngineOver(source, opts...)
	if err != nil {
		return err
	}
	book, err := p.reportLog()
	if err != nil {
		return err
	}
	defer book.end()
	var watching observers
	if book != nil {
		watching = append(watching, book)
	}
	if gauges != nil {
		watching = append(watching, gauges)
	}
	recorder, err := p.recorder(source)
	if err != nil {
		return err
	}
	defer recorder.Close(lastRecords)
	l := &listings{proxy: p, source: source}
	journal := p.journal(l, recorder, args)
	if journal != nil {
		watching = append(watching, journal)
	}
	options := []mcp.Option{mcp.WithRecorder(introductions{recorder, journal}), mcp.WithName(p.server), mcp.WithLimit(p.limit << 20), mcp.WithListing(l.listed)}
	if len(watching) > 0 {
		options = append(options, mcp.WithObserver(watching))
	}
	server := mcp.New(eng, options...)
	l.server = server
	if journal != nil {
		journal.Start()
		defer journal.Close(lastRecords)
	}
	if p.front.listen != "" {
		return p.serve(server, source)
	}
	between := &stdio.Proxy{Server: server, In: p.Stdin, Out: p.Stdout, Stderr: os.Stderr, Changes: ChangesOf(source, server)}
	if p.front.stdio {
		return p.bridge(between)
	}
	status, err := p.runServer(args, between)
	if status == 0 && err == nil {
		return nil
	}
	return &app.Failure{Status: status, Err: err}
}

// errUnnamed is the error of a replica that may never see the name that its server gives.
var errUnnamed = errors.New("--listen with a shared archive needs --server: a replica may see no client greet the server, and rules for one server need its name")

// observers passes each result to several observers.
type observers []mcp.Observer

func (all observers) Answered(e mcp.Event) {
	for _, o := range all {
		o.Answered(e)
	}
}

// runServer runs the server and passes on the signals that would end the command. If the client
// stops reading, the server still ends in its own time.
func (p *proxy) runServer(args []string, s *stdio.Proxy) (status int, err error) {
	defer p.passSignals(s)()
	status, err = s.Run(context.Background(), args[0], args[1:]...)
	switch {
	case err == nil:
		return status, nil
	case errors.Is(err, stdio.ErrClient):
		return cmp.Or(status, app.ExitWrite), err
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return app.ExitMissing, fmt.Errorf("%s: there is no such program", args[0])
	}
	return app.ExitUnable, err
}

// bridge asks the server at --upstream until the client ends.
func (p *proxy) bridge(s *stdio.Proxy) error {
	transport, err := p.front.transport(p.App)
	if err != nil {
		return err
	}
	defer p.passSignals(s)()
	failures := p.failures()
	defer failures.to.End()
	to := bridge.New(p.front.upstream)
	to.Transport, to.Header, to.Limit = transport, p.front.header, s.Server.Limit()
	to.Failed = failures.failed
	if err := s.Bridge(context.Background(), to.Run); err != nil {
		return &app.Failure{Status: app.ExitWrite, Err: err}
	}
	return nil
}

// passSignals has a proxy pass on the signals that would end the command. A write to a client
// that is gone is an error and no signal. end undoes both.
func (p *proxy) passSignals(s *stdio.Proxy) (end func()) {
	p.IgnoreSignals()
	signals, pipes := make(chan os.Signal, 1), make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	signal.Notify(pipes, syscall.SIGPIPE)
	s.Signals = signals
	return func() {
		signal.Stop(signals)
		signal.Stop(pipes)
	}
}
