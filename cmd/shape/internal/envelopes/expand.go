package envelopes

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// expansion is the command expand.
type expansion struct {
	*app.App
	documents.Input
	out documents.Output
}

const expandLong = `expand unfolds the tables of --columns or a configuration. Each table becomes its former
list of objects, byte for byte, in the texts of a tool result as well. All else stays,
except white space. The privacy sections of the home and the /etc file apply first.`

const expandExample = `  tool | shape --columns | shape expand`

// ExpandCommand returns the command expand.
func ExpandCommand(a *app.App) *cobra.Command {
	x := &expansion{App: a}
	cmd := &cobra.Command{
		Use:   "expand [flags] [FILE…]",
		Short: "unfold the tables of --columns",
		Long:  expandLong, Example: expandExample,
		RunE: a.Reading(x.run),
	}
	x.Input.Add(cmd.Flags())
	x.out.Add(cmd.Flags())
	return cmd
}

func (x *expansion) run(files []string) error {
	if err := x.Check(); err != nil {
		return err
	}
	x.out.Sequence = x.Framing.Sequence
	out, err := x.out.Open(x.App, files)
	if err != nil {
		return err
	}
	r := x.Reader(x.App, func(d documents.Document) error {
		_, err := out.Document(func(dst []byte) ([]byte, error) {
			text, err := shaper.Unfold(d.Text)
			if err != nil {
				return dst, d.Unusable(err)
			}
			return scan.AppendCompact(slices.Grow(dst, len(text)+len("\n")), text), nil
		})
		if err != nil {
			return err
		}
		return out.Flush(d.Last)
	}, nil)
	return x.End(x.Stderr, out.End(r.AllWithoutPrivate(files)), false)
}
