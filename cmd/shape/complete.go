package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// addCompletions lets shells complete what the flags of a command, and of those
// below it, take.
func addCompletions(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if c, ok := f.Value.(*choice); ok {
			known := cobra.FixedCompletions(c.known, cobra.ShellCompDirectiveNoFileComp)
			cmd.RegisterFlagCompletionFunc(f.Name, known)
		}
	})
	if cmd.Flags().Lookup("profile") != nil {
		cmd.RegisterFlagCompletionFunc("profile", completeProfile)
	}
	for _, below := range cmd.Commands() {
		addCompletions(below)
	}
}

// completeProfile offers the profiles of the configuration that the command line
// names or the search finds, and the built-in ones where it is of no use.
func completeProfile(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	o := config.Options{}
	if f := cmd.Flags().Lookup("config"); f != nil {
		o.Path = f.Value.String()
	}
	set := profiles.Builtin()
	if s, err := config.Load(o); err == nil {
		set = s.Profiles()
	}
	return set.ProfileNames(), cobra.ShellCompDirectiveNoFileComp
}

// addCompletionCommand adds the command that prints the scripts of the shells,
// with the manners of our own groups.
func addCompletionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, _ := root.Find([]string{"completion"})
	cmd.Use, cmd.DisableFlagsInUseLine = "completion SHELL", true
	cmd.Short, cmd.Long = "print the script with which a shell completes", ""
	cmd.Args, cmd.RunE = cobra.ArbitraryArgs, onlyGroup
}
