// Package stats holds the commands on recordings: stats adds up savings, and suggest proposes a
// configuration.
package stats

import (
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/chart"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/savings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// stats is the command stats: it sums up the savings of records and recordings.
type stats struct {
	*app.App
	config  config.Options
	request shaper.Request
	framing documents.Framing
	by      string
	format  string
	svg     string
	price   suggest.Price
	most    int // tokens of one result; 0 is any number

	engine *shaper.Engine
	from   source
	sums   sums
}

const statsLong = `stats adds up savings, from records that --report wrote and from recorded responses. It
shapes the latter under the configuration. One file may hold both, and folders hold any
number of files. Tokens are those that a model reads. Savings are net of notes and of
retrieved results. By field it lists the largest remaining fields, by rule the size that
each rule removes (of records only with --report-rules). Unreadable documents are listed
with their place, counted, and left out. More: shape help reports.

With --fail-over the exit status is 6 if a result takes more tokens after shaping. A line
names each such result.`

const statsExample = `  shape stats report.jsonl
  shape stats --by field --config shape.json captures
  shape stats --svg saved.svg captures
  shape stats --fail-over 10000 captures`

// Command returns the command stats.
func Command(a *app.App) *cobra.Command {
	s := &stats{App: a, by: "tool"}
	cmd := &cobra.Command{
		Use: "stats [flags] [FILE|DIR…]", Short: "add up savings", Long: statsLong, Example: statsExample,
		RunE: a.Reading(s.run),
	}
	fs := cmd.Flags()
	fs.Var(&app.Choice{Put: func(word string) { s.by = word }, Known: groupings}, "by", "add up by `tool|server|field|rule`; by tool without it")
	addPrice(cmd, &s.price)
	fs.Var((*app.FileName)(&s.svg), "svg", "draw the savings as a picture into `FILE`")
	fs.Var(app.Number{To: &s.most, Least: 1, Most: math.MaxInt32}, "fail-over", "exit with 6 if a result takes more than `TOKENS` after shaping")
	app.AddCall(fs, &s.request)
	app.AddCounter(fs, &s.request.Budget.Counter, "of responses")
	app.AddConfig(fs, &s.config)
	app.AddFormat(fs, &s.format)
	s.framing.Add(fs)
	return cmd
}

var groupings = []string{"tool", "server", "field", "rule"}

func (s *stats) run(files []string) error {
	if s.svg != "" && s.byPlace() {
		return errors.New("--svg draws sums by tool or by server")
	}
	if err := s.framing.Check(); err != nil {
		return err
	}
	inputs, err := s.inputs(files)
	if err != nil {
		return err
	}
	eng, done, err := s.Load(s.config, s.request, false, false)
	if err != nil {
		return err
	}
	defer done()
	s.engine = eng
	s.sums = sums{answerers: savings.New(), places: savings.Bounded[placeSum]{}, counters: savings.Bounded[int]{}}
	r := documents.Reader{App: s.App, Handle: s.document}
	r.Broken = func(bad *app.BadDocument) (func([]byte), error) {
		bad.Placed = true
		s.PrintError(bad)
		s.sums.unreadable++
		return nil, nil
	}
	for _, in := range inputs {
		s.from = source{recorded: in, asked: map[string]string{}}
		r.Framing = in.framing(s.framing)
		if err := r.File(in.name); err != nil {
			return err
		}
		s.sums.turns += s.from.turns
		s.sums.in.Add(s.from.in.Usage)
		s.sums.out.Add(s.from.out.Usage)
	}
	return s.tell()
}

// addPrice adds the flag --price.
func addPrice(cmd *cobra.Command, to *suggest.Price) {
	cmd.Flags().Var(to, "price", "also tell costs: `IN,OUT,WRITE,READ` for a million tokens of a prompt, of the model, written to a cache, read from it")
}

// byPlace reports whether the sums are by field or rule, not by tool or server.
func (s *stats) byPlace() bool { return s.by == "field" || s.by == "rule" }

func (s *stats) tell() error {
	if s.svg != "" {
		if err := s.draw(); err != nil {
			return err
		}
	}
	print := s.printTables
	if s.format == "json" {
		print = func() error { return s.PrintJSON(s.told()) }
	}
	err := print()
	if err == nil && s.most > 0 && s.sums.all.Calls == s.sums.uncounted {
		err = app.InputError(errors.New("--fail-over: no result with a number of tokens was found"))
	}
	if err != nil || s.sums.over == 0 {
		return err
	}
	s.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "budget", Message: fmt.Sprintf("--fail-over: %s of more than %d tokens", terminal.Counted(s.sums.over, "result"), s.most)})
	return &app.Failure{Status: app.ExitOver}
}

// mostBars bounds the bars of a picture. One more bar sums up the rest.
const mostBars = 20

// draw draws the sums into a file, most tokens first.
func (s *stats) draw() error {
	groups := s.sums.answerers.Groups()
	var bars []chart.Bar
	for i, g := range groups {
		if i == mostBars && len(groups) > mostBars+1 {
			rest := savings.Saving{Name: savings.Others}
			for _, more := range groups[i:] {
				rest.Plus(more)
			}
			bars = append(bars, chart.Bar{Name: rest.Name, Before: rest.TokensIn, After: rest.TokensOut})
			break
		}
		bars = append(bars, chart.Bar{Name: g.Name, Before: g.TokensIn, After: g.TokensOut})
	}
	return writePicture(s.App, s.svg, chart.SVG("What models read, by "+s.by, "tokens", bars))
}

func writePicture(a *app.App, file string, svg []byte) error {
	to, err := documents.OpenTarget(a, file, nil)
	if err != nil {
		return err
	}
	if _, err := to.Write(svg); err != nil {
		to.Discard()
		return err
	}
	return to.Commit()
}
