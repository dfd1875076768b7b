package configcmd

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/respelled"
	"github.com/seed-7aa78ce4/shape/profiles"
)

func configCheckCommand(a *app.App) *cobra.Command {
	var o config.Options
	var format string
	var on []string
	cmd := &cobra.Command{
		Use:   "check [flags] [FILE…]",
		Short: "print every problem of the file in force, or of others",
		RunE: func(_ *cobra.Command, files []string) (failed error) {
			if len(files) > 0 && o.Path != "" {
				return errors.New("name files by --config or without")
			}
			if len(files) == 0 {
				files = []string{o.Path}
			}
			for _, o.Path = range files {
				err := checkConfig(a, o, format == "json", on)
				if failure, ok := errors.AsType[*app.Failure](err); ok && failure.Err == nil {
					failed = err
				} else if err != nil {
					return err
				}
			}
			return failed
		},
	}
	app.AddConfig(cmd.Flags(), &o)
	app.AddFormat(cmd.Flags(), &format)
	cmd.Flags().BoolVar(&o.Strict, "strict", false, "report each unknown key as an error, as the filter does under --strict")
	cmd.Flags().StringArrayVar(&on, "on", nil, "also list the names in the recordings at `PATH` that privacy hides only by another spelling")
	return cmd
}

// checkConfig prints all problems to standard output. Errors and unknown keys fail the check;
// other warnings do not.
func checkConfig(a *app.App, o config.Options, asJSON bool, on []string) error {
	problems := config.Diagnostics{}
	s, err := config.Load(o)
	if err == nil {
		problems = append(problems, s.Warnings()...)
	} else if found, ok := errors.AsType[config.Diagnostics](err); ok {
		problems = found
	} else {
		return err
	}
	hidden, err := newlyHidden(s, on)
	if err != nil {
		return err
	}
	out := output.New(a.Stdout, output.Layout{})
	switch {
	case asJSON && len(on) > 0:
		if err := out.Value(onRecordings{problems, hidden}); err != nil {
			return err
		}
	case asJSON:
		if err := out.Value(problems); err != nil {
			return err
		}
	case len(problems) == 0:
		fmt.Fprintf(a.Stdout, "%s: no problems\n", app.OrBuiltIn(s.Path()))
	default:
		for _, d := range problems {
			terminal.Say(a.Stdout, "%s", d.Error())
			if a.Stdout.IsTerminal() && d.Line > 0 {
				fmt.Fprint(a.Stdout, terminal.ExcerptAt(d.File, d.Line, d.Column).In(a.Stdout.Colours()))
			}
		}
	}
	if !asJSON {
		printHidden(a, hidden)
	}
	if err := out.Flush(true); err != nil {
		return err
	}
	if s == nil || slices.ContainsFunc(problems, func(d config.Diagnostic) bool { return d.Ignored }) {
		return &app.Failure{Status: app.ExitUsage}
	}
	return nil
}

// onRecordings is the JSON form of config check with recordings.
type onRecordings struct {
	Problems config.Diagnostics `json:"problems"`
	Hidden   []respelled.Rule   `json:"newly_hidden"`
}

// newlyHidden lists the names in recordings that a privacy rule hides only in another spelling.
// It returns none without a configuration.
func newlyHidden(s *config.Snapshot, paths []string) ([]respelled.Rule, error) {
	if s == nil || len(paths) == 0 {
		return nil, nil
	}
	set, err := recordings.Read(paths, "any") // a privacy rule holds for every tool
	if err != nil {
		return nil, app.InputError(err)
	}
	resolved, err := s.Profiles().Resolve(profiles.Key{})
	if err != nil {
		return nil, err
	}
	return respelled.Find(resolved, set.Calls)
}

func printHidden(a *app.App, rules []respelled.Rule) {
	for _, r := range rules {
		var names []string
		for _, n := range r.Names {
			names = append(names, fmt.Sprintf("%q %d", n.Name, n.Count))
		}
		if r.Others > 0 {
			names = append(names, fmt.Sprintf("and %d other names", r.Others))
		}
		terminal.Say(a.Stdout, "%s (%s): newly hidden: %s", r.Origin, r.Mask, strings.Join(names, ", "))
	}
}
