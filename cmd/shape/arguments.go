package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
)

// takes wants a number of arguments within limits, and else shows how the
// command is used.
func takes(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("usage: %s", cmd.UseLine())
		}
		return nil
	}
}

// reading runs a command over the files that are named, or else over standard
// input. Where nothing at all is said and that is a terminal, it shows the help
// instead of waiting for what nobody types.
func (a *app) reading(run func(files []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, files []string) error {
		if len(files) > 0 {
			return run(files)
		}
		if cmd.Flags().NFlag() == 0 && terminal.Is(a.stdin) {
			return cmd.Help()
		}
		return run([]string{"-"})
	}
}
