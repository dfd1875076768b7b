package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/shaper"
)

const rootExample = `  tool | shape --tool analyze_code          shape under .code-scalpel/response_config.json
  shape -x '*_url,node_id' result.json      leave fields out, at any depth
  shape --include items.name,total *.json   keep nothing else
  shape --drop null --stats result.json     leave nulls out, and count what that saves
  shape --in-place=.bak -x secret *.json    edit files, keeping copies
  shape explain -x secret result.json       why each field stays or goes`

const rootLong = `shape makes the JSON that tools return small before a language model pays for it.
It reads documents from files or standard input and prints each one shaped.

Exit status: 0 ok, 1 with -e when nothing is left, 2 usage, configuration or mask,
3 input file, 4 write error, 5 invalid JSON.
More: shape help masks, shape help configuration, shape help environment.`

// execute runs the command that the arguments name.
func (a *app) execute(args []string) error {
	root := a.root()
	root.SetArgs(append([]string{}, args...)) // nil would mean those of the process
	return root.Execute()
}

func (a *app) root() *cobra.Command {
	f := &filter{app: a}
	f.answer = func(dst []byte, req shaper.Request) ([]byte, shaper.Report, error) {
		return f.engine.AppendShape(dst, req)
	}
	root := &cobra.Command{
		Use:           "shape [flags] [FILE…]",
		Long:          rootLong,
		Example:       rootExample,
		Version:       version(),
		Args:          cobra.ArbitraryArgs,
		RunE:          a.reading(f.run),
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	f.flags(root.Flags(), anyDialect())
	f.inPlace.add(root.Flags())
	f.pager.add(root.Flags())
	root.AddCommand(a.explainCommand(), a.wrapCommand(), a.validateCommand(), a.convertCommand(),
		a.cursorCommand(), a.schemaCommand(), a.configCommand())
	a.setManners(root) // before the completion command, which takes the streams as they are
	root.SetHelpCommand(helpCommand())
	root.InitDefaultHelpCmd()
	addCompletionCommand(root)
	addCompletions(root)
	a.commands = commandsOf(root)
	return root
}

// setManners says how a command, and those below it, speak: over which streams,
// and in which words.
func (a *app) setManners(cmd *cobra.Command) {
	cmd.SetIn(a.stdin)
	cmd.SetOut(a.stdout)
	cmd.SetErr(a.stderr)
	cmd.SetHelpTemplate(helpTemplate)
	cmd.SetUsageTemplate(helpTemplate)
	cmd.SetVersionTemplate("{{.Version}}\n")
	cmd.SetFlagErrorFunc(flagError)
}

// flagError words what is wrong with a flag.
func flagError(cmd *cobra.Command, err error) error {
	if invalid, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return invalidValue(invalid.GetFlag(), invalid.Unwrap())
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, unknown)
	}
	return err
}

// unknownFlag adds what was meant: the nearest name, or those that a letter may
// stand for.
func unknownFlag(cmd *cobra.Command, err *pflag.NotExistError) error {
	name := "--" + err.GetSpecifiedName()
	var known, full []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		known = append(known, "--"+f.Name)
		if strings.HasPrefix("--"+f.Name, name) {
			full = append(full, "--"+f.Name)
		}
	})
	if err.GetSpecifiedShortnames() != "" && full != nil {
		return fmt.Errorf("%w; in full only: %s", err, strings.Join(full, ", "))
	}
	return hinted(err, name, known)
}

func invalidValue(flag *pflag.Flag, err error) error {
	if syntax, ok := errors.AsType[*fieldmask.SyntaxError](err); ok {
		return &badMask{flag, syntax}
	}
	if number, ok := errors.AsType[*strconv.NumError](err); ok {
		err = fmt.Errorf("%q: %w", number.Num, number.Err)
	}
	return fmt.Errorf("--%s: %w", flag.Name, err)
}
