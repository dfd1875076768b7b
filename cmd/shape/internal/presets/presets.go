// Package presets is the command presets: it lists, shows and measures the presets.
package presets

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/profiles/presets"
)

// Command returns the command presets.
func Command(a *app.App) *cobra.Command {
	return app.Group("presets", "list, show, and measure rules for known servers", listCommand(a), showCommand(a), checkCommand(a))
}

func listCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "print the presets, their servers and their evidence, a line each",
		Args:  app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error {
			table := terminal.Table(a.Stdout)
			for _, p := range presets.All() {
				evidence := "no evidence"
				if e := p.Evidence; e != nil {
					evidence = fmt.Sprintf("%d sessions, results -%s, prompts -%s, kept %s", e.Sessions, e.Unseen.Results, e.Unseen.Prompts, suggest.Percent(e.Unseen.Kept, e.Taken))
				}
				fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", p.Name, p.Date, evidence, strings.Join(p.Servers, ", "))
			}
			return table.Flush()
		},
	}
}

func showCommand(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use:     "show NAME",
		Short:   "print the file of a preset, a configuration to start from",
		Example: "  shape presets show github",
		Args:    app.ArgCount(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			p, err := presets.Named(args[0])
			if err == nil {
				_, err = a.Stdout.Write(p.Text)
			}
			return err
		},
	}
}

const checkLong = `check measures the presets on recordings of tools: the tokens of results, those of the
prompts of all turns, and the values that a later call or answer repeats. The name of the
recorded server chooses the preset. --preset chooses it for all recordings. shape help
suggestions describes the recordings.`

func checkCommand(a *app.App) *cobra.Command {
	var c checker
	cmd := &cobra.Command{
		Use:   "check [flags] DIR|FILE…",
		Short: "measure the presets on recordings",
		Long:  checkLong, Example: "  shape presets check --preset github recordings",
		Args: app.ArgCount(1, math.MaxInt),
		RunE: func(_ *cobra.Command, paths []string) error { return c.run(a, paths) },
	}
	cmd.Flags().StringVar(&c.preset, "preset", "", "measure the preset `NAME`, whatever the server")
	app.AddCounter(cmd.Flags(), &c.counter, "of results")
	return cmd
}

// checker measures presets on recordings.
type checker struct {
	preset, counter string
	sum             suggest.Figures
	fitting         int // results of servers with a preset
}

func (c *checker) run(a *app.App, paths []string) error {
	server := ""
	if c.preset != "" {
		p, err := presets.Named(c.preset)
		if err != nil {
			return err
		}
		server = p.Servers[0]
	}
	set, err := config.Parse("presets", []byte(`{"presets": "auto", "global": {"archive": {"store": "memory"}}}`))
	if err != nil {
		return err
	}
	options := suggest.Options{Counter: app.CounterOf(c.counter)}
	shape, err := suggest.By(set, options)
	if err != nil {
		return err
	}
	_, err = recordings.Sessions(paths, "", func(s *recordings.Session) error {
		f, err := suggest.Measure(s, options, func(call *recordings.Call, result []byte) ([]byte, error) {
			of := *call
			if server != "" {
				of.Server = server
			}
			if name, _ := set.Profiles().Preset(of.Server, []string{of.Tool}); name != "" {
				c.fitting++
			}
			return shape(&of, result)
		})
		c.sum.Add(f[0])
		return err
	})
	switch {
	case err != nil:
		return app.InputError(err)
	case c.sum.Results == 0:
		return app.InputError(errors.New("no result of a tool was found"))
	case c.fitting == 0:
		return app.InputError(errors.New("no preset fits a recorded server (--preset names one)"))
	}
	f := &c.sum
	table := terminal.Table(a.Stdout)
	fmt.Fprintf(table, "sessions\t%d\n", f.Sessions)
	fmt.Fprintf(table, "results\t%d, a preset for %d\n", f.Results, c.fitting)
	fmt.Fprintf(table, "tokens of results\t%d, shaped %d\t-%s\n", f.Before, f.After, suggest.Percent(f.Before-f.After, f.Before))
	fmt.Fprintf(table, "tokens of prompts\t%d, shaped %d\t-%s\n", f.Prompt, f.Shaped, suggest.Percent(f.Prompt-f.Shaped, f.Prompt))
	fmt.Fprintf(table, "values taken up\t%d, kept %d\t%s\n", f.Taken, f.Kept, suggest.Percent(f.Kept, f.Taken))
	fmt.Fprintf(table, "not kept\tretrievable %d, lost %d\n", f.Back, f.Lost)
	return table.Flush()
}
