package cli

import (
	"bufio"
	"context"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// explainer is the command explain: it tells the effect of the rules on each field.
type explainer struct {
	*app
	input
	config  config.Options
	request shaper.Request
	format  string
	each    bool
}

const explainLong = `explain tells what becomes of the fields of a document: for each path, with * for all
positions, how many values are kept or dropped, what they take, and which rule did it,
with the place where that was written. Those that cost most come first, so that what
is worth a rule stands on top; tokens are an estimate unless --counter or the budget's
counter says otherwise, names included. Where an object
holds more than 64 names, * stands for them as well; what goes beyond 256 lines is
summed up in the last one. --each lists every value by itself, as the document has it.
That is what the rules do; of a budget it tells below in a few lines what that takes.

It is a diagnosis: where the filter refuses a document for another dialect than
--dialect names, or under --strict for what its rules could not do, explain says so,
goes on, and exits with 0. A document that cannot be shaped at all is an error here,
too.`

func (a *app) explainCommand() *cobra.Command {
	e := &explainer{app: a}
	cmd := &cobra.Command{
		Use:   "explain [flags] [FILE…]",
		Short: "tell which rule keeps or drops each field",
		Long:  explainLong,
		Example: `  shape explain --tool analyze_code result.json
  tool | shape explain -x '*_url' --format json
  shape explain --each -x '*_url' result.json`,
		RunE: a.reading(e.run),
	}
	addCall(cmd.Flags(), &e.request)
	addShaping(cmd.Flags(), &e.request, anyDialect())
	addBudget(cmd.Flags(), &e.request.Budget)
	addCounter(cmd.Flags(), &e.request.Budget.Counter, "of each field and of --budget")
	addConfig(cmd.Flags(), &e.config)
	addFormat(cmd.Flags(), &e.format)
	e.input.add(cmd.Flags())
	cmd.Flags().BoolVar(&e.each, "each", false, "tell of every value, not of the fields together")
	return cmd
}

func (e *explainer) run(files []string) error {
	if err := e.check(); err != nil {
		return err
	}
	eng, done, err := e.load(e.config, e.request, false, false)
	if err != nil {
		return err
	}
	defer done()
	out := output.New(e.stdout, output.Layout{})
	r := e.reader(e.app, func(d document) error {
		req := e.request
		req.Body = d.text
		why, err := eng.Explain(context.Background(), req)
		if err != nil {
			return err
		}
		told := explanation{record: recordOf(d.file, e.number(), why.Report), Settings: settingsOf(why.Settings)}
		if e.format == "json" {
			return e.program(told, &why, out)
		}
		if len(told.Unmatched) > 0 {
			told.names.add(d.text)
		}
		return e.people(told, &why)
	}, leftOut)
	return e.end(e.stderr, out.End(r.all(files)), false)
}

// program prints one line of JSON for a document.
func (e *explainer) program(told explanation, why *shaper.Explanation, out *output.Documents) error {
	var err error
	if e.each {
		err = output.List(out, told, "decisions", spelled(why.Decisions()))
	} else {
		told.addFields(why)
		err = out.Value(told)
	}
	if err != nil {
		return err
	}
	return out.Flush(true)
}

// people prints tables for a document.
func (e *explainer) people(told explanation, why *shaper.Explanation) error {
	lines := bufio.NewWriter(e.stdout)
	told.writeHead(lines)
	if e.each {
		told.writeDecisions(lines, spelled(why.Decisions()))
	} else {
		told.addFields(why)
		told.writeFields(lines)
	}
	told.writeSignals(lines)
	return lines.Flush()
}
