package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// converter is the command convert.
type converter struct {
	*app
	from, to string
	out      outputFlags
	report   string

	reports *output.Documents
	number  int // of documents so far
}

const convertLong = `convert turns envelopes into those of another dialect. What that cannot carry is
listed on standard error. What the privacy sections of the home and the /etc file
hide is left out first; all other rules act in the filter, through which its output
can go.`

func (a *app) convertCommand() *cobra.Command {
	c := &converter{app: a}
	cmd := &cobra.Command{
		Use:     "convert --to DIALECT [flags] [FILE…]",
		Short:   "turn envelopes into those of another dialect",
		Long:    convertLong,
		Example: "  shape convert --from response-v2 --to scalpel result.json",
		RunE:    a.reading(c.run),
	}
	known := able[envelope.Codec]()
	addDialect(cmd.Flags(), &c.from, "from", append([]string{"auto"}, known...), "envelope of the input")
	addDialect(cmd.Flags(), &c.to, "to", known, "envelope to make")
	c.out.add(cmd.Flags())
	addReport(cmd.Flags(), &c.report)
	cmd.MarkFlagRequired("to")
	return cmd
}

func (c *converter) run(files []string) error {
	out, err := c.openOutput(c.out, files)
	if err != nil {
		return err
	}
	if c.reports, err = c.reporter(c.report, c.out.name(), files...); err != nil {
		out.Discard()
		return err
	}
	return c.reports.End(out.End(c.publicly(files, func(d document) error { return c.convert(d, out) })))
}

// conversion is one line of the report: what the new envelope could not carry.
type conversion struct {
	File     string   `json:"file"`
	Document int      `json:"document"`
	From     string   `json:"from"`
	To       string   `json:"to"`
	Lost     []string `json:"lost"`
}

func (c *converter) convert(d document, out *output.Documents) error {
	source, from, err := dialectFor[envelope.Codec](c.from, d)
	if err != nil {
		return err
	}
	target, to, err := dialectFor[envelope.Codec](c.to, d)
	if err != nil {
		return err
	}
	made, err := dialects.Recode(d.text, source, target)
	if err != nil {
		return d.unusable(err)
	}
	c.number++
	if len(made.Lost) > 0 {
		n := lossNotice(to, made.Lost)
		n.File, n.Text = d.file, fmt.Sprintf("%s, document %d: %s", d.file, c.number, n.Message)
		c.stderr.Tell(n)
	}
	if err := c.reports.Value(conversion{d.file, c.number, from, to, append([]string{}, made.Lost...)}); err != nil {
		return err
	}
	if _, err := out.Document(func(dst []byte) ([]byte, error) { return scan.AppendCompact(dst, made.Envelope), nil }); err != nil {
		return err
	}
	if err := c.reports.Flush(d.last); err != nil {
		return err
	}
	return out.Flush(d.last)
}
