package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
)

func configWatchCommand(a *app) *cobra.Command {
	var o config.Options
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "follow reloads, one line each, until interrupted",
		Long: `watch follows the configuration, and prints a line for each reload until it is
interrupted. Warnings of a configuration that comes into use go to standard error.`,
		Args: argCount(0, 0),
		RunE: func(*cobra.Command, []string) error { return watchConfig(a, o) },
	}
	addConfig(cmd.Flags(), &o)
	return cmd
}

func watchConfig(a *app, o config.Options) error {
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
		if err := terminal.Say(a.stdout, "%s", told(before, now, privacyFiles(w.Current()))); err != nil {
			return err
		}
		warnOf(a, before, now, w.Current())
		var c config.Change
		c, more = <-changes
		before, now = now, c.Status
	}
	return nil
}

// told returns one line: the configuration in use, or the reason to refuse the files, and a
// change of the way of watching.
func told(before, now config.Status, privacy []string) string {
	if now.Err != nil {
		verb := "stays"
		if now.Closed {
			verb = "shows nothing"
		}
		return fmt.Sprintf("generation %d %s: %s%s", now.Generation, verb, strings.ReplaceAll(now.Err.Error(), "\n", "; "), watchChange(before, now))
	}
	line := inUse(now, privacy)
	if before.Err != nil {
		line += "; nothing is refused any more"
	}
	return line + watchChange(before, now)
}

// inUse describes the configuration in use.
func inUse(s config.Status, privacy []string) string {
	line := fmt.Sprintf("generation %d: %s, hash %.12s", s.Generation, orBuiltIn(s.Path), s.Live)
	if len(privacy) > 0 {
		line += ", with the privacy of " + strings.Join(privacy, ", ")
	}
	return line
}

// watchChange describes a change between notifications and polling, or returns "".
func watchChange(before, now config.Status) string {
	switch {
	case now.Mode == config.ModePoll && (before.Mode != now.Mode || before.Blind != now.Blind):
		return "; the files are polled: " + now.Blind
	case now.Mode == config.ModeNotify && before.Mode == config.ModePoll:
		return "; notifications came back"
	}
	return ""
}
