package envelopes

import (
	"cmp"
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
)

// validator is the command validate.
type validator struct {
	*app.App
	documents.Input
	dialect, edition, format string
	source                   string // file with the text of a digest

	text    string // of the source
	invalid bool
}

const validateExample = `  shape validate --dialect response-v2 --edition 003 --format json result.json
  shape validate --dialect digest --source report.txt digest.json`

// ValidateCommand returns the command validate.
func ValidateCommand(a *app.App) *cobra.Command {
	v := &validator{App: a}
	cmd := &cobra.Command{
		Use:     "validate [flags] [FILE…]",
		Short:   "hold envelopes against the rules of their dialect",
		Long:    "validate holds envelopes against the rules of their dialect.\nIt exits with 1 if a rule is broken; ignored advice is a warning.",
		Example: validateExample,
		RunE:    a.Reading(v.run),
	}
	app.AddDialect(cmd.Flags(), &v.dialect, "dialect", app.ContractsWith[envelope.Validator](), "envelope; recognised by default")
	app.AddEdition(cmd.Flags(), &v.edition)
	cmd.Flags().Var((*app.FileName)(&v.source), "source", "`FILE` with the source text of a digest")
	app.AddFormat(cmd.Flags(), &v.format)
	v.Input.Add(cmd.Flags())
	return cmd
}

func (v *validator) run(files []string) error {
	if err := cmp.Or(v.Check(), v.readSource()); err != nil {
		return err
	}
	out := output.New(v.Stdout, output.Layout{})
	r := v.Reader(v.App, func(d documents.Document) error { return v.validate(d, out) }, nil)
	return v.End(v.Stderr, out.End(r.All(files)), v.invalid)
}

func (v *validator) validate(d documents.Document, out *output.Documents) error {
	dialect, _, err := dialectFor[envelope.Validator](v.dialect, d)
	if err != nil {
		return err
	}
	found, err := dialect.Validate(d.Text, v.edition)
	if err != nil {
		return err
	}
	if v.source != "" && found.Valid {
		found = v.verify(d.Text, found)
	}
	v.invalid = v.invalid || !found.Valid
	if err := v.tell(out, d.File, found); err != nil {
		return err
	}
	return out.Flush(d.Last)
}

func (v *validator) readSource() error {
	if v.source == "" {
		return nil
	}
	if v.dialect != (digest.Contract{}).Name() {
		return errors.New("--source needs --dialect digest")
	}
	text, err := os.ReadFile(v.source)
	v.text = string(text)
	return app.InputError(err)
}

// verify adds the comparison of a digest with its source. The text of the source may be in
// normal form already.
func (v *validator) verify(doc []byte, found envelope.Findings) envelope.Findings {
	payload, err := digest.Parse(doc, false)
	if err != nil {
		return found
	}
	text := v.text
	if digest.TextHash(text) != payload.SourceTextHash {
		text = digest.CanonicalText(text)
	}
	told := payload.Verify(text)
	return envelope.Findings{Valid: told.Valid, Errors: told.Errors, Warnings: found.Warnings}
}

func (v *validator) tell(out *output.Documents, file string, found envelope.Findings) error {
	if v.format == "json" {
		return out.Value(found)
	}
	verdict := "valid"
	if !found.Valid {
		verdict = "not valid"
	}
	terminal.Say(v.Stdout, "%s, document %d: %s", file, v.Number(), verdict)
	v.list("error", found.Errors)
	v.list("warning", found.Warnings)
	return v.Stdout.Err()
}

func (v *validator) list(kind string, findings []envelope.Finding) {
	for _, f := range findings {
		terminal.Say(v.Stdout, "  %s: %s", kind, located(f))
	}
}

// located returns a finding with its place first.
func located(f envelope.Finding) string { return strings.TrimPrefix(f.Path+": "+f.Message, ": ") }
