package filter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// figures is the member stats of --stats in JSON. Its names are those of a report.
type figures struct {
	Documents     int               `json:"documents"`
	BytesIn       int               `json:"bytes_in"`
	BytesOut      int               `json:"bytes_out"`
	Counter       string            `json:"counter"`
	TokensIn      int               `json:"tokens_in"`
	TokensOut     int               `json:"tokens_out"`
	StructuredIn  *int              `json:"structured_tokens_in,omitempty"`
	StructuredOut *int              `json:"structured_tokens_out,omitempty"`
	Media         []mediaFigures    `json:"media,omitempty"`
	Overrides     string            `json:"tool_overrides,omitempty"`
	Withheld      *report.Places    `json:"withheld,omitempty"`
	Tainted       *report.Tainted   `json:"tainted,omitempty"`
	Frequent      []report.Frequent `json:"frequent,omitempty"`
	Opaque        *report.Places    `json:"opaque,omitempty"`
	Missed        *report.Places    `json:"missed,omitempty"` // privacyEngine names
	Cut           *cutFigures       `json:"cut,omitempty"`
	Shortened     *report.Places    `json:"shortened,omitempty"` // strings
	Folded        int               `json:"folded,omitempty"`    // lists that are tables now
	Whole         map[string]int    `json:"whole,omitempty"`     // documents, by the half
	Budget        *fitFigures       `json:"budget,omitempty"`
	Unmatched     []string          `json:"unmatched,omitempty"`
}

type mediaFigures struct {
	Kind     string `json:"kind"`
	CountIn  int    `json:"count_in"`
	CountOut int    `json:"count_out"`
	BytesIn  int    `json:"bytes_in"`
	BytesOut int    `json:"bytes_out"`
}

type cutFigures struct {
	Lists int `json:"lists"`
	Total int `json:"total"` // elements before the cut
	Kept  int `json:"kept"`
}

// notice returns the sums and signals as lines for people and figures for programs.
func (t *tally) notice() notice.Notice {
	bytes := fmt.Sprintf("bytes: %s", t.bytes)
	lines := slices.Concat([]string{fmt.Sprintf("documents: %d", t.documents), bytes}, t.read.Lines(), t.signals.lines(), t.fit.lines())
	return notice.Notice{
		Level: notice.Plain, Kind: "stats", Message: terminal.Counted(t.documents, "document") + "; " + bytes,
		Stats: t.figures(), Text: strings.Join(lines, "\n"),
	}
}

func (t *tally) figures() figures {
	read, said := t.read, &t.signals
	all := figures{
		Documents: t.documents, BytesIn: t.bytes.In, BytesOut: t.bytes.Out,
		Counter: read.Counter.Name(), TokensIn: read.Text.In, TokensOut: read.Text.Out,
		Overrides: said.entries, Withheld: report.PlacesOf(said.withheld), Tainted: report.TaintedOf(said.tainted), Frequent: report.FrequentOf(said.frequent), Opaque: report.PlacesOf(said.opaque), Missed: report.PlacesOf(said.unhidden), Shortened: report.PlacesOf(said.shortened), Folded: said.folded, Whole: said.whole,
	}
	if read.Parts {
		all.StructuredIn, all.StructuredOut = &read.Structured.In, &read.Structured.Out
	}
	for _, m := range read.Media {
		all.Media = append(all.Media, mediaFigures{m.Kind, m.Counts.In, m.Counts.Out, m.Bytes.In, m.Bytes.Out})
	}
	if c := said.cut; c.Lists > 0 {
		all.Cut = &cutFigures{c.Lists, c.Total, c.Kept}
	}
	if t.fit.documents > 0 {
		all.Budget = &fitFigures{t.fit.documents, t.fit.cut, t.over, t.fit.steps}
	}
	for _, mask := range said.missed {
		all.Unmatched = append(all.Unmatched, app.ByFlags(mask))
	}
	return all
}

// fitFigures sums up the budgets.
type fitFigures struct {
	Documents int            `json:"documents"`      // with a budget
	Cut       int            `json:"cut"`            // made smaller
	Over      int            `json:"over,omitempty"` // still over the budget
	Steps     map[string]int `json:"steps,omitempty"`
}

// fits sums up the budgets of documents.
type fits struct {
	documents, cut int // with a budget; made smaller
	steps          map[string]int
}

func (all fits) plus(f shaper.Fit) fits {
	all.documents++
	if len(f.Steps) > 0 {
		all.cut++
	}
	for _, step := range f.Steps {
		if all.steps == nil {
			all.steps = map[string]int{}
		}
		all.steps[step]++
	}
	return all
}

// lines returns "budget: 1 of 3 documents made smaller, strings in 1".
func (all fits) lines() []string {
	if all.documents == 0 {
		return nil
	}
	words := []string{fmt.Sprintf("%d of %s made smaller", all.cut, terminal.Counted(all.documents, "document"))}
	for _, step := range []string{"columns", "low_priority", "strings", "items", "summary", "references", "refused"} {
		if n := all.steps[step]; n > 0 {
			words = append(words, fmt.Sprintf("%s in %d", step, n))
		}
	}
	return []string{"budget: " + strings.Join(words, ", ")}
}

// overNotice warns of a document that is over its budget.
func overNotice(f shaper.Fit) notice.Notice {
	sizes := []string{fmt.Sprintf("%d bytes", f.After.Bytes)}
	if f.Counter != "" {
		sizes = append(sizes, fmt.Sprintf("%d tokens", f.After.Tokens))
	}
	return notice.Notice{
		Level: notice.Warning, Kind: "budget",
		Message: "over its budget all the same: " + strings.Join(sizes, ", "),
	}
}
