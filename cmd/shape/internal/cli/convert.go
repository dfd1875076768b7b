package cli

import (
	"cmp"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// converter is the command convert.
type converter struct {
	*app
	input
	from, to, edition string
	out               outputFlags
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

// convertCommand returns the command convert.
func convertCommand(a *app) *cobra.Command {
	c := &converter{app: a}
	cmd := &cobra.Command{
		Use:     "convert --to DIALECT [flags] [FILE…]",
		Short:   "turn envelopes into those of another dialect",
		Long:    convertLong,
		Example: convertExample,
		RunE:    a.reading(c.run),
	}
	known := contractsWith[envelope.Codec]()
	addDialect(cmd.Flags(), &c.from, "from", append([]string{"auto"}, known...), "envelope of the input")
	addDialect(cmd.Flags(), &c.to, "to", known, "envelope to make")
	addEdition(cmd.Flags(), &c.edition)
	c.input.add(cmd.Flags())
	c.out.add(cmd.Flags())
	addReport(cmd.Flags(), &c.report)
	cmd.MarkFlagRequired("to")
	return cmd
}

func (c *converter) run(files []string) error {
	d, err := inEdition(c.to, c.edition)
	if err = cmp.Or(err, c.check()); err != nil {
		return err
	}
	c.out.sequence = c.framing.sequence
	c.target, _ = d.(envelope.Codec) // the flag takes no other
	out, err := c.out.open(c.app, files)
	if err != nil {
		return err
	}
	if c.reports, err = reporter(c.app, c.report, c.out.name(), files...); err != nil {
		out.Discard()
		return err
	}
	r := c.reader(c.app, func(d document) error { return c.convert(d, out) }, c.note)
	err = out.End(r.allWithoutPrivate(files))
	if bad, ok := errors.AsType[*badDocument](err); ok {
		err = errors.Join(err, c.note(bad))
	}
	return c.end(c.stderr, c.reports.End(err), c.invalid)
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
func (c *converter) note(bad *badDocument) error {
	err := c.reports.Value(conversion{File: bad.file, Document: c.number(), To: c.to, Lost: []string{}, Error: bad.Error()})
	if err == nil {
		err = c.reports.Flush(true)
	}
	return err
}

func (c *converter) convert(d document, out *output.Documents) error {
	source, from, err := dialectFor[envelope.Codec](c.from, d)
	if err != nil {
		return err
	}
	made, err := dialects.Recode(d.text, source, c.target)
	if err != nil {
		return d.unusable(err)
	}
	told := conversion{File: d.file, Document: c.number(), From: from, To: c.to, Lost: append([]string{}, made.Lost...), Faults: made.Faults}
	c.tell(told)
	if err := c.reports.Value(told); err != nil {
		return err
	}
	if _, err := out.Document(func(dst []byte) ([]byte, error) {
		return scan.AppendCompact(slices.Grow(dst, len(made.Envelope)+len("\n")), made.Envelope), nil
	}); err != nil {
		return err
	}
	if err := c.reports.Flush(d.last); err != nil {
		return err
	}
	return out.Flush(d.last)
}

// tell writes the losses and faults of a conversion to standard error.
func (c *converter) tell(made conversion) {
	var all []notice.Notice
	if len(made.Lost) > 0 {
		all = append(all, lossNotice(c.to, made.Lost))
	}
	all = append(all, faultNotices(c.to, made.Faults)...)
	for _, n := range all {
		c.stderr.Tell(ofDocument(made.File, made.Document, n))
	}
	c.invalid = c.invalid || len(made.Faults) > 0
}
