package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

//go:embed page.tmpl
var text string

// origins are the facts about public sets that their files do not hold.
var origins = map[string]struct{ Title, Text string }{
	"github-official":   {"GitHub, official server", "MCPMark, claude-sonnet-4, August 2025"},
	"notion-official":   {"Notion, official server", "MCPMark, claude-sonnet-4, August 2025"},
	"postgres-supabase": {"Postgres (Supabase)", "MCPMark, claude-sonnet-4, August 2025"},
	"tau-airline":       {"τ-bench airline", "τ-bench, gpt-4o, simulated tools"},
}

// write writes the page.
func write(sets []*set) []byte {
	var b bytes.Buffer
	page := template.Must(template.New("page").Funcs(template.FuncMap{"less": less, "share": suggest.Percent, "thousands": thousands}).Parse(text))
	if err := page.Execute(&b, map[string]any{"Sets": sets, "Page": suggest.Page}); err != nil {
		panic(err) // the template does not fit the figures
	}
	return b.Bytes()
}

// Title is the name of the set for a reader.
func (s *set) Title() string {
	if o, known := origins[s.name]; known {
		return o.Title
	}
	return s.name
}

// Origin states runs, tasks, servers and the known source.
func (s *set) Origin() string {
	line := fmt.Sprintf("%d runs of %d tasks, server %s", s.runs, len(s.tasks), strings.Join(slices.Sorted(maps.Keys(s.servers)), ", "))
	if o, known := origins[s.name]; known {
		line += "; " + o.Text
	}
	return line
}

// Own is the arm that counts.
func (s *set) Own() arm { return s.Arms[0] }

// Caps are the arms of clients.
func (s *set) Caps() []arm {
	return slices.DeleteFunc(slices.Clone(s.Arms), func(a arm) bool { return !strings.HasPrefix(a.Name, ofClient) })
}

// less is a saving such as "−71.7 %".
func less(before, after int) string {
	if before == after {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+.1f %%", 100*float64(after-before)/float64(max(before, 1))), "-", "−", 1)
}

// thousands is a mean such as "242 thousand".
func thousands(sum, of int) string {
	return fmt.Sprintf("%.1f thousand", float64(sum)/float64(max(of, 1))/1000)
}
