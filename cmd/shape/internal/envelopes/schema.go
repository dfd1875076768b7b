package envelopes

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// dialectFor returns the dialect of a document by name, or by its form if the name is "" or
// auto. The dialect must implement T.
func dialectFor[T any](name string, doc documents.Document) (T, string, error) {
	if name == "" || name == "auto" {
		opened, err := envelope.Open(doc.Text, envelope.Limits{})
		if err != nil {
			var none T
			return none, "", err
		}
		name = dialects.Detect(opened).Name()
	}
	if d, ok := app.ContractOf[T](name); ok {
		return d, name, nil
	}
	var none T
	return none, "", doc.Unusable(fmt.Errorf("no known envelope; name its dialect: %s", strings.Join(app.ContractsWith[T](), ", ")))
}

// SchemaCommand returns the command schema.
func SchemaCommand(a *app.App) *cobra.Command {
	var name, edition string
	cmd := &cobra.Command{
		Use:     "schema --dialect DIALECT [flags]",
		Short:   "print the JSON Schema of an envelope",
		Example: "  shape schema --dialect bmcis > bmcis.schema.json\n  shape schema --dialect digest",
		Args:    app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			d, _, err := dialectFor[envelope.Schemer](name, documents.Document{})
			if err != nil {
				return err
			}
			text, err := d.Schema(edition)
			if err != nil {
				return err
			}
			return a.Stdout.WriteDocuments(text)
		},
	}
	app.AddDialect(cmd.Flags(), &name, "dialect", app.ContractsWith[envelope.Schemer](), "envelope")
	app.AddEdition(cmd.Flags(), &edition)
	app.Require(cmd, "dialect")
	return cmd
}
