package stats

import (
	"errors"
	"fmt"
	"io/fs"
	"math"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// suggester is the command suggest: it proposes a configuration from recordings.
type suggester struct {
	*app.App
	tool, file, counter string
	options             suggest.Options
}

const suggestLong = `suggest reads recordings of tools and prints a configuration for them. Each line has its
saving, as measured on the recordings. It writes a file only with --write. shape help
suggestions describes the inputs and the proposals.`

const suggestExample = `  shape suggest recordings
  shape suggest --tool search --write proposed.json result.json`

// SuggestCommand returns the command suggest.
func SuggestCommand(a *app.App) *cobra.Command {
	s := &suggester{App: a, options: suggest.Options{Aim: suggest.Aim, Floor: suggest.Floor}}
	cmd := &cobra.Command{
		Use:   "suggest [flags] DIR|FILE…",
		Short: "propose a configuration from recordings of tools",
		Long:  suggestLong, Example: suggestExample, Args: app.ArgCount(1, math.MaxInt),
		RunE: func(_ *cobra.Command, paths []string) error { return s.run(paths) },
	}
	cmd.Flags().StringVar(&s.tool, "tool", "", "`NAME` of the tool of responses that nothing else names")
	reads := func(half string) {
		s.options.Reads = map[string]profiles.Reads{"text": profiles.ReadsText, "structured": profiles.ReadsStructured}[half]
	}
	cmd.Flags().Var(&app.Choice{Put: reads, Known: []string{"text", "structured", "both"}}, "reads", "the half of a result that the client shows: `HALF` is text, structured or both (both)")
	cmd.Flags().Var(app.Number{To: &s.options.Aim, Least: 1, Most: math.MaxInt32}, "aim", "shorten results until they take `TOKENS` at most")
	cmd.Flags().Var(app.Number{To: &s.options.Retrieval, Least: 1, Most: math.MaxInt32}, "retrieval-cost", "`TOKENS` that one retrieval costs: call, page and the prompt once more (3000)")
	app.AddCounter(cmd.Flags(), &s.counter, "that lines save")
	addPrice(cmd, &s.options.Price)
	cmd.Flags().Var((*app.FileName)(&s.file), "write", "write it to `FILE`, which must not be there yet")
	return cmd
}

func (s *suggester) run(paths []string) error {
	var skipped recordings.Skipped
	s.options.Counter = app.CounterOf(s.counter)
	learner, err := suggest.Learn(func(visit func(*recordings.Session) error) (err error) {
		skipped, err = recordings.Sessions(paths, s.tool, visit)
		return err
	}, s.options)
	if err != nil {
		return app.InputError(err)
	}
	s.leftOut(skipped.Unnamed, "of which nothing says which tool answered: --tool names it")
	s.leftOut(skipped.Beyond, "for which there was no room")
	if learner.Sessions() == 0 {
		return app.InputError(errors.New("no result of a tool was found"))
	}
	proposal, err := learner.Propose()
	if err != nil {
		return &app.Failure{Status: app.ExitJSON, Err: err}
	}
	text, err := proposal.Text()
	if err != nil {
		return err
	}
	if s.file == "" {
		_, err = s.Stdout.Write(text)
		return err
	}
	err = output.WriteNew(s.file, text, 0o666)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%s is there already, and stays", s.file)
	}
	return output.Fault(err)
}

// leftOut warns of recordings that the proposal ignores.
func (s *suggester) leftOut(n int, why string) {
	verb := " were"
	if n == 1 {
		verb = " was"
	}
	if n > 0 {
		s.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "recordings", Message: terminal.Counted(n, "document") + verb + " left out, " + why})
	}
}
