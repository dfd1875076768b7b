package stats

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/chart"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/install"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/record"
	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
	"github.com/seed-7aa78ce4/shape/internal/transcripts"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// suggester is the command suggest: it proposes a configuration from recordings.
type suggester struct {
	*app.App
	file, counter string
	from          Source
	curve         bool
	svg           string
	options       suggest.Options
}

const suggestLong = `suggest reads recorded sessions and prints a configuration for their tools. It omits the
fields that no later call or answer used, and says beside each line why. Its figures are
measured on sessions that it did not learn from. It writes a file only with --write.
Without DIR and FILE it reads the sessions that shape proxy --record keeps. --from reads
the transcripts that a client writes (shape help transcripts).
shape help suggestions describes the inputs and the proposals.`

const suggestExample = `  shape suggest recordings
  shape suggest --from claude-code --since 30d
  shape suggest --tool search --write proposed.json result.json`

// SuggestCommand returns the command suggest.
func SuggestCommand(a *app.App) *cobra.Command {
	s := &suggester{App: a, options: suggest.Options{Aim: suggest.Aim, Floor: suggest.Floor}}
	cmd := &cobra.Command{
		Use:   "suggest [flags] [DIR|FILE…]",
		Short: "propose a configuration from recordings of tools",
		Long:  suggestLong, Example: suggestExample, Args: cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, paths []string) error { return s.run(paths) },
	}
	s.from.AddFlags(cmd.Flags())
	reads := func(half string) {
		s.options.Reads = new(map[string]profiles.Reads{"text": profiles.ReadsText, "structured": profiles.ReadsStructured}[half])
	}
	cmd.Flags().Var(&app.Choice{Put: reads, Known: []string{"text", "structured", "both"}}, "reads", "the half of a result that the client shows: `HALF` is text, structured or both (that of the recorded client, else text)")
	cmd.Flags().Var(app.Number{To: &s.options.Aim, Least: 1, Most: math.MaxInt32}, "aim", "shorten results until they take `TOKENS` at most")
	cmd.Flags().Var(app.Number{To: &s.options.Retrieval, Least: 1, Most: math.MaxInt32}, "retrieval-cost", "`TOKENS` that one retrieval costs: call, page and the prompt once more (1500)")
	cmd.Flags().BoolVar(&s.curve, "curve", false, "print the trade between tokens and values kept, for several costs of a retrieval")
	cmd.Flags().Var((*app.FileName)(&s.svg), "svg", "print this trade, and draw it into `FILE`")
	app.AddCounter(cmd.Flags(), &s.counter, "that lines save")
	addPrice(cmd, &s.options.Price)
	cmd.Flags().Var((*app.FileName)(&s.file), "write", "write it to `FILE`, which must not be there yet")
	return cmd
}

// Reader calls visit with each session, the same ones each time. It returns the parts of their
// files that it leaves out, as texts.
type Reader func(visit func(*recordings.Session) error) (leftOut []string, err error)

// Source names the sessions to learn from.
type Source struct {
	Paths  []string      // recordings or transcripts; none for the recorded sessions or the client's folders
	Read   Reader        // reads in place of Paths, if it is not nil
	Tool   string        // of responses that nothing else names
	Client string        // the client with the transcripts; "" for recordings
	Since  time.Duration // the most age of a transcript, 0 for any
}

// AddFlags adds the flags that choose sessions.
func (f *Source) AddFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.Tool, "tool", "", "`NAME` of the tool of responses that nothing else names")
	client := func(name string) { f.Client = name }
	flags.Var(&app.Choice{Put: client, Known: transcripts.Clients()}, "from", "read the transcripts of `CLIENT`, in its own folders or in DIR and FILE")
	flags.Var((*age)(&f.Since), "since", "with --from: leave out transcripts older than `AGE`, such as 30d or 12h")
}

// reader returns the reader of the sessions.
func (f *Source) reader(a *app.App) Reader {
	if f.Read != nil {
		return f.Read
	}
	if f.Client == "" {
		return func(visit func(*recordings.Session) error) ([]string, error) {
			skipped, err := recordings.Sessions(f.Paths, f.Tool, visit)
			return Faults(skipped), err
		}
	}
	o := transcripts.Options{Client: f.Client, Paths: f.Paths}
	if f.Since != 0 {
		o.Since = a.Now().Add(-f.Since)
	}
	entries, _ := install.Survey(a) // a file that cannot be read names no server
	for _, e := range entries {
		if e.Client == f.Client {
			o.Servers = append(o.Servers, e.Name)
		}
	}
	return func(visit func(*recordings.Session) error) ([]string, error) {
		skipped, err := transcripts.Sessions(o, visit)
		return faultsOfTranscripts(skipped), err
	}
}

// ErrNothing is the error of recordings without a session.
var ErrNothing = errors.New("no session is recorded (shape proxy --record does that), and no recording is named")

// Learn learns from sessions. It returns the parts of them that it leaves out, as texts.
func Learn(a *app.App, from Source, o suggest.Options) (learner *suggest.Learner, leftOut []string, err error) {
	if from.Since != 0 && from.Client == "" {
		return nil, nil, &app.Failure{Status: app.ExitUsage, Err: errors.New("--since goes with --from only")}
	}
	if len(from.Paths) == 0 && from.Client == "" && from.Read == nil {
		dir := record.Dir(config.Options{Getenv: a.Lookup})
		if _, err := os.Stat(dir); err != nil {
			return nil, nil, app.InputError(ErrNothing)
		}
		from.Paths = []string{dir}
	}
	read := from.reader(a)
	learner, err = suggest.Learn(func(visit func(*recordings.Session) error) (err error) {
		leftOut, err = read(visit)
		return err
	}, o)
	if err != nil {
		return nil, nil, app.InputError(err)
	}
	leftOut = append(leftOut, texts([]fault{{learner.Beyond(), "session", "left out: the evidence of the others takes all room"}})...)
	if learner.Sessions() == 0 {
		err = errors.New("no result of a tool was found (shape help suggestions has the forms, shape help transcripts the folders of clients)")
	}
	return learner, leftOut, app.InputError(err)
}

// Propose learns from sessions, and warns of the parts that it leaves out.
func Propose(a *app.App, from Source, o suggest.Options) (*suggest.Learner, *suggest.Proposal, error) {
	learner, leftOut, err := Learn(a, from, o)
	for _, text := range leftOut {
		a.Stderr.Tell(notice.Notice{Level: notice.Warning, Kind: "recordings", Message: text})
	}
	if err != nil {
		return nil, nil, err
	}
	proposal, err := learner.Propose()
	if err != nil {
		return nil, nil, &app.Failure{Status: app.ExitJSON, Err: err}
	}
	return learner, proposal, nil
}

func (s *suggester) run(paths []string) error {
	s.options.Counter = app.CounterOf(s.counter)
	s.from.Paths = paths
	learner, proposal, err := Propose(s.App, s.from, s.options)
	if err != nil {
		return err
	}
	if s.curve || s.svg != "" {
		return s.trade(learner, proposal)
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

// fault is a number of parts of recordings that the proposal leaves out or can use in part only.
type fault struct {
	n          int
	thing, why string
}

// Faults returns the faults of recordings as texts.
func Faults(of recordings.Skipped) []string {
	return texts([]fault{
		{of.Unnamed, "document", "left out: nothing tells which tool answered (--tool names it)"},
		{of.Beyond, "document", "left out: a session holds 64 MiB at most"},
		{of.Cut, "file", "read in part: the last document is cut off"},
		{of.Twice, "request", "left out: another one with the same id waits for its response"},
		{of.Lost, "event", "left out: the proxy could not record as fast as they came"},
		{of.Unasked, "result", "used in part: the session has no requests, so nothing shows which values were used"},
	})
}

func faultsOfTranscripts(of transcripts.Skipped) []string {
	return texts([]fault{
		{of.Own, "result", "left out: a tool of the client answered, no server"},
		{of.Short, "result", "left out: the client cut it"},
		{of.Repeated, "call", "left out: a newer transcript of the same session holds it"},
		{of.Beyond, "part", "left out: 64 MiB of a file and 1 GiB of all are read"},
		{of.Cut, "file", "cut off: only its whole lines were read"},
		{of.Unknown, "line", "left out: of an unknown form"},
	})
}

func texts(faults []fault) (all []string) {
	for _, fault := range faults {
		verb := " were "
		if fault.n == 1 {
			verb = " was "
		}
		if fault.n > 0 {
			all = append(all, terminal.Counted(fault.n, fault.thing)+verb+fault.why)
		}
	}
	return all
}

// trade prints and draws the tokens saved and the values kept for several costs of a
// retrieval, and those of the caps of clients.
func (s *suggester) trade(l *suggest.Learner, p *suggest.Proposal) error {
	points, err := l.Curve()
	if err != nil {
		return &app.Failure{Status: app.ExitJSON, Err: err}
	}
	if points == nil {
		return app.InputError(errors.New("fewer than five sessions or three tasks show no trade"))
	}
	var b strings.Builder
	line := func(name string, f *suggest.Figures) {
		fmt.Fprintf(&b, "%-28s %10s %10s %12d %6d\n", name, suggest.Percent(f.Shaped-f.Prompt, f.Prompt), suggest.Percent(f.Kept, f.Taken), f.Back, f.Lost)
	}
	fmt.Fprintf(&b, "%-28s %10s %10s %12s %6s\n", "", "prompts", "kept", "retrievable", "lost")
	for _, point := range points {
		line(fmt.Sprintf("--retrieval-cost %d", point.Retrieval), &point.Figures)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Proof.Caps)) {
		line("a client's "+name, p.Proof.Caps[name])
	}
	if s.svg != "" {
		if err := writePicture(s.App, s.svg, Picture(points, p.Proof)); err != nil {
			return err
		}
	}
	_, err = io.WriteString(s.Stdout, b.String())
	return err
}

// Picture draws a trade beside the caps of clients, as SVG.
func Picture(points []suggest.Point, proof *suggest.Proof) []byte {
	of := func(name string, f *suggest.Figures) chart.Point {
		return chart.Point{Name: name, X: Share(f.Prompt-f.Shaped, f.Prompt), Y: Share(f.Kept, f.Taken)}
	}
	var own, caps []chart.Point
	for _, point := range points {
		own = append(own, of(strconv.Itoa(point.Retrieval), &point.Figures))
	}
	for _, name := range slices.Sorted(maps.Keys(proof.Caps)) {
		caps = append(caps, of(name, proof.Caps[name]))
	}
	return chart.Curve("Costs of a retrieval, and caps of clients", "prompt tokens saved", "used values kept", own, caps)
}

// Share returns a part in percent.
func Share(part, of int) float64 { return 100 * float64(part) / float64(max(of, 1)) }

// age is a flag of a time before now.
type age time.Duration

func (a *age) String() string {
	if *a == 0 {
		return ""
	}
	return time.Duration(*a).String()
}

func (a *age) Type() string { return "age" }

func (a *age) Set(value string) (err error) {
	of, err := ParseAge(value)
	*a = age(of)
	return err
}

// ParseAge reads an age such as 30d: a number with h, d or w behind it.
func ParseAge(value string) (time.Duration, error) {
	units := map[string]time.Duration{"h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour}
	digits := strings.TrimRight(value, "hdw")
	n, err := strconv.ParseUint(digits, 10, 16)
	unit := units[value[len(digits):]]
	if err != nil || n == 0 || unit == 0 {
		return 0, errors.New("an age is a number with h, d or w behind it, such as 30d")
	}
	return time.Duration(n) * unit, nil
}
