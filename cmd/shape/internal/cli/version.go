package cli

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/internal/app"
)

func versionCommand(a *app.App) *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "print the version, the commit and the toolchain",
		Example: "  shape version --json",
		Args:    app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			b := app.BuiltFrom(debug.ReadBuildInfo())
			if format != "json" {
				_, err := fmt.Fprintln(a.Stdout, b)
				return err
			}
			return a.PrintJSON(b)
		},
	}
	app.AddFormat(cmd.Flags(), &format)
	return cmd
}
