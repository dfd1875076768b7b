// Package tune holds the commands tune and untune. They write the lines that recorded sessions
// propose into the configuration, and take them out again.
package tune

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/stats"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// tuner is the commands tune and untune.
type tuner struct {
	*app.App
	config       config.Options
	from         stats.Source
	counter      string
	isSure       bool
	isDry        bool
	asJSON       bool
	answers      *bufio.Reader // of the user on a terminal
	isAll, isOff bool          // the user answered a, or q
}

const tuneLong = `tune learns from recorded sessions, and writes the lines that save tokens into the
configuration in force, or into that of the home. It shows the tokens of each tool before
and after, the fields that go with the type of their values, and the values kept on
sessions that it did not learn from. On a terminal it asks about each tool; --yes writes
all. Comments, layout and lines of yours stay, and yours win. A copy has the name of the
file and .before-tune. Running proxies follow the file at once. A second tune replaces the
lines of the first, and untune takes them out. DIR and FILE name other recordings. --from
reads the transcripts that a client writes (shape help transcripts).`

const tuneExample = `  shape tune --from claude-code --since 30d
  shape tune recordings --config tuned.json --yes`

const untuneLong = `untune takes out the lines that tune wrote. Without other edits since then, the file is
the former one byte for byte. Otherwise lines that changed since then stay.`

// Command returns the command tune.
func Command(a *app.App) *cobra.Command {
	t := &tuner{App: a}
	cmd := t.command("tune", "write the lines that recorded sessions propose into the configuration", tuneLong, t.tune)
	cmd.Use, cmd.Args, cmd.Example = "tune [flags] [DIR|FILE…]", cobra.ArbitraryArgs, tuneExample
	cmd.RunE = func(_ *cobra.Command, paths []string) error {
		t.from.Paths = paths
		return t.tune()
	}
	t.from.AddFlags(cmd.Flags())
	cmd.Flags().BoolVar(&t.isDry, "dry-run", false, "show the lines, and write nothing")
	cmd.Flags().BoolVar(&t.asJSON, "json", false, "print the figures as JSON, and ask nothing")
	app.AddCounter(cmd.Flags(), &t.counter, "that lines save")
	return cmd
}

// UntuneCommand returns the command untune.
func UntuneCommand(a *app.App) *cobra.Command {
	t := &tuner{App: a}
	return t.command("untune", "take the lines of tune out of the configuration", untuneLong, t.untune)
}

func (t *tuner) command(name, short, long string, run func() error) *cobra.Command {
	cmd := &cobra.Command{
		Use: name + " [flags]", Short: short, Long: long, Args: app.ArgCount(0, 0),
		RunE: func(*cobra.Command, []string) error { return run() },
	}
	cmd.Flags().Var((*app.FileName)(&t.config.Path), "config", "change `FILE`, which need not be there yet")
	cmd.Flags().BoolVarP(&t.isSure, "yes", "y", false, "write without asking")
	return cmd
}

func (t *tuner) tune() error {
	f, err := Open(t.App, t.config)
	if err != nil {
		return err
	}
	defer f.Close()
	options := suggest.Options{Counter: app.CounterOf(t.counter), Aim: suggest.Aim, Floor: suggest.Floor}
	learner, proposal, err := stats.Propose(t.App, t.from, options)
	if err != nil {
		return err
	}
	s, err := f.Settle(proposal)
	if err != nil {
		return err
	}
	r, err := f.Report(s, learner)
	if err != nil {
		return err
	}
	if t.asJSON {
		if r.Written = t.isSure && !t.isDry && f.Changes(s); r.Written {
			err = t.save(f, s)
		}
		return errors.Join(err, t.PrintJSON(r))
	}
	return t.show(f, s, r)
}

// show shows the lines, asks about them, and writes them.
func (t *tuner) show(f *File, s *Settled, r *Report) (err error) {
	r.printHead(t.Stdout)
	asks := !t.isSure && !t.isDry && terminal.Is(t.Stdin)
	t.answers = bufio.NewReader(t.Stdin)
	chosen, server := map[string]bool{}, ""
	for _, i := range r.Tools {
		if i.Server != server {
			server = i.Server
			terminal.Say(t.Stdout, "")
			terminal.Say(t.Stdout, "server %s", terminal.Printable(server))
		}
		i.print(t.Stdout)
		if t.isDry {
			i.printDetails(t.Stdout)
		}
		chosen[i.Entry] = !asks || t.isWanted(i)
	}
	if t.isOff {
		return t.nothing()
	}
	if asks {
		if s, err = f.Settle(Choose(s.proposal, func(entry, _ string) bool { return chosen[entry] })); err != nil {
			return err
		}
	}
	for _, m := range s.kept {
		terminal.Say(t.Stdout, "your line stays: %s", terminal.Printable(strings.Join(m.Path, " / ")))
	}
	switch {
	case !f.Changes(s):
		t.note("there is nothing to change in " + terminal.Printable(f.Name))
		return nil
	case t.isDry || !t.isSure && !asks || asks && len(s.added) == 0:
		return t.nothing()
	}
	if err := t.save(f, s); err != nil {
		return err
	}
	return terminal.Say(t.Stdout, "%s written; running proxies follow it, and shape untune takes the lines out", terminal.Printable(f.Name))
}

// save writes the file, and warns of one without trust.
func (t *tuner) save(f *File, s *Settled) error {
	warning, err := f.Save(s)
	t.warn(f, warning)
	return err
}

func (t *tuner) warn(f *File, warning error) {
	if warning != nil {
		t.Stderr.Tell(notice.Notice{
			Level: notice.Warning, Kind: "configuration", Place: notice.Place{File: f.Name}, Message: warning.Error(), Hint: "shape help trust",
		})
	}
}

// isWanted asks the user about the lines of a tool.
func (t *tuner) isWanted(i *Item) bool {
	for !t.isAll && !t.isOff {
		fmt.Fprint(t.Stdout, "write them? [y]es, [n]o, [a]ll, [d]etails, [q]uit: ")
		answer, err := t.answers.ReadString('\n')
		switch word := strings.ToLower(strings.TrimSpace(answer)); {
		case strings.HasPrefix(word, "y"):
			return true
		case strings.HasPrefix(word, "n"):
			return false
		case strings.HasPrefix(word, "a"):
			t.isAll = true
		case strings.HasPrefix(word, "d"):
			i.printDetails(t.Stdout)
		case strings.HasPrefix(word, "q"), err != nil:
			t.isOff = true
		}
	}
	return t.isAll
}

// nothing says that no file has changed.
func (t *tuner) nothing() error {
	text := "nothing was written"
	if !t.isDry && t.answers != nil && !terminal.Is(t.Stdin) {
		text += "; --yes writes it"
	}
	t.note(text)
	return nil
}

func (t *tuner) note(text string) {
	t.Stderr.Tell(notice.Notice{Level: notice.Plain, Kind: "tune", Message: text})
}

func (t *tuner) untune() error {
	f, err := Open(t.App, t.config)
	if err != nil {
		return err
	}
	defer f.Close()
	if f.last == nil {
		return app.InputError(fmt.Errorf("%s has no lines of tune that are known here", terminal.Printable(f.Name)))
	}
	if f.Text == nil {
		terminal.Say(t.Stdout, "%s is gone, and nothing of tune is left", terminal.Printable(f.Name))
	} else {
		terminal.Say(t.Stdout, "%s: %s of tune go", terminal.Printable(f.Name), terminal.Counted(f.lines(), "line"))
	}
	if !t.isSure && f.Text != nil {
		if t.answers = bufio.NewReader(t.Stdin); !terminal.Is(t.Stdin) {
			return t.nothing()
		}
		fmt.Fprintf(t.Stdout, "write %s? [y/N] ", terminal.Printable(f.Name))
		answer, _ := t.answers.ReadString('\n')
		if !strings.HasPrefix(strings.ToLower(strings.TrimSpace(answer)), "y") {
			return t.nothing()
		}
	}
	warning, err := f.restore()
	t.warn(f, warning)
	return err
}
