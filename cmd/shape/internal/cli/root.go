// Package cli is the command shape: a filter over standard input or files, and the
// commands around the envelopes and the configuration that it knows. It puts the root command
// together; each area of commands is a package of its own.
package cli

import (
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/configcmd"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/envelopes"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/explain"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/filter"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/hook"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/install"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/presets"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/record"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/retrieve"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/stats"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/status"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/tune"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/view"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/proxycmd"
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
More: shape help flags; shape help TOPIC, one of clients, configuration, documents,
environment, envelopes, errors, filter, guarantees, library, masks, messages, oauth,
packages, presets, privacy, proxy, recording, reports, savings, scale, start, status,
suggestions, texts, tools, transcripts, trust, tune, view.`

// Run runs the command with arguments and returns the exit status. A signal ends the
// process itself.
func Run(env app.Env, args []string) int { return appFor(env, args).Run(execute) }

func appFor(env app.Env, args []string) *app.App {
	a := app.New(env, args)
	a.Brief, a.Commands = brief, func() []string { return app.CommandsOf(Root()) }
	return a
}

// execute runs the command that the arguments name. Without a name it is the filter, and the
// other commands are not made, to save time at the start.
func execute(a *app.App) error {
	a.Colour("auto")
	root := filterOnly(a)
	if slices.ContainsFunc(a.Args, mayBeCommand) {
		root = rootCommand(a)
	}
	root.SetArgs(append([]string{}, a.Args...)) // nil would mean the arguments of the process
	return root.Execute()
}

// makers returns the makers of all subcommands except help and completion.
func makers() map[string]func(*app.App) *cobra.Command {
	return map[string]func(*app.App) *cobra.Command{
		"explain":  explain.Command,
		"wrap":     filter.WrapCommand,
		"validate": envelopes.ValidateCommand,
		"convert":  envelopes.ConvertCommand,
		"expand":   envelopes.ExpandCommand,
		"cursor":   envelopes.CursorCommand,
		"classify": envelopes.ClassifyCommand,
		"codes":    envelopes.CodesCommand,
		"schema":   envelopes.SchemaCommand,
		"config":   configcmd.Command,
		"suggest":  stats.SuggestCommand,
		"tune":     tune.Command,
		"untune":   tune.UntuneCommand,
		"view":     view.Command,
		"presets":  presets.Command,
		"version":  versionCommand,
		"upgrade":  upgradeCommand,
		"man": func(*app.App) *cobra.Command {
			return &cobra.Command{Use: "man", Hidden: true, RunE: func(*cobra.Command, []string) error {
				return errors.New("shape man is removed: make man writes the pages of the manual")
			}}
		},
		"proxy":    proxycmd.Command,
		"record":   record.Command,
		"retrieve": retrieve.Command,
		"stats":    stats.Command,
		"status":   status.Command,

		"hook":      hook.Command,
		"doctor":    status.DoctorCommand,
		"install":   install.Command,
		"uninstall": install.UninstallCommand,
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
func Root() *cobra.Command { return rootCommand(&app.App{}) }

// rootCommand returns the filter with all subcommands.
func rootCommand(a *app.App) *cobra.Command {
	root := filterOnly(a)
	root.CompletionOptions.DisableDefaultCmd = false
	root.SetHelpFunc(printHelp)
	for _, command := range makers() {
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

// filterOnly returns the filter without subcommands. Its help lists all of them.
func filterOnly(a *app.App) *cobra.Command {
	root, version := filter.Command(a), false
	shape := root.RunE
	root.RunE = func(cmd *cobra.Command, files []string) error {
		if version {
			return versionCommand(a).RunE(cmd, files)
		}
		return shape(cmd, files)
	}
	root.Flags().BoolVarP(&version, "version", "v", false, "version for shape")
	root.Flags().SetAnnotation("version", cobra.FlagSetByCobraAnnotation, []string{"true"}) // nothing to complete after it
	root.Long, root.Example = rootLong, rootExample
	root.SilenceUsage, root.SilenceErrors = true, true
	a.AddStyle(root.PersistentFlags())
	root.SetIn(a.Stdin)
	root.SetOut(quietStream{a.Stdout})
	root.SetErr(a.Stderr)
	root.SetFlagErrorFunc(a.FlagError)
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetHelpFunc(func(*cobra.Command, []string) { rootCommand(a).Help() })
	return root
}

// quietStream hides write errors from cobra. The stream keeps the first one for the run's end.
type quietStream struct{ *output.Stream }

func (w quietStream) Write(p []byte) (int, error) {
	w.Stream.Write(p)
	return len(p), nil
}
