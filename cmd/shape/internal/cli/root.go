package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

const rootExample = `  tool | shape --tool analyze_code          shape under .code-scalpel/response_config.json
  shape -x '*_url,node_id' result.json      leave fields out, at any depth
  shape --include items.name,total *.json   keep nothing else
  shape --drop null --stats result.json     leave nulls out, and count what that saves
  shape --in-place=.bak -x secret *.json    edit files, keeping copies
  tool | shape --lines --skip-invalid       leave broken lines out, and count them
  shape --as csv result.json                print the rows as CSV
  shape explain -x secret result.json       why each field stays or goes`

const rootAbout = `shape makes the JSON that tools return small before a language model pays for it.
It reads documents from files or standard input and prints each one shaped.`

const rootLong = rootAbout + `

Exit status: 0 ok; 1 with -e nothing is left, validate, convert: not valid, retrieve:
nothing is there; 2 usage, configuration or mask; 3 input file; 4 write error; 5 not JSON,
or refused; 6 over budget with --fail-over; 70 a fault of shape itself; 126, 127 of proxy:
no server; 130, 141, 143 by SIGINT, SIGPIPE, SIGTERM.
More: shape help flags; shape help TOPIC, one of configuration, documents, environment,
envelopes, errors, filter, guarantees, library, masks, messages, privacy, proxy, reports,
suggestions, trust.`

// Run runs the command with arguments and returns the exit status. A signal ends the
// process itself.
func Run(env Env, args []string) int { return appFor(env, args).run(execute) }

func appFor(env Env, args []string) *app {
	a := newApp(env, args)
	a.brief, a.commands = brief, func() []string { return commandsOf(Root()) }
	return a
}

// execute runs the command that the arguments name. Without a name it is the filter, and the
// other commands are not made, to save time at the start.
func execute(a *app) error {
	a.colour("auto")
	root := filterOnly(a)
	if slices.ContainsFunc(a.args, mayBeCommand) {
		root = rootCommand(a)
	}
	root.SetArgs(append([]string{}, a.args...)) // nil would mean the arguments of the process
	return root.Execute()
}

// makers returns the makers of all subcommands except help and completion.
func makers() map[string]func(*app) *cobra.Command {
	return map[string]func(*app) *cobra.Command{
		"explain":  explainCommand,
		"wrap":     wrapCommand,
		"validate": validateCommand,
		"convert":  convertCommand,
		"expand":   expandCommand,
		"cursor":   cursorCommand,
		"classify": classifyCommand,
		"codes":    codesCommand,
		"schema":   schemaCommand,
		"config":   configCommand,
		"suggest":  suggestCommand,
		"version":  versionCommand,
		"man":      removedCommand,
		"proxy":    proxyCommand,
		"retrieve": retrieveCommand,
		"stats":    statsCommand,

		"hook":      hookCommand,
		"install":   installCommand,
		"uninstall": uninstallCommand,
	}
}

// mayBeCommand reports whether an argument is the name of a command.
func mayBeCommand(arg string) bool {
	switch arg {
	case "help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd:
		return true
	}
	return makers()[arg] != nil
}

// Root returns the command with all subcommands, to generate manuals from.
func Root() *cobra.Command { return rootCommand(&app{}) }

func removedCommand(a *app) *cobra.Command {
	return &cobra.Command{Use: "man", Hidden: true, RunE: func(*cobra.Command, []string) error {
		return errors.New("shape man is removed: make man writes the pages of the manual")
	}}
}

// rootCommand returns the filter with all subcommands.
func rootCommand(a *app) *cobra.Command {
	root := filterOnly(a)
	root.CompletionOptions.DisableDefaultCmd = false
	root.SetHelpFunc(nil)
	for _, command := range makers() {
		root.AddCommand(command(a))
	}
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	addCompletionCommand(root)
	addCompletions(root)
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	root.Annotations = map[string]string{"flags": groupedFlags(root.LocalFlags())}
	return root
}

// filterOnly returns the filter without subcommands. Its help lists all of them.
func filterOnly(a *app) *cobra.Command {
	root := filterCommand(a)
	root.Long, root.Example = rootLong, rootExample
	root.Version = "that of the build" // the template prints the build instead
	root.SilenceUsage, root.SilenceErrors = true, true
	a.addStyle(root.PersistentFlags())
	root.SetIn(a.stdin)
	root.SetOut(quietStream{a.stdout})
	root.SetErr(a.stderr)
	root.SetHelpTemplate(helpTemplate)
	root.SetUsageTemplate(helpTemplate)
	root.SetVersionTemplate("{{build}}\n")
	root.SetFlagErrorFunc(a.flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpFunc(func(*cobra.Command, []string) {
		whole := rootCommand(a)
		whole.InitDefaultHelpFlag()
		whole.InitDefaultVersionFlag()
		whole.Help()
	})
	return root
}

// quietStream hides write errors from cobra. The stream keeps the first one, and the run ends with
// it.
type quietStream struct{ *output.Stream }

func (w quietStream) Write(p []byte) (int, error) {
	w.Stream.Write(p)
	return len(p), nil
}

// argCount limits the number of arguments. Its error shows the usage.
func argCount(least, most int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return fmt.Errorf("usage: %s", cmd.UseLine())
		}
		return nil
	}
}

// reading runs a command on the named files or on standard input. Without arguments on a
// terminal it prints help.
func (a *app) reading(run func(files []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, files []string) error {
		if len(files) == 0 && cmd.Flags().NFlag() == 0 && terminal.Is(a.stdin) {
			if !cmd.HasParent() {
				_, err := io.WriteString(a.stdout, a.brief)
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

// group returns a command that holds subcommands.
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

// onlyGroup runs a group without a subcommand.
func onlyGroup(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return words.Hinted(fmt.Errorf("unknown command %q for %q", args[0], cmd.CommandPath()), args[0], commandsOf(cmd))
}

// commandsOf returns the names of the commands below cmd.
func commandsOf(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}
