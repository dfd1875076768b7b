// Package envelopes holds the commands on envelopes: their codes, schemas, cursors and tables,
// and their conversion.
package envelopes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

const codesLong = `codes prints the words that the envelopes document: the codes of errors and warnings, the
types of errors, the levels of fidelity, and the modes. As JSON each is one object per
line.`

const codesExample = `  shape codes --dialect response-v2
  shape codes --format json`

// CodesCommand returns the command codes.
func CodesCommand(a *app.App) *cobra.Command {
	var dialect, format string
	cmd := &cobra.Command{
		Use:   "codes [flags]",
		Short: "print the codes that the envelopes document",
		Long:  codesLong, Example: codesExample, Args: app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			registry := slices.DeleteFunc(slices.Clone(dialects.Registry()), func(r dialects.Registered) bool {
				return dialect != "" && dialect != r.Dialect
			})
			if format != "json" {
				return printCodes(a, registry)
			}
			out := output.New(a.Stdout, output.Layout{})
			for _, r := range registry {
				if err := out.Value(r); err != nil {
					return out.End(err)
				}
			}
			return out.End(nil)
		},
	}
	var known []string
	for _, r := range dialects.Registry() {
		if len(known) == 0 || known[len(known)-1] != r.Dialect {
			known = append(known, r.Dialect)
		}
	}
	app.AddDialect(cmd.Flags(), &dialect, "dialect", known, "envelope; all by default")
	app.AddFormat(cmd.Flags(), &format)
	return cmd
}

// printCodes prints a titled table for each registry.
func printCodes(a *app.App, registry []dialects.Registered) error {
	table := terminal.Table(a.Stdout)
	title := ""
	for _, r := range registry {
		if next := r.Dialect + " " + r.Registry; next != title {
			title = next
			fmt.Fprintln(table, title)
		}
		status := ""
		if r.HTTPStatus > 0 {
			status = strconv.Itoa(r.HTTPStatus)
		}
		cells := []string{r.Word, r.ErrorType, r.Severity, status, string(r.Retry), r.Meaning, r.Advice}
		cells = slices.DeleteFunc(cells, func(cell string) bool { return cell == "" })
		fmt.Fprintln(table, "  "+strings.Join(cells, "\t"))
	}
	return table.Flush()
}

const classifyLong = `classify finds the code of a failure by the name of its kind, such as that of an
exception, or else by its message. It prints the code in the spelling of the envelope.`

const classifyExample = `  shape classify --kind builtins.FileNotFoundError
  shape classify --kind RuntimeError --message 'Permission denied'
  shape classify --dialect response-v2 --kind TimeoutError --format json`

// classified is the JSON answer of classify.
type classified struct {
	Dialect string `json:"dialect"`
	dialects.Code
}

// ClassifyCommand returns the command classify.
func ClassifyCommand(a *app.App) *cobra.Command {
	var dialect, edition, kind, message, format string
	cmd := &cobra.Command{
		Use:   "classify [flags]",
		Short: "find the code of a failure by its kind and message",
		Long:  classifyLong, Example: classifyExample, Args: app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			d, err := app.InEdition(dialect, edition)
			if err != nil {
				return err
			}
			code, ok := dialects.Classify(d, kind, message)
			if !ok {
				return fmt.Errorf("edition %s of %s has no codes of failures", edition, dialect)
			}
			if format != "json" {
				_, err := fmt.Fprintln(a.Stdout, code.Code)
				return err
			}
			return a.PrintJSON(classified{dialect, code})
		},
	}
	app.AddDialect(cmd.Flags(), &dialect, "dialect", classifying(), "envelope; scalpel by default")
	cmd.Flags().Lookup("dialect").Value.Set("scalpel")
	cmd.Flags().StringVar(&kind, "kind", "", "`NAME` of the exception or the type, with or without a module in front")
	cmd.Flags().StringVar(&message, "message", "", "`TEXT` of the failure")
	app.AddEdition(cmd.Flags(), &edition)
	app.AddFormat(cmd.Flags(), &format)
	cmd.MarkFlagsOneRequired("kind", "message")
	return cmd
}

// classifying returns the dialects that have codes of failures.
func classifying() (names []string) {
	for _, d := range dialects.All() {
		if _, ok := dialects.Classify(d, "", ""); ok {
			names = append(names, d.Name())
		}
	}
	return names
}
