package cli

import (
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
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/stdio"
)

// proxy is the command proxy.
type proxy struct {
	*app
	config  config.Options
	server  string
	limit   int // MiB
	report  reportFlags
	counter string // of the report
	front   front
}

const proxyLong = `proxy stands between an MCP client and a server, which it starts. It narrows the output
schemas in tools/list to what the configuration lets the tools show, shapes both halves
of their results accordingly, and hides what must not be seen at every other door:
tasks, resources, prompts, completions, logs, errors. All other bytes pass as they are.
The configuration is followed, and the client told when the tools have changed by it.
Where it names an archive and something may be left out of a result, the list of tools
ends with shape_retrieve, by which a model gets it back.

A tool with a view (MCP Apps) is exempt for clients that declare the extension
io.modelcontextprotocol/ui: hiding rules alone act in its structuredContent. For other
clients its results are shaped like those of any tool.

With --listen it stands in front of a server that speaks HTTP, at --upstream, for many
clients. What a client sends to be known by (Authorization, cookies) is meant for the
proxy and not handed on; --upstream-header says what the server gets in its place. It
listens on this machine alone, also at :8090. --expose lets other machines ask; clients
then send the secret of --client-token in the header X-Shape-Token. A page in a browser
asks from the address of the proxy, or from one that --host names, with its port.
Under a hiding rule the server's answers are JSON in UTF-8, event streams or empty; any
other answer is refused with status 502, and headers pass by an allowlist.

Exit status: that of the server, 128 and the number of the signal that ended it; 126 and
127 it cannot be run, or is not there; 2 usage. With --listen: 0 when it is told to end,
after the answers that clients wait for.

A configuration that is broken at the start does not stop the proxy. Tools are listed by
name and input schema alone. Each call answers with an error that names the fault, and
does not reach the server. After the file is mended everything works without a restart.
A later broken save leaves the last good configuration in use. Clients that take log
messages get one warning for it, and a notice after the mend.`

const proxyExample = `  shape proxy -- weather-server --stdio
  shape proxy --server weather --config shape.json -- weather-server --stdio
  shape proxy --listen 127.0.0.1:8090 --upstream https://weather.example/mcp`

func (a *app) proxyCommand() *cobra.Command {
	p := &proxy{app: a}
	cmd := &cobra.Command{
		Use:     "proxy [flags] -- PROGRAM [ARG…] | --listen HOST:PORT --upstream URL",
		Short:   "stand in front of an MCP server",
		Long:    proxyLong,
		Example: proxyExample,
		Args:    p.takes,
		RunE:    func(_ *cobra.Command, args []string) error { return p.run(args) },
	}
	cmd.Flags().SetInterspersed(false) // flags after the program are its own
	cmd.Flags().StringVar(&p.server, "server", "", "`NAME` of the server in tool_overrides; else what it says of itself")
	p.limit = 64
	cmd.Flags().Var(number{&p.limit, 1, 1 << 10}, "limit", "shape messages up to `MIB`; of longer ones, hide or refuse")
	cmd.Flags().Var(fileName{&p.report.file}, "report", "append one line of JSON per result of a tool to `FILE`; counting tokens takes longer than to shape")
	p.report.addRules(cmd.Flags())
	addCounter(cmd.Flags(), &p.counter, "of --report")
	p.front.add(cmd.Flags(), a.lookup)
	addConfig(cmd.Flags(), &p.config)
	return cmd
}

// takes requires a program, unless the server speaks HTTP.
func (p *proxy) takes(cmd *cobra.Command, args []string) error {
	if isAsked, err := p.front.isAsked(args); isAsked || err != nil {
		return err
	}
	return takes(1, 1<<16)(cmd, args)
}

func (p *proxy) run(args []string) error {
	o := p.config
	o.StartBroken = true // the client then shows an error of a tool
	source, err := p.follow(o)
	if err != nil {
		return err
	}
	defer source.Close()
	p.tellInForce(source)
	gauges, err := p.gauges(source)
	if err != nil {
		return err
	}
	defer gauges.end()
	eng, err := engineOver(source, gauges.with(p.keeps(source.Profiles().Archive()))...)
	if err != nil {
		return err
	}
	book, err := p.logbook()
	if err != nil {
		return err
	}
	defer book.end()
	server := p.inFront(eng, source, p.observers(book, gauges))
	if len(args) == 0 {
		return p.serve(server, source)
	}
	status, err := p.stand(args, &stdio.Proxy{
		Server: server, In: p.stdin, Out: p.stdout, Stderr: os.Stderr, Changes: changesOf(source, server),
	})
	if status == 0 && err == nil {
		return nil
	}
	return &failure{status, err}
}

// inFront returns the MCP server between the clients and the server.
func (p *proxy) inFront(eng *shaper.Engine, source *config.Watcher, watching observers) *mcp.Server {
	l := &listings{proxy: p, source: source}
	l.server = mcp.New(eng, append(p.options(watching), mcp.WithListing(l.listed))...)
	return l.server
}

func (p *proxy) options(watching observers) []mcp.Option {
	opts := []mcp.Option{mcp.WithName(p.server), mcp.WithLimit(p.limit << 20)}
	if len(watching) > 0 {
		opts = append(opts, mcp.WithObserver(watching))
	}
	return opts
}

// observers passes each result to several observers.
type observers []mcp.Observer

func (all observers) Answered(e mcp.Event) {
	for _, o := range all {
		o.Answered(e)
	}
}

// observers returns the report and the metrics that flags ask for.
func (p *proxy) observers(book *logbook, g *gauges) (all observers) {
	if book != nil {
		all = append(all, book)
	}
	if g != nil {
		all = append(all, g)
	}
	return all
}

// stand runs the server and passes on the signals that would end the command. If the client
// stops reading, the server still ends in its own time.
func (p *proxy) stand(args []string, s *stdio.Proxy) (status int, err error) {
	p.ignoreSignals()
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer signal.Stop(signals)
	s.Signals = signals
	pipes := make(chan os.Signal, 1)
	signal.Notify(pipes, syscall.SIGPIPE)
	defer signal.Stop(pipes)
	status, err = s.Run(context.Background(), args[0], args[1:]...)
	switch {
	case err == nil:
		return status, nil
	case errors.Is(err, exec.ErrNotFound), errors.Is(err, fs.ErrNotExist):
		return exitMissing, fmt.Errorf("%s: there is no such program", args[0])
	}
	return exitUnable, err
}
