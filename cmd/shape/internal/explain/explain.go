// Package explain is the command explain: it shows the effect of the rules on each field.
package explain

import (
	"bufio"
	"context"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
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
		why, err := eng.Explain(context.Background(), req)
		if err != nil {
			return err
		}
		told := explanation{Record: report.Of(d.File, e.Number(), why.Report), Settings: report.SettingsOf(why.Settings)}
		if e.format == "json" {
			return e.program(told, &why, out)
		}
		if len(told.Unmatched) > 0 {
			told.names.Add(d.Text)
		}
		return e.printTables(told, &why)
	}, documents.LeftOut)
	return e.End(e.Stderr, out.End(r.All(files)), false)
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
