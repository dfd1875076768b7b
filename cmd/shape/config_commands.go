package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
)

func (a *app) configCommand() *cobra.Command {
	return group("config", "find, check, show, start, and follow the configuration",
		a.configPathCommand(), a.configCheckCommand(), a.configShowCommand(),
		a.configInitCommand(), a.configSchemaCommand(), a.configWatchCommand())
}

// group is a command that only holds others.
func group(name, short string, commands ...*cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:                   name + " COMMAND",
		Short:                 short,
		DisableFlagsInUseLine: true,
		RunE:                  onlyGroup,
	}
	cmd.AddCommand(commands...)
	return cmd
}

// onlyGroup runs a group without a command that it holds.
func onlyGroup(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return hinted(fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath()), args[0], commandsOf(cmd))
}

// commandsOf are the names of the commands that a command holds.
func commandsOf(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}

func (a *app) configPathCommand() *cobra.Command {
	var o config.Options
	cmd := &cobra.Command{
		Use:   "path",
		Short: "print which file is in force",
		Args:  takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			s, err := config.Load(o)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(a.stdout, orBuiltIn(s.Path()))
			return err
		},
	}
	addConfig(cmd.Flags(), &o)
	return cmd
}

func (a *app) configSchemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "print the JSON Schema of the file, from which editors complete",
		Args:  takes(0, 0),
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(config.Schema())
			return err
		},
	}
}
