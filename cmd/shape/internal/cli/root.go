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
	"github.com/seed-7aa78ce4/shape/shaper"
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

// execute runs the command that the arguments name. Without a name it is the filter, and the
// other commands are not made, to save time at the start.
func (a *app) execute() error {
	a.colour("auto")
	root := filterCommand(a)
	if slices.ContainsFunc(a.args, a.mayBeCommand) {
		root = a.root()
	}
	root.SetArgs(append([]string{}, a.args...)) // nil would mean the arguments of the process
	return root.Execute()
}

// commands returns the makers of all subcommands except help and completion.
func (a *app) commands() map[string]func(*app) *cobra.Command {
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
func (a *app) mayBeCommand(arg string) bool {
	switch arg {
	case "help", "completion", cobra.ShellCompRequestCmd, cobra.ShellCompNoDescRequestCmd:
		return true
	}
	return a.commands()[arg] != nil
}

// Root returns the command with all subcommands, to generate manuals from.
func Root() *cobra.Command { return (&app{}).root() }

func removedCommand(a *app) *cobra.Command {
	return &cobra.Command{Use: "man", Hidden: true, RunE: func(*cobra.Command, []string) error {
		return errors.New("shape man is removed: make man writes the pages of the manual")
	}}
}

// root returns the filter with all subcommands.
func (a *app) root() *cobra.Command {
	root := filterCommand(a)
	root.CompletionOptions.DisableDefaultCmd = false
	root.SetHelpFunc(printHelp)
	for _, command := range a.commands() {
		root.AddCommand(command(a))
	}
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	addCompletionCommand(root)
	addCompletions(root)
	root.InitDefaultHelpFlag()
	root.Annotations = map[string]string{"flags": groupedFlags(root.LocalFlags())}
	return root
}

// filterCommand returns the filter. Its help lists all subcommands.
func filterCommand(a *app) *cobra.Command {
	f, version := &filter{app: a}, false
	f.answer = func(dst []byte, req shaper.Request) ([]byte, shaper.Report, error) {
		if cap(dst)-len(dst) < len(req.Body) {
			dst = append(make([]byte, 0, len(dst)+len(req.Body)), dst...) // slices.Grow would write to all of it
		}
		return f.engine.AppendShape(dst, req)
	}
	root := &cobra.Command{
		Use:     "shape [flags] [FILE…]",
		Long:    rootLong,
		Example: rootExample,
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, files []string) error {
			if version {
				return versionCommand(a).RunE(cmd, files)
			}
			return a.reading(f.run)(cmd, files)
		},
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.Flags().BoolVarP(&version, "version", "v", false, "version for shape")
	root.Flags().SetAnnotation("version", cobra.FlagSetByCobraAnnotation, []string{"true"}) // nothing to complete after it
	f.flags(root.Flags(), anyDialect())
	f.report.addRules(root.Flags())
	f.inPlace.add(root.Flags())
	f.framing.add(root.Flags())
	f.tolerance.add(root.Flags(), true)
	f.dryRun.add(root.Flags())
	f.pager.add(root.Flags())
	f.jobs.add(root.Flags())
	f.as.add(root.Flags())
	a.addStyle(root.PersistentFlags())
	a.setIO(root)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpFunc(func(*cobra.Command, []string) { a.root().Help() })
	return root
}

// setIO sets the streams of a command and its subcommands.
func (a *app) setIO(cmd *cobra.Command) {
	cmd.SetIn(a.stdin)
	cmd.SetOut(quietStream{a.stdout})
	cmd.SetErr(a.stderr)
	cmd.SetFlagErrorFunc(a.flagError)
}

// quietStream hides write errors from cobra. The stream keeps the first one for the run's end.
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
				_, err := io.WriteString(a.stdout, brief)
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

func commandsOf(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	return names
}
