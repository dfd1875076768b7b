package main

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
	config config.Options
	server string
	limit  int // MiB
}

const proxyLong = `proxy stands between an MCP client and a server, which it starts. It narrows the output
schemas in tools/list to what the configuration lets the tools show, shapes both halves
of their results accordingly, and hides what must not be seen at every other door:
tasks, resources, prompts, completions, logs, errors. All other bytes pass as they are.
The configuration is followed, and the client told when the tools have changed by it.

Exit status: that of the server, 128 and the number of the signal that ended it; 126 and
127 it cannot be run, or is not there; 2 usage or configuration.`

const proxyExample = `  shape proxy -- weather-server --stdio
  shape proxy --server weather --config shape.json -- weather-server --stdio`

func (a *app) proxyCommand() *cobra.Command {
	p := &proxy{app: a}
	cmd := &cobra.Command{
		Use:     "proxy [flags] -- PROGRAM [ARG…]",
		Short:   "stand in front of an MCP server",
		Long:    proxyLong,
		Example: proxyExample,
		Args:    takes(1, 1<<16),
		RunE:    func(_ *cobra.Command, args []string) error { return p.run(args) },
	}
	cmd.Flags().SetInterspersed(false) // what stands behind the program is its own
	cmd.Flags().StringVar(&p.server, "server", "", "`NAME` of the server in tool_overrides; else what it says of itself")
	p.limit = 64
	cmd.Flags().Var(number{&p.limit, 1, 1 << 10}, "limit", "shape messages up to `MIB`; of longer ones, hide or refuse")
	addConfig(cmd.Flags(), &p.config)
	return cmd
}

func (p *proxy) run(args []string) error {
	source, err := p.follow(p.config)
	if err != nil {
		return err
	}
	defer source.Close()
	eng, err := shaper.New(source)
	if err != nil {
		return err
	}
	status, err := p.stand(args, &stdio.Proxy{
		Server: mcp.New(eng, mcp.WithName(p.server), mcp.WithLimit(p.limit<<20)),
		In:     p.stdin, Out: p.stdout, Stderr: os.Stderr, Changes: changesOf(source),
	})
	if status == 0 && err == nil {
		return nil
	}
	return &failure{status, err}
}

// stand runs the server, and hands it the signals that would end the command. A client
// that reads no more ends nothing by itself: the server ends in its own time.
func (p *proxy) stand(args []string, s *stdio.Proxy) (status int, err error) {
	p.ear.close()
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

// changesOf tells that a configuration has changed.
func changesOf(w *config.Watcher) <-chan struct{} {
	changes, _ := w.Subscribe() // until it is closed
	told := make(chan struct{}, 1)
	go func() {
		defer close(told)
		for range changes {
			select {
			case told <- struct{}{}:
			default: // it was told, and not heard yet
			}
		}
	}()
	return told
}
