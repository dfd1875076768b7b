package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// expansion is the command expand.
type expansion struct {
	*app
	input
	out outputFlags
}

const expandLong = `expand unfolds the tables of --columns or a configuration. Each table becomes its former
list of objects, byte for byte, in the texts of a tool result as well. All else stays,
except white space. The privacy sections of the home and the /etc file apply first.`

const expandExample = `  tool | shape --columns | shape expand`

// expandCommand returns the command expand.
func expandCommand(a *app) *cobra.Command {
	x := &expansion{app: a}
	cmd := &cobra.Command{
		Use:     "expand [flags] [FILE…]",
		Short:   "unfold the tables of --columns",
		Long:    expandLong,
		Example: expandExample,
		RunE:    a.reading(x.run),
	}
	x.input.add(cmd.Flags())
	x.out.add(cmd.Flags())
	return cmd
}

func (x *expansion) run(files []string) error {
	if err := x.check(); err != nil {
		return err
	}
	x.out.sequence = x.framing.sequence
	out, err := x.out.open(x.app, files)
	if err != nil {
		return err
	}
	r := x.reader(x.app, func(d document) error { return x.expand(d, out) }, leftOut)
	return x.end(x.stderr, out.End(r.allWithoutPrivate(files)), false)
}

func (x *expansion) expand(d document, out *output.Documents) error {
	if _, err := out.Document(func(dst []byte) ([]byte, error) {
		text, err := shaper.Unfold(d.text)
		if err != nil {
			return dst, d.unusable(err)
		}
		return scan.AppendCompact(slices.Grow(dst, len(text)+len("\n")), text), nil
	}); err != nil {
		return err
	}
	return out.Flush(d.last)
}
