package main

import (
	"bytes"
	"cmp"
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

// origins are the facts about public sets that their files do not hold. Rest tells why the
// largest results stay.
var origins = map[string]struct{ Title, Text, Rest string }{
	"github-official": {"GitHub, official server", "MCPMark, claude-sonnet-4, August 2025",
		"Most of it is bodies of issues: 9.6 % of the prompts. A cut of all texts at 2,000\n" +
			"characters alone saves 4.7 % of the prompts, and hides four used values. At 5,000 it\n" +
			"saves 1.5 % and hides none. Texts and arguments are another 9 %, and no rule shortens\n" +
			"them. Twelve lines by hand save 67.9 % and keep 96.1 %; without bodies 76.7 % and 88.0 %."},
	"notion-official": {"Notion, official server", "MCPMark, claude-sonnet-4, August 2025", ""},
	"postgres-supabase": {"Postgres (Supabase)", "MCPMark, claude-sonnet-4, August 2025",
		"`execute_sql` wraps its rows in a warning about untrusted data, 167 tokens a result. That\n" +
			"is three fifths of its tokens that are left. The warning guards the model, so it stays.\n" +
			"The names and types of columns are most of `list_tables`, and most tasks use them.\n" +
			"Texts and arguments are 30 % of the prompts."},
	"tau-airline": {"τ-bench airline", "τ-bench, gpt-4o, simulated tools",
		"The results are short: a reservation has 275 tokens, and most of its fields have the\n" +
			"names of arguments. Texts of the user are three fifths of the prompts. Cheap retrievals\n" +
			"save less: each value that is not shown costs a turn."},
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

// Rest is the reason for the tokens that are left, if it is known.
func (s *set) Rest() string { return origins[s.name].Rest }

// Trade is the curve without points that differ from the one before in the cost alone.
func (s *set) Trade() []suggest.Point {
	return slices.CompactFunc(slices.Clone(s.Curve), func(a, b suggest.Point) bool {
		return a.Figures.After == b.Figures.After && a.Figures.Shaped == b.Figures.Shaped && a.Figures.Kept == b.Figures.Kept
	})
}

// Own is the arm that counts.
func (s *set) Own() arm { return s.Arms[0] }

// Caps are the arms of clients.
func (s *set) Caps() []arm {
	return slices.DeleteFunc(slices.Clone(s.Arms), func(a arm) bool { return !strings.HasPrefix(a.Name, ofClient) })
}

// tool is a tool with its figures.
type tool struct {
	Name string
	*suggest.ToolFigures
}

// Largest returns the tools with the most tokens left in prompts, by the arm that counts.
func (s *set) Largest(most int) (all []tool) {
	for name, f := range s.Own().Tools {
		all = append(all, tool{name, f})
	}
	slices.SortFunc(all, func(a, b tool) int { return cmp.Or(cmp.Compare(b.Shaped, a.Shaped), cmp.Compare(a.Name, b.Name)) })
	return all[:min(len(all), most)]
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
