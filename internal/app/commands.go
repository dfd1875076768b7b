package app

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// ArgCount limits the number of arguments. Its error shows the usage.
func ArgCount(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("usage: %s", cmd.UseLine())
		}
		return nil
	}
}

// Reading runs a command on the named files or on standard input. Without arguments on a
// terminal it prints help.
func (a *App) Reading(run func(files []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, files []string) error {
		if len(files) == 0 && cmd.Flags().NFlag() == 0 && terminal.Is(a.Stdin) {
			if !cmd.HasParent() {
				_, err := io.WriteString(a.Stdout, a.Brief)
				return err
			}
			return cmd.Help()
		}
		if len(files) == 0 {
			files = []string{"-"}
		}
		a.watch(files)
		return run(files)
	}
}

// Group returns a command that holds subcommands.
func Group(name, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:                   name + " COMMAND",
		Short:                 short,
		DisableFlagsInUseLine: true,
		RunE:                  OnlyGroup,
	}
	cmd.AddCommand(commands...)
	return cmd
}

// OnlyGroup runs a group without a subcommand.
func OnlyGroup(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return words.Hinted(fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath()), args[0], CommandsOf(cmd))
}

// CommandsOf returns the names of the commands below cmd.
func CommandsOf(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}
