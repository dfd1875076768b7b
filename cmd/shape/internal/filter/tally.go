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
	figures                    // notice completes them
	bytes     report.Account   // of the documents
	read      *report.Readings // nil if no flag needs it
	cut       cutFigures
	cuts      []shaper.Cut // without a note in the document
	unmatched []string     // masks without a match in any document
	missed    []string     // the same of the signals
	names     report.Names // of documents without a match for a mask
	bare      bareNames
	kept      archivedDocuments
}

// mostReasons bounds the reasons for texts that text_as left.
const mostReasons = 16

// add adds a document with its report and record, and returns its tokens.
func (t *tally) add(in, out []byte, r shaper.Report, line report.Record) (read report.Account) {
	first := t.Documents == 0
	t.Documents++
	t.bytes.In, t.bytes.Out = t.bytes.In+len(in), t.bytes.Out+len(out)
	if t.read != nil {
		read = t.read.Add(in, out)
	}
	t.unmatched, t.missed = unmet(t.unmatched, r.Unmatched, first), unmet(t.missed, r.Missed, first)
	t.Overrides = line.Entries()
	t.Withheld, t.Opaque = t.Withheld.Plus(line.Withheld), t.Opaque.Plus(line.Opaque)
	t.Missed, t.Shortened = t.Missed.Plus(line.Missed), t.Shortened.Plus(line.Shortened)
	if line.Tainted != nil {
		t.Tainted = t.Tainted.Plus(line.Tainted)
	}
	for _, f := range line.Frequent {
		if i := slices.IndexFunc(t.Frequent, func(known report.Frequent) bool { return known.Name == f.Name }); i >= 0 {
			t.Frequent[i].Values += f.Values
		} else {
			t.Frequent = append(t.Frequent, f)
		}
	}
	if line.WouldSave != nil {
		t.WouldSave = t.WouldSave.Plus(line.WouldSave)
	}
	t.Folded += line.Folded
	t.Texts += line.Texts
	for _, reason := range line.TextsLeft {
		if len(t.TextsLeft) < mostReasons && !slices.Contains(t.TextsLeft, reason) {
			t.TextsLeft = append(t.TextsLeft, reason)
		}
	}
	if t.Whole == nil {
		t.Whole = map[string]int{}
	}
	if line.Whole != "" {
		t.Whole[line.Whole]++
	}
	for _, c := range r.Cut {
		t.addCut(c)
	}
	if r.Fit.IsThere() {
		t.addFit(r.Fit)
	}
	if r.Kept.Handle != "" && !r.Kept.Noted {
		t.kept.add(r.Kept)
	}
	if line.Withheld == nil {
		t.bare.wanted = slices.DeleteFunc(t.bare.wanted, func(name []byte) bool {
			found := hasBareName(in, name)
			if found {
				t.bare.found = append(t.bare.found, string(name))
			}
			return found
		})
	}
	if len(t.missed) > 0 {
		t.names.Add(in)
	}
	return read
}

func (t *tally) addCut(c shaper.Cut) {
	t.cut = cutFigures{t.cut.Lists + c.Lists, t.cut.Total + c.Total, t.cut.Kept + c.Kept}
	if c.Noted {
		return
	}
	i := slices.IndexFunc(t.cuts, func(known shaper.Cut) bool { return known.Path == c.Path })
	if i < 0 {
		t.cuts = append(t.cuts, c)
	} else {
		t.cuts[i] = t.cuts[i].Plus(c)
	}
}

func (t *tally) addFit(f shaper.Fit) {
	if t.Budget == nil {
		t.Budget = &fitFigures{Steps: map[string]int{}}
	}
	t.Budget.Documents++
	if len(f.Steps) > 0 {
		t.Budget.Cut++
	}
	if f.Over {
		t.Budget.Over++
	}
	for _, step := range f.Steps {
		t.Budget.Steps[step]++
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
	Media         []report.Media    `json:"media,omitempty"`
	Overrides     string            `json:"tool_overrides,omitempty"`
	Withheld      *report.Places    `json:"withheld,omitempty"`
	Tainted       *report.Tainted   `json:"tainted,omitempty"`
	Frequent      []report.Frequent `json:"frequent,omitempty"`
	Opaque        *report.Places    `json:"opaque,omitempty"`
	Missed        *report.Places    `json:"missed,omitempty"` // private names
	Cut           *cutFigures       `json:"cut,omitempty"`
	Shortened     *report.Places    `json:"shortened,omitempty"`  // strings
	WouldSave     *report.Savings   `json:"would_save,omitempty"` // under the key audit
	Folded        int               `json:"folded,omitempty"`     // lists that are tables now
	Texts         int               `json:"texts,omitempty"`      // made shorter by text_as
	TextsLeft     []string          `json:"texts_left,omitempty"` // reasons for texts that stayed
	Whole         map[string]int    `json:"whole,omitempty"`      // documents, by the half
	Budget        *fitFigures       `json:"budget,omitempty"`
	Unmatched     []string          `json:"unmatched,omitempty"`
}

type cutFigures struct {
	Lists int `json:"lists"`
	Total int `json:"total"` // elements before the cut
	Kept  int `json:"kept"`
}

// notice returns the sums and signals as lines for people and figures for programs.
func (t *tally) notice() notice.Notice {
	read, all := t.read, t.figures
	all.BytesIn, all.BytesOut, all.Counter = t.bytes.In, t.bytes.Out, read.Counter.Name()
	all.TokensIn, all.TokensOut, all.Media = read.Text.In, read.Text.Out, read.Media
	if read.Parts {
		all.StructuredIn, all.StructuredOut = &read.Structured.In, &read.Structured.Out
	}
	if t.cut.Lists > 0 {
		all.Cut = &t.cut
	}
	for _, mask := range t.missed {
		all.Unmatched = append(all.Unmatched, app.ByFlags(mask))
	}
	bytes := fmt.Sprintf("bytes: %s", t.bytes)
	lines := slices.Concat([]string{fmt.Sprintf("documents: %d", t.Documents), bytes}, read.Lines(), t.lines(), t.Budget.lines())
	return notice.Notice{
		Level: notice.Plain, Kind: "stats", Message: terminal.Counted(t.Documents, "document") + "; " + bytes,
		Stats: all, Text: strings.Join(lines, "\n"),
	}
}

// fitFigures sums up the budgets.
type fitFigures struct {
	Documents int            `json:"documents"`      // with a budget
	Cut       int            `json:"cut"`            // made smaller
	Over      int            `json:"over,omitempty"` // still over the budget
	Steps     map[string]int `json:"steps,omitempty"`
}

// lines returns "budget: 1 of 3 documents made smaller, strings in 1".
func (f *fitFigures) lines() []string {
	if f == nil {
		return nil
	}
	words := []string{fmt.Sprintf("%d of %s made smaller", f.Cut, terminal.Counted(f.Documents, "document"))}
	for _, step := range []string{"columns", "low_priority", "strings", "items", "summary", "references", "refused"} {
		if n := f.Steps[step]; n > 0 {
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

// number returns the number of the current document, from 1, over all inputs.
func (f *filter) number() int { return f.tally.Documents + f.tolerance.Count() + 1 }

func (f *filter) recordOf(d documents.Document, r shaper.Report) report.Record {
	line := report.Of(d.File, f.number(), r)
	line.Tool, line.Server = f.request.Tool, f.request.Server
	return line
}

// reportOn writes the record of a written document.
func (f *filter) reportOn(d documents.Document, line report.Record, read report.Account, took time.Duration) error {
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
