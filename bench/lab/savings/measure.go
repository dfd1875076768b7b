package main

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"text/tabwriter"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
	"github.com/seed-7aa78ce4/shape/shaper/tokens/o200k"
)

// measure is the effect of the proposed configuration on the results of all servers.
type measure struct {
	servers []server // in the order of their folders
	results map[string]*result
	archive archive.Archive
}

// server is one of the servers, with its tokens.
type server struct {
	name                   string
	results, before, after int
}

// result is a captured result and its shaped form.
type result struct {
	raw, shaped []byte
	handle      archive.Handle // "" where nothing was cut
}

// measured shapes captures under the configuration that is proposed for them.
func measured(folder string) (*measure, error) {
	set, err := recordings.Read([]string{folder}, "")
	if err != nil {
		return nil, err
	}
	m := &measure{results: map[string]*result{}, archive: archive.Archive{Store: archive.NewMemory(archive.Limits{})}}
	engine, err := proposed(set.Calls)
	if err != nil {
		return nil, err
	}
	for _, c := range set.Calls {
		if err := m.shape(engine, c); err != nil {
			return nil, fmt.Errorf("%s: %w", c.File, err)
		}
	}
	return m, nil
}

// proposed returns an engine with the proposal for calls, for clients that show
// structuredContent.
func proposed(calls []recordings.Call) (*shaper.Engine, error) {
	p, err := suggest.Propose(calls, suggest.Options{
		Counter: tokens.Estimate{}, Reads: profiles.ReadsStructured, Aim: suggest.Aim, Floor: suggest.Floor,
	})
	if err != nil {
		return nil, err
	}
	return p.Engine()
}

func (m *measure) shape(engine *shaper.Engine, c recordings.Call) error {
	out, err := engine.Shape(context.Background(), shaper.Request{
		Server: c.Server, Tool: c.Tool, Body: c.Result(), Reads: profiles.ReadsStructured,
		Archive: &m.archive, Retrieve: mcp.RetrieveTool, NoteMember: "_note", Transit: true,
	})
	if err != nil {
		return err
	}
	before, err := shaper.Measure(c.Body, o200k.Counter{})
	if err != nil {
		return err
	}
	after, err := shaper.Measure(out.Body, o200k.Counter{})
	if err != nil {
		return err
	}
	folder := filepath.Base(filepath.Dir(c.File))
	m.results[path.Join(folder, filepath.Base(c.File))] = &result{c.Result(), out.Body, out.Report.Kept.Handle}
	s := m.server(folder)
	s.results, s.before, s.after = s.results+1, s.before+before.Structured.Tokens, s.after+after.Structured.Tokens
	return nil
}

// server is the one whose captures are being read, the last one.
func (m *measure) server(name string) *server {
	if n := len(m.servers); n == 0 || m.servers[n-1].name != name {
		m.servers = append(m.servers, server{name: name})
	}
	return &m.servers[len(m.servers)-1]
}

// print prints a line for each server, and one for all.
func (m *measure) print(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "server\tresults\tbefore\tafter\tsaved\n")
	all := server{name: "over all"}
	for _, s := range m.servers {
		s.print(table)
		all.results, all.before, all.after = all.results+s.results, all.before+s.before, all.after+s.after
	}
	all.print(table)
	table.Flush()
}

func (s *server) print(w io.Writer) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.1f %%\n", s.name, s.results, s.before, s.after, s.saved())
}

// saved is the part that is saved, in per cent.
func (s *server) saved() float64 { return 100 * float64(s.before-s.after) / float64(max(s.before, 1)) }
