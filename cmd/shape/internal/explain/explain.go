// Package explain is the command explain: it shows the effect of the rules on each field.
package explain

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// explainer is the command explain: it tells the effect of the rules on each field.
type explainer struct {
	*app.App
	documents.Input
	config  config.Options
	request shaper.Request
	format  string
	each    bool
}

const explainLong = `explain shows the effect of the rules on each field of a document. For each path, with *
for all positions, it prints the number of values that are kept or dropped, their size,
the rule, and the place where the rule was written. The largest come first. Tokens include
names, and are an estimate unless --counter or the budget's counter is exact. In an object
of more than 64 names, * stands for them as well. After 256 lines the last one sums up the
rest. --each lists every value by itself, in the order of the document. The tables show
the rules; a few lines below them show the effect of a budget.

explain is a diagnosis. The filter refuses a document of another dialect than --dialect,
and under --strict a document with failed rules. explain prints the reason instead, goes
on, and exits with 0. A document that cannot be shaped at all is an error here, too.`

// Command returns the command explain.
func Command(a *app.App) *cobra.Command {
	e := &explainer{App: a}
	cmd := &cobra.Command{
		Use:   "explain [flags] [FILE…]",
		Short: "show the rule that keeps or drops each field",
		Long:  explainLong,
		Example: `  shape explain --tool analyze_code result.json
  tool | shape explain -x '*_url' --format json
  shape explain --each -x '*_url' result.json`,
		RunE: a.Reading(e.run),
	}
	app.AddCall(cmd.Flags(), &e.request)
	app.AddShaping(cmd.Flags(), &e.request, app.AnyDialect())
	app.AddBudget(cmd.Flags(), &e.request.Budget)
	app.AddCounter(cmd.Flags(), &e.request.Budget.Counter, "of each field and of --budget")
	app.AddConfig(cmd.Flags(), &e.config)
	app.AddFormat(cmd.Flags(), &e.format)
	e.Input.Add(cmd.Flags())
	cmd.Flags().BoolVar(&e.each, "each", false, "list every value, not the fields together")
	return cmd
}

func (e *explainer) run(files []string) error {
	if err := e.Check(); err != nil {
		return err
	}
	eng, done, err := e.Load(e.config, e.request, false, false)
	if err != nil {
		return err
	}
	defer done()
	out := output.New(e.Stdout, output.Layout{})
	r := e.Reader(e.App, func(d documents.Document) error {
		req := e.request
		req.Body = d.Text
		why, saves, err := Explain(eng, req)
		if err != nil {
			return err
		}
		told := explanation{Record: report.Of(d.File, e.Number(), why.Report), Settings: report.SettingsOf(why.Settings)}
		told.WouldSave = saves
		if e.format == "json" {
			return e.program(told, &why, out)
		}
		if len(told.Unmatched) > 0 {
			told.names.Add(d.Text)
		}
		return e.printTables(told, &why)
	}, nil)
	return e.End(e.Stderr, out.End(r.All(files)), false)
}

// Explain explains a request. Under the key audit it explains the rules that would act, and
// returns their savings.
func Explain(eng *shaper.Engine, req shaper.Request) (why shaper.Explanation, saves *report.Savings, err error) {
	held, err := eng.Explain(context.Background(), req)
	if !held.Report.Audit {
		return held, nil, err
	}
	req.Settings.Audit = new(false)
	if why, err = eng.Explain(context.Background(), req); err != nil {
		return why, nil, err
	}
	for i := range why.Settings {
		for _, d := range held.Settings {
			if d.Setting == "audit" && why.Settings[i].Setting == "audit" {
				why.Settings[i] = d
			}
		}
	}
	return why, report.WouldSave(why.Counter, held.Body, why.Body), nil
}

// program prints one line of JSON for a document.
func (e *explainer) program(told explanation, why *shaper.Explanation, out *output.Documents) error {
	var err error
	if e.each {
		err = output.List(out, told, "decisions", printedDecisions(why.Decisions()))
	} else {
		told.addFields(why)
		err = out.Value(told)
	}
	if err != nil {
		return err
	}
	return out.Flush(true)
}

// printTables prints tables for a document.
func (e *explainer) printTables(told explanation, why *shaper.Explanation) error {
	lines := bufio.NewWriter(e.Stdout)
	told.writeHead(lines)
	if e.each {
		told.writeDecisions(lines, printedDecisions(why.Decisions()))
	} else {
		told.addFields(why)
		told.writeFields(lines)
	}
	told.writeSignals(lines)
	return lines.Flush()
}

// explanation is the printed explanation of one document.
type explanation struct {
	report.Record
	Counter  string           `json:"counter,omitempty"` // of the tokens of fields
	Fields   []field          `json:"fields,omitempty"`
	Rest     *rest            `json:"rest,omitempty"`
	Settings []report.Setting `json:"settings"`

	files terminal.Legend // for the tables
	names report.Names    // of the document, if a mask matched nothing
}

// field holds the values at the places of one pattern.
type field struct {
	Pattern string `json:"pattern"`
	Kept    bool   `json:"kept"`
	Reason  string `json:"reason"`
	Rule    string `json:"rule,omitempty"`
	size
}

type size struct {
	Count  int `json:"values"`
	Bytes  int `json:"bytes"`
	Tokens int `json:"tokens"`
}

// rest sums up the values of all other paths.
type rest struct {
	Kept    size `json:"kept"`
	Dropped size `json:"dropped"`
}

// addFields adds the fields and the rest.
func (e *explanation) addFields(why *shaper.Explanation) {
	e.Counter = why.Counter.Name()
	for _, f := range why.Fields {
		e.Fields = append(e.Fields, field{f.Pattern, f.Kept, f.Reason, app.ByFlags(f.Rule), size(f.Amount)})
	}
	if why.Rest != (shaper.Rest{}) {
		e.Rest = &rest{size(why.Rest.Kept), size(why.Rest.Dropped)}
	}
}

// decision is the effect on one value.
type decision struct {
	Pointer string `json:"pointer"`
	Kept    bool   `json:"kept"`
	Reason  string `json:"reason"`
	Rule    string `json:"rule,omitempty"`
	Bytes   int    `json:"bytes"`
}

// printedDecisions returns decisions in their printed form.
func printedDecisions(decided iter.Seq[shaper.Decision]) iter.Seq[decision] {
	return func(yield func(decision) bool) {
		for d := range decided {
			if !yield(decision{d.Pointer, d.Kept, d.Reason, app.ByFlags(d.Rule), d.Bytes}) {
				return
			}
		}
	}
}

func (e *explanation) writeHead(w io.Writer) {
	fmt.Fprintf(w, "%s, document %d: dialect %s, profile %s; bytes: %s\n",
		terminal.Printable(e.File), e.Document, e.Dialect, e.Profile, report.Account{In: e.BytesIn, Out: e.BytesOut})
	if saves := e.WouldSave.Words(); saves != nil {
		fmt.Fprintf(w, "  audit, so these rules do not act; would save: %s\n", strings.Join(saves, ", "))
	}
	if e.Misfit != "" {
		fmt.Fprintf(w, "  the dialect does not fit: %s\n", e.Misfit)
	}
}

func (e *explanation) writeFields(w io.Writer) {
	table := terminal.Table(w)
	about := "~"
	if app.CounterOf(e.Counter).Exact() {
		about = ""
	}
	fmt.Fprintf(table, "  \tvalues\tbytes\t%stokens\tpath\twhy\trule\n", about)
	for _, f := range e.Fields {
		fmt.Fprintf(table, "  %s\t%d\t%d\t%d\t%s\t%s\t%s\n",
			verdict(f.Kept), f.Count, f.Bytes, f.Tokens, terminal.Printable(f.Pattern), f.Reason, terminal.Printable(e.files.Shorten(f.Rule)))
	}
	if e.Rest != nil {
		for _, kept := range []bool{false, true} {
			a := e.Rest.Dropped
			if kept {
				a = e.Rest.Kept
			}
			fmt.Fprintf(table, "  %s\t%d\t%d\t%d\tall other paths\n", verdict(kept), a.Count, a.Bytes, a.Tokens)
		}
	}
	table.Flush()
}

// aligned is the number of bytes of paths that one part of an endless table aligns.
const aligned = 16 << 10

func (e *explanation) writeDecisions(w io.Writer, decided iter.Seq[decision]) {
	table, written := terminal.Table(w), 0
	for d := range decided {
		fmt.Fprintf(table, "  %s\t%d\t%s\t%s\t%s\n", verdict(d.Kept), d.Bytes, terminal.Printable(d.Pointer), d.Reason, terminal.Printable(e.files.Shorten(d.Rule)))
		if written += len(d.Pointer); written >= aligned {
			table.Flush()
			written = 0
		}
	}
	table.Flush()
}

func verdict(kept bool) string {
	if kept {
		return "kept"
	}
	return "dropped"
}

// Facts lists the facts of a report about the document as a whole, in lines.
func Facts(r shaper.Report) []string {
	var b strings.Builder
	told := explanation{Record: report.Of("", 0, r)}
	told.writeFacts(&b)
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// writeFacts prints the facts about the document as a whole.
func (e *explanation) writeFacts(w io.Writer) {
	report.WritePlaces(w, "withheld, in texts that are no JSON", e.Withheld)
	for _, count := range e.Tainted.Words() {
		fmt.Fprintf(w, "hidden in other strings as well: %s\n", count)
	}
	report.WritePlaces(w, "excluded, but not taken out of texts that are no JSON", e.Opaque)
	report.WritePlaces(w, "private names in such texts of which nothing was withheld, or encoded texts that are broken", e.Missed)
	report.WritePlaces(w, "shortened strings", e.Shortened)
	e.Fit.Write(w)
	if e.Folded > 0 {
		fmt.Fprintf(w, "folded: %s\n", terminal.Counted(e.Folded, "list"))
	}
	if e.Texts > 0 {
		fmt.Fprintf(w, "text_as: %s\n", terminal.Counted(e.Texts, "text"))
	}
	for _, reason := range e.TextsLeft {
		fmt.Fprintf(w, "text_as left: %s\n", terminal.Printable(reason))
	}
	if entries := e.Entries(); entries != "" {
		fmt.Fprintf(w, "tool_overrides: %s\n", terminal.Printable(entries))
	}
	if e.Whole != "" {
		fmt.Fprintf(w, "kept whole: %s\n", e.Whole)
	}
}

// writeSignals prints the facts, the settings and the losses.
func (e *explanation) writeSignals(w io.Writer) {
	e.writeFacts(w)
	table := terminal.Table(w)
	fmt.Fprintln(table, "settings:")
	report.WriteSettings(table, e.Settings, &e.files)
	table.Flush()
	for i, c := range e.Cut {
		if i == 0 {
			fmt.Fprintln(w, "cut by limits:")
		}
		by := ""
		if c.Over {
			by = " (by the budget)"
		}
		fmt.Fprintf(w, "  %s%s\n", terminal.Printable(shaper.Cut(c).Left()), by)
	}
	for i, mask := range e.Unmatched {
		if i == 0 {
			fmt.Fprintln(w, "masks that matched nothing:")
		}
		fmt.Fprintf(w, "  %s\n", terminal.Printable(e.names.Hinted(e.files.Shorten(mask), mask)))
	}
	e.files.Write(w)
}
