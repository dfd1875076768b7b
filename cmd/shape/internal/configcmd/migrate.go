package configcmd

import (
	"errors"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

func configMigrateCommand(a *app.App) *cobra.Command {
	var dryRun, check bool
	cmd := &cobra.Command{
		Use:   "migrate [flags] FILE",
		Short: "rewrite the removed keys of a file; comments and layout stay",
		Args:  app.ArgCount(1, 1),
		RunE:  func(_ *cobra.Command, files []string) error { return migrate(a, files[0], dryRun || check, check) },
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "print the changes, and write nothing")
	cmd.Flags().BoolVar(&check, "check", false, "as --dry-run, and exit with 1 if there are changes")
	return cmd
}

// migrate rewrites a file in one step and prints each change with its line.
func migrate(a *app.App, name string, dryRun, check bool) error {
	text, changes, err := config.Migrate(name)
	switch _, isPath := errors.AsType[*fs.PathError](err); {
	case isPath:
		return app.InputError(err)
	case err != nil:
		return err
	case len(changes) == 0:
		terminal.Say(a.Stdout, "%s: there is nothing to change", name)
		return nil
	}
	if !dryRun {
		to, err := a.Gate.Edit(name)
		if err != nil {
			return err
		}
		defer to.Discard()
		if _, err := to.Write(text); err != nil {
			return output.Fault(err)
		}
		if err := to.Commit(); err != nil {
			return err
		}
	}
	for _, c := range changes {
		terminal.Say(a.Stdout, "%s:%d: %s %s", name, c.Line, c.Pointer, c.Message)
	}
	if check {
		return &app.Failure{Status: app.ExitNothing}
	}
	return nil
}
