package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

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

func (a *app) classifyCommand() *cobra.Command {
	var dialect, edition, kind, message, format string
	cmd := &cobra.Command{
		Use:     "classify [flags]",
		Short:   "find the code of a failure by its kind and message",
		Long:    classifyLong,
		Example: classifyExample,
		Args:    takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			d, err := inEdition(dialect, edition)
			if err != nil {
				return err
			}
			code, ok := dialects.Classify(d, kind, message)
			if !ok {
				return fmt.Errorf("edition %s of %s has no codes of failures", edition, dialect)
			}
			if format != "json" {
				_, err := fmt.Fprintln(a.stdout, code.Code)
				return err
			}
			out := output.New(a.stdout, output.Layout{})
			return out.End(out.Value(classified{dialect, code}))
		},
	}
	addDialect(cmd.Flags(), &dialect, "dialect", classifying(), "envelope; scalpel by default")
	cmd.Flags().Lookup("dialect").Value.Set("scalpel")
	cmd.Flags().StringVar(&kind, "kind", "", "`NAME` of the exception or the type, with or without a module in front")
	cmd.Flags().StringVar(&message, "message", "", "`TEXT` of the failure")
	addEdition(cmd.Flags(), &edition)
	addFormat(cmd.Flags(), &format)
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
