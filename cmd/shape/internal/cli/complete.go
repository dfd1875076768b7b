package cli

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// addCompletions registers completions for the flags of a command and its subcommands: known
// words, names of the configuration in force, and files.
func addCompletions(cmd *cobra.Command) {
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if complete := completionOf(f); complete != nil {
			cmd.RegisterFlagCompletionFunc(f.Name, complete)
		}
	})
	if cmd.ValidArgsFunction == nil {
		directive := cobra.ShellCompDirectiveNoFileComp
		if strings.Contains(cmd.Use, "FILE") {
			directive = cobra.ShellCompDirectiveDefault
		}
		cmd.ValidArgsFunction = cobra.FixedCompletions(nil, directive)
	}
	for _, below := range cmd.Commands() {
		addCompletions(below)
	}
}

// completionOf returns the completion of a flag, or nil if the flag takes any file.
func completionOf(f *pflag.Flag) cobra.CompletionFunc {
	switch value := f.Value.(type) {
	case *app.FileName:
		return nil
	case *app.Choice:
		return cobra.FixedCompletions(value.Known, cobra.ShellCompDirectiveNoFileComp)
	}
	switch f.Name {
	case "counter":
		return cobra.FixedCompletions(app.CounterNames(), cobra.ShellCompDirectiveNoFileComp)
	case "tier":
		return cobra.FixedCompletions(app.Tiers, cobra.ShellCompDirectiveNoFileComp)
	case "profile":
		return fromConfig(func(s *profiles.Set, _ *cobra.Command) []string { return s.ProfileNames() })
	case "tool":
		return fromConfig(func(s *profiles.Set, _ *cobra.Command) []string { return s.ToolNames() })
	case "mode":
		return fromConfig(func(s *profiles.Set, cmd *cobra.Command) []string {
			return s.Modes(valueOf(cmd, "server"), valueOf(cmd, "tool"))
		})
	}
	return cobra.NoFileCompletions
}

// fromConfig completes names of the configuration that --config names or the search finds. It
// completes nothing if that is invalid.
func fromConfig(names func(*profiles.Set, *cobra.Command) []string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		s, err := config.Load(config.Options{Path: valueOf(cmd, "config"), NoConfig: valueOf(cmd, "no-config") == "true"})
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return names(s.Profiles(), cmd), cobra.ShellCompDirectiveNoFileComp
	}
}

// valueOf returns the value of a flag, or "" if the command lacks the flag.
func valueOf(cmd *cobra.Command, flag string) string {
	if f := cmd.Flags().Lookup(flag); f != nil {
		return f.Value.String()
	}
	return ""
}

const completionLong = `completion prints the completion script of a shell: bash (with its package
bash-completion), fish, powershell or zsh.`

const completionExample = `  source <(shape completion bash)           in this shell
  shape completion fish > shape.fish        belongs into ~/.config/fish/completions
  shape completion zsh > _shape             belongs into a folder of $fpath`

// addCompletionCommand adds the command completion, with the behaviour of a group.
func addCompletionCommand(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	cmd, _, _ := root.Find([]string{"completion"})
	cmd.Use, cmd.DisableFlagsInUseLine = "completion SHELL", true
	cmd.Short, cmd.Long = "print the script with which a shell completes", completionLong
	cmd.Example = completionExample
	cmd.Args, cmd.RunE = cobra.ArbitraryArgs, app.OnlyGroup
}
