package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/config"
)

func (a *app) configWatchCommand() *cobra.Command {
	var o config.Options
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "follow reloads, one line each, until interrupted",
		Args:  takes(0, 0),
		RunE:  func(*cobra.Command, []string) error { return a.watchConfig(o) },
	}
	addConfig(cmd.Flags(), &o)
	return cmd
}

func (a *app) watchConfig(o config.Options) error {
	w, err := config.Watch(context.Background(), o)
	if err != nil {
		return err
	}
	defer w.Close()
	changes, cancel := w.Subscribe()
	defer cancel()
	if err := a.tell(w.Status()); err != nil {
		return err
	}
	for c := range changes {
		if err := a.tell(c.Status); err != nil {
			return err
		}
	}
	return nil
}

// tell prints one line: what is in use, or why the files as they are now are
// not.
func (a *app) tell(s config.Status) error {
	line := fmt.Sprintf("generation %d: %s, hash %.12s", s.Generation, orBuiltIn(s.Path), s.Live)
	switch {
	case s.Err != nil:
		line = fmt.Sprintf("generation %d stays: %s", s.Generation, oneLine(s.Err))
	case s.Missing:
		line += ", the file has vanished and its last content holds"
	}
	return terminal.Say(a.stdout, "%s", line)
}

// oneLine joins the problems of a configuration.
func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }
