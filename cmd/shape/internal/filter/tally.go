package filter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// tally sums up the documents.
type tally struct {
	documents int
	bytes     report.Account
	read      *report.Readings // nil if no flag needs it
	unmatched []string         // masks without a match in any document
	cuts      []shaper.Cut     // without a note in the document
	signals   signals
	fit       fits
	over      int // documents over their budget
	kept      archivedDocuments
}

// add adds a document and returns its tokens.
func (t *tally) add(in, out []byte, unmatched []string) (read report.Account) {
	t.unmatched = unmet(t.unmatched, unmatched, t.documents == 0)
	t.documents++
	t.bytes.Add(len(in), len(out))
	if t.read != nil {
		read = t.read.Add(in, out)
	}
	return read
}

// cut adds the cuts without a note in the document.
func (t *tally) cut(r shaper.Report) {
	for _, c := range r.Cut {
		if c.Noted {
			continue
		}
		i := slices.IndexFunc(t.cuts, func(known shaper.Cut) bool { return known.Path == c.Path })
		if i < 0 {
			t.cuts = append(t.cuts, c)
		} else {
			t.cuts[i] = t.cuts[i].Plus(c)
		}
	}
}

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

func (f *filter) recordOf(d documents.Document, r shaper.Report) report.Record {
	line := report.Of(d.File, f.number(), r)
	line.Tool, line.Server = f.request.Tool, f.request.Server
	return line
}

// reportOn writes the record of a written document.
func (f *filter) reportOn(d documents.Document, line report.Record, read report.Account, took time.Duration) error {
	if f.reports == nil {
		return nil
	}
	line.Usage = report.Usage{Counter: f.tally.read.Counter.Name(), TokensIn: read.In, TokensOut: read.Out, Microseconds: took.Microseconds()}
	if f.report.Rules {
		req, err := f.requestFor(d)
		if err != nil {
			return err
		}
		why, err := f.engine.Explain(context.Background(), req)
		if err != nil {
			return err
		}
		line.Rules = report.RulesOf(why.Fields, app.ByFlags)
	}
	if err := f.reports.Value(line); err != nil {
		return err
	}
	return f.reports.Flush(d.Last)
}
