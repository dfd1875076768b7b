package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// explainer is the command explain: what became of each field, and why.
type explainer struct {
	*app
	config  config.Options
	request shaper.Request
	format  string
	number  int // of documents so far
}

const explainLong = `explain tells which rule keeps or drops each field, and where that was written. It is
a diagnosis: where the filter refuses a document for another dialect than --dialect
names, or under --strict for what its rules could not do, explain says so, goes on,
and exits with 0. A document that cannot be shaped at all is an error here, too.`

func (a *app) explainCommand() *cobra.Command {
	e := &explainer{app: a}
	cmd := &cobra.Command{
		Use:   "explain [flags] [FILE]",
		Short: "tell which rule keeps or drops each field",
		Long:  explainLong,
		Example: `  shape explain --tool analyze_code result.json
  tool | shape explain -x '*_url' --format json`,
		Args: takes(0, 1),
		RunE: a.reading(e.run),
	}
	addCall(cmd.Flags(), &e.request)
	addShaping(cmd.Flags(), &e.request, anyDialect())
	addConfig(cmd.Flags(), &e.config)
	addFormat(cmd.Flags(), &e.format)
	return cmd
}

func (e *explainer) run(files []string) error {
	eng, done, err := e.load(e.config, e.request, false)
	if err != nil {
		return err
	}
	defer done()
	out := output.New(e.stdout, output.Layout{})
	return out.End(e.documents(files, func(d document) error {
		req := e.request
		req.Body = d.text
		why, err := eng.Explain(context.Background(), req)
		if err != nil {
			return err
		}
		e.number++
		told := explanationOf(recordOf(d.file, e.number, why.Report), why)
		if e.format == "json" {
			err = out.Value(told)
		} else {
			err = told.write(e.stdout)
		}
		if err != nil {
			return err
		}
		return out.Flush(true)
	}))
}

// explanation is what became of one document, as printed.
type explanation struct {
	record
	Decisions []decision `json:"decisions"`
	Settings  []setting  `json:"settings"`
}

type decision struct {
	Pointer string `json:"pointer"`
	Kept    bool   `json:"kept"`
	Reason  string `json:"reason"`
	Rule    string `json:"rule,omitempty"`
	Bytes   int    `json:"bytes"`
}

func explanationOf(r record, why shaper.Explanation) explanation {
	told := explanation{record: r, Decisions: []decision{}, Settings: settingsOf(why.Settings)}
	for _, d := range why.Decisions {
		told.Decisions = append(told.Decisions, decision{d.Pointer, d.Kept, d.Reason, byFlags(d.Rule), d.Bytes})
	}
	return told
}

func (e explanation) write(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s, document %d: dialect %s, profile %s; bytes: %s\n",
		terminal.Printable(e.File), e.Document, e.Dialect, e.Profile, account{e.BytesIn, e.BytesOut})
	if e.Misfit != "" {
		fmt.Fprintf(table, "  the dialect does not fit: %s\n", e.Misfit)
	}
	for _, d := range e.Decisions {
		verdict := "dropped"
		if d.Kept {
			verdict = "kept"
		}
		fmt.Fprintf(table, "  %s\t%d\t%s\t%s\t%s\n", verdict, d.Bytes, terminal.Printable(d.Pointer), d.Reason, terminal.Printable(d.Rule))
	}
	table.Flush()
	writePlaces(table, "withheld, in texts that are no JSON", e.Withheld)
	writePlaces(table, "excluded, but not taken out of texts that are no JSON", e.Opaque)
	if entries := e.entries(); entries != "" {
		fmt.Fprintf(table, "tool_overrides: %s\n", terminal.Printable(entries))
	}
	if e.Whole != "" {
		fmt.Fprintf(table, "kept whole: %s\n", e.Whole)
	}
	fmt.Fprintln(table, "settings:")
	writeSettings(table, e.Settings)
	for i, c := range e.Cut {
		if i == 0 {
			fmt.Fprintln(table, "cut by limits:")
		}
		fmt.Fprintf(table, "  %s\n", terminal.Printable(shaper.Cut(c).Left()))
	}
	for i, mask := range e.Unmatched {
		if i == 0 {
			fmt.Fprintln(table, "masks that matched nothing:")
		}
		fmt.Fprintf(table, "  %s\n", terminal.Printable(mask))
	}
	return table.Flush()
}
