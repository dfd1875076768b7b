package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// validator is the command validate.
type validator struct {
	*app
	dialect, edition, format string

	number  int // of documents so far
	invalid bool
}

func (a *app) validateCommand() *cobra.Command {
	v := &validator{app: a}
	cmd := &cobra.Command{
		Use:     "validate [flags] [FILE…]",
		Short:   "hold envelopes against the rules of their dialect",
		Long:    "validate holds envelopes against the rules of their dialect.\nIt exits with 1 where a rule is broken; advice that is not followed is a warning.",
		Example: "  shape validate --dialect response-v2 --edition 003 --format json result.json",
		RunE:    a.reading(v.run),
	}
	addDialect(cmd.Flags(), &v.dialect, "dialect", able[envelope.Validator](), "envelope; recognised where it is not named")
	cmd.Flags().StringVar(&v.edition, "edition", "", "`EDITION` of the contract, where a dialect has several")
	addFormat(cmd.Flags(), &v.format)
	return cmd
}

func (v *validator) run(files []string) error {
	out := output.New(v.stdout, 0)
	err := out.End(v.documents(files, func(d document) error {
		dialect, _, err := dialectFor[envelope.Validator](v.dialect, d)
		if err != nil {
			return err
		}
		found, err := dialect.Validate(d.text, v.edition)
		if err != nil {
			return err
		}
		v.number++
		v.invalid = v.invalid || !found.Valid
		if err := v.tell(out, d.file, found); err != nil {
			return err
		}
		return out.Flush(d.last)
	}))
	if err == nil && v.invalid {
		return &failure{status: exitNothing}
	}
	return err
}

func (v *validator) tell(out *output.Documents, file string, found envelope.Findings) error {
	if v.format == "json" {
		return out.Value(found)
	}
	verdict := "valid"
	if !found.Valid {
		verdict = "not valid"
	}
	terminal.Say(v.stdout, "%s, document %d: %s", file, v.number, verdict)
	v.list("error", found.Errors)
	v.list("warning", found.Warnings)
	return v.stdout.Err()
}

func (v *validator) list(kind string, findings []envelope.Finding) {
	for _, f := range findings {
		terminal.Say(v.stdout, "  %s: %s", kind, strings.TrimPrefix(f.Path+": "+f.Message, ": "))
	}
}
