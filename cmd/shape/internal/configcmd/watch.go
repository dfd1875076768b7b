package configcmd

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

func configWatchCommand(a *app.App) *cobra.Command {
	var o config.Options
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "follow reloads, one line each, until interrupted",
		Long: `watch follows the configuration, and prints a line for each reload until it is
interrupted. Warnings of a configuration that comes into use go to standard error.`,
		Args: app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error { return watchConfig(a, o) },
	}
	app.AddConfig(cmd.Flags(), &o)
	return cmd
}

func watchConfig(a *app.App, o config.Options) error {
	w, err := config.Watch(context.Background(), o)
	if err != nil {
		return err
	}
	defer w.Close()
	changes, cancel := w.Subscribe()
	defer cancel()
	var before config.Status
	now := w.Status()
	for more := true; more; {
		if err := terminal.Say(a.Stdout, "%s", app.Told(before, now, app.PrivacyFiles(w.Current()))); err != nil {
			return err
		}
		if before.Generation != now.Generation {
			a.Warn(w.Current().Warnings())
		}
		var c config.Change
		c, more = <-changes
		before, now = now, c.Status
	}
	return nil
}
