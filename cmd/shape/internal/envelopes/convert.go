package envelopes

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// converter is the command convert.
type converter struct {
	*app.App
	documents.Input
	from, to, edition string
	out               documents.Output
	report            string

	target  envelope.Codec
	reports *output.Documents
	invalid bool
}

const convertLong = `convert turns envelopes into those of another dialect. Standard error lists the parts that
the new dialect cannot carry, and the values that its contract does not allow. Such values
stay, and the exit status is 1. The privacy sections of the home and the /etc file apply
first. All other rules act in the filter; pipe the output through it.`

const convertExample = `  shape convert --from response-v2 --to scalpel result.json
  shape convert --to mcp --edition mcp result.json`

// ConvertCommand returns the command convert.
func ConvertCommand(a *app.App) *cobra.Command {
	c := &converter{App: a}
	cmd := &cobra.Command{
		Use:   "convert --to DIALECT [flags] [FILE…]",
		Short: "turn envelopes into those of another dialect",
		Long:  convertLong, Example: convertExample,
		RunE: a.Reading(c.run),
	}
	known := app.ContractsWith[envelope.Codec]()
	app.AddDialect(cmd.Flags(), &c.from, "from", append([]string{"auto"}, known...), "envelope of the input")
	app.AddDialect(cmd.Flags(), &c.to, "to", known, "envelope to make")
	app.AddEdition(cmd.Flags(), &c.edition)
	c.Input.Add(cmd.Flags())
	c.out.Add(cmd.Flags())
	documents.AddReport(cmd.Flags(), &c.report)
	app.Require(cmd, "to")
	return cmd
}

func (c *converter) run(files []string) error {
	d, err := app.InEdition(c.to, c.edition)
	if err = cmp.Or(err, c.Check()); err != nil {
		return err
	}
	c.out.Sequence = c.Framing.Sequence
	c.target, _ = d.(envelope.Codec) // the flag takes no other
	out, err := c.out.Open(c.App, files)
	if err != nil {
		return err
	}
	if c.reports, err = documents.OpenReport(c.App, c.report, c.out.Name(), files...); err != nil {
		out.Discard()
		return err
	}
	r := c.Reader(c.App, func(d documents.Document) error { return c.convert(d, out) }, c.note)
	err = out.End(r.AllWithoutPrivate(files))
	if bad, ok := errors.AsType[*app.BadDocument](err); ok {
		err = errors.Join(err, c.note(bad))
	}
	return c.End(c.Stderr, c.reports.End(err), c.invalid)
}

// conversion is one line of the report: the parts that the new envelope cannot carry, and the
// rules of its contract that it breaks.
type conversion struct {
	File     string             `json:"file"`
	Document int                `json:"document"`
	From     string             `json:"from"`
	To       string             `json:"to"`
	Lost     []string           `json:"lost"`
	Faults   []envelope.Finding `json:"faults,omitempty"`
	Error    string             `json:"error,omitempty"` // of a document that cannot be used
}

// note writes a document that cannot be used to the report.
func (c *converter) note(bad *app.BadDocument) error {
	err := c.reports.Value(conversion{File: bad.File, Document: c.Number(), To: c.to, Lost: []string{}, Error: bad.Error()})
	if err == nil {
		err = c.reports.Flush(true)
	}
	return err
}

func (c *converter) convert(d documents.Document, out *output.Documents) error {
	source, from, err := dialectFor[envelope.Codec](c.from, d)
	if err != nil {
		return err
	}
	made, err := dialects.Recode(d.Text, source, c.target)
	if err != nil {
		return d.Unusable(err)
	}
	told := conversion{File: d.File, Document: c.Number(), From: from, To: c.to, Lost: append([]string{}, made.Lost...), Faults: made.Faults}
	c.tell(told)
	if err := c.reports.Value(told); err != nil {
		return err
	}
	if _, err := out.Document(func(dst []byte) ([]byte, error) {
		return scan.AppendCompact(slices.Grow(dst, len(made.Envelope)+len("\n")), made.Envelope), nil
	}); err != nil {
		return err
	}
	if err := c.reports.Flush(d.Last); err != nil {
		return err
	}
	return out.Flush(d.Last)
}

// mostFaults bounds the printed faults of one document. The report has all.
const mostFaults = 8

// tell writes the losses and faults of a conversion to standard error.
func (c *converter) tell(made conversion) {
	tell := func(n notice.Notice) { c.Stderr.Tell(documents.OfDocument(made.File, made.Document, n)) }
	if len(made.Lost) > 0 {
		tell(documents.LossNotice(c.to, made.Lost))
	}
	invalid := func(what string) {
		tell(notice.Notice{Level: notice.Error, Kind: "invalid", Exit: app.ExitNothing, Message: "not valid " + c.to + ": " + what})
	}
	for _, f := range made.Faults[:min(mostFaults, len(made.Faults))] {
		invalid(located(f))
	}
	if more := len(made.Faults) - mostFaults; more > 0 {
		invalid(fmt.Sprintf("%d more faults", more))
	}
	c.invalid = c.invalid || len(made.Faults) > 0
}
