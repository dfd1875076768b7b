// Package filter is the command without a subcommand: it shapes documents. It holds the command
// wrap as well.
package filter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/documents"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// filter is the command without a subcommand. It reads documents and writes shaped documents.
type filter struct {
	*app.App
	config     config.Options
	request    shaper.Request
	out        documents.Output
	inPlace    inPlace
	framing    documents.Framing
	tolerance  documents.Tolerance
	dryRun     dryRunState
	pager      pager
	jobs       jobs
	as         as
	report     report.Flags
	stats      bool
	exitStatus bool
	failOver   bool

	engine  *shaper.Engine
	answer  func(dst []byte, req shaper.Request) ([]byte, shaper.Report, error)
	reports *output.Documents
	tally   tally
	newest  uint64         // the newest generation of a shaped document
	refused *report.Record // the document that ended the run, if it was shaped
	left    bool           // a document is not empty
}

// Command returns the filter, with its flags and without a help text.
func Command(a *app.App) *cobra.Command {
	f := &filter{App: a}
	f.answer = func(dst []byte, req shaper.Request) ([]byte, shaper.Report, error) {
		if cap(dst)-len(dst) < len(req.Body) {
			dst = append(make([]byte, 0, len(dst)+len(req.Body)), dst...) // slices.Grow would write to all of it
		}
		return f.engine.AppendShape(dst, req)
	}
	cmd := &cobra.Command{Use: "shape [flags] [FILE…]", Args: cobra.ArbitraryArgs, RunE: a.Reading(f.run)}
	f.flags(cmd.Flags(), app.AnyDialect())
	f.report.AddRules(cmd.Flags())
	f.inPlace.add(cmd.Flags())
	f.framing.Add(cmd.Flags())
	f.tolerance.Add(cmd.Flags(), true)
	f.dryRun.add(cmd.Flags())
	f.pager.add(cmd.Flags())
	f.jobs.add(cmd.Flags())
	f.as.add(cmd.Flags())
	return cmd
}

func (f *filter) flags(fs *pflag.FlagSet, dialects []string) {
	app.AddCall(fs, &f.request)
	app.AddShaping(fs, &f.request, dialects)
	app.AddBudget(fs, &f.request.Budget)
	app.AddCounter(fs, &f.request.Budget.Counter, "of --budget, --stats and --report")
	fs.BoolVar(&f.failOver, "fail-over", false, "exit with 6 if a response is over its budget")
	app.AddConfig(fs, &f.config)
	f.out.Add(fs)
	documents.AddReport(fs, &f.report.File)
	fs.BoolVar(&f.stats, "stats", false, "print bytes and tokens before and after, and the limits of the rules, to standard error")
	fs.BoolVarP(&f.exitStatus, "exit-status", "e", false, "exit with 1 if nothing is left of any document")
}

func (f *filter) run(files []string) error {
	if f.inPlace.on && (slices.Contains(files, "-") || f.out.File != "") {
		return errors.New("--in-place needs files, and takes no --output")
	}
	if err := cmp.Or(checkOff(&f.request), f.report.Check(), f.pager.check(), f.framing.Check(), f.tolerance.Check(f.inPlace.on), f.out.Check(), f.as.check(f)); err != nil {
		return err
	}
	f.out.Sequence = f.framing.Sequence
	if f.as.on() {
		f.out.Form, f.request.Settings.Columns = f.appendForm, new(false)
	}
	eng, done, err := f.Load(f.config, f.request, f.Endless(files), !f.dryRun.on())
	if err != nil {
		return err
	}
	defer done()
	f.engine = eng
	f.tally.bare.want(f.request.Exclude)
	if err := f.mayPass(); err != nil {
		return err
	}
	if f.dryRun.list {
		f.answer = f.rehearse
	}
	if f.dryRun.on() {
		f.report = report.Flags{}
	}
	written := f.out.Name()
	if f.inPlace.on {
		written = ""
	}
	if f.reports, err = documents.OpenReport(f.App, f.report.File, written, append(files, f.config.Path)...); err != nil {
		return err
	}
	f.request.Unmatched = f.stats
	if f.stats || f.reports != nil || f.dryRun.list {
		f.tally.read = &report.Readings{Counter: app.CounterOf(f.request.Budget.Counter)}
	}
	if !f.inPlace.on {
		return f.end(f.stream(files))
	}
	for _, name := range distinct(files) {
		if err = f.edit(name); err != nil {
			break
		}
	}
	return f.end(err)
}

// end writes the statistics and reports, and returns the error of the run.
func (f *filter) end(err error) error {
	if bad, ok := errors.AsType[*app.BadDocument](err); ok {
		err = errors.Join(err, f.note(bad))
	}
	err = f.reports.End(err)
	if told := f.tell(); err == nil {
		err = told
	}
	if told := f.dryRun.write(f.Stdout, &f.tally); err == nil {
		err = told
	}
	if err == nil && f.tolerance.Count() > 0 {
		return &app.Failure{Status: app.ExitJSON}
	}
	if err == nil && f.failOver && f.tally.Budget != nil && f.tally.Budget.Over > 0 {
		return &app.Failure{Status: app.ExitOver}
	}
	if err == nil && f.exitStatus && !f.left {
		return &app.Failure{Status: app.ExitNothing}
	}
	return err
}

// tell writes statistics and signals to standard error. With --stats, people read the signals
// below the figures.
func (f *filter) tell() (err error) {
	f.tolerance.PrintInvalid(f.Stderr)
	if f.stats {
		err = f.Stderr.Tell(f.tally.notice())
	}
	signals := !f.stats || f.Stderr.SpeaksJSON()
	if signals {
		f.tally.printTexts(f.Stderr)
	}
	if f.request.Strict {
		for _, mask := range f.tally.unmatched {
			f.Stderr.Tell(unmatchedNotice(mask, f.tally.names.Hint(mask)))
		}
	}
	for _, n := range f.tally.kept.notices() {
		f.Stderr.Tell(n)
	}
	if signals {
		for _, c := range envelope.Few(f.tally.cuts) {
			f.Stderr.Tell(cutNotice(c))
		}
	}
	return err
}

// stream shapes the inputs into one output.
func (f *filter) stream(files []string) error {
	out := output.New(new(output.Comparison), f.out.Layout())
	if !f.dryRun.on() {
		var err error
		if out, err = f.out.Open(f.App, files); err != nil {
			return err
		}
	}
	return out.End(f.reader(out).All(files))
}

// reader returns a reader that shapes documents into out.
func (f *filter) reader(out *output.Documents) documents.Reader {
	r := documents.Reader{
		App: f.App, Framing: f.framing.OfInputs(), Shape: f.shape,
		Handle: func(d documents.Document) error {
			return f.conclude(d, out, func(dst []byte) documents.Shaped { return f.shape(d, dst) })
		},
		Conclude: func(d documents.Document, s documents.Shaped) error {
			return f.conclude(d, out, func(dst []byte) documents.Shaped { return f.again(d, dst, s) })
		},
	}
	r.Jobs = f.jobs.number(r.Framing, &f.tolerance, &f.dryRun)
	if f.tolerance.On() {
		r.Broken = f.broken(out)
	}
	return r
}

// shape shapes one document. It is safe for concurrent use.
func (f *filter) shape(d documents.Document, dst []byte) (s documents.Shaped) {
	req, err := f.requestFor(d)
	if err != nil {
		return documents.Shaped{Out: dst, Err: err}
	}
	var began time.Time
	if f.reports != nil {
		began = f.Now()
	}
	s.Out, s.Report, s.Err = f.answer(dst, req)
	if f.reports != nil {
		s.Took = f.Now().Sub(began)
	}
	return s
}

func (f *filter) requestFor(d documents.Document) (req shaper.Request, err error) {
	req = f.request
	req.Body, err = f.pager.page(d, req)
	return req, err
}

// again returns a document that a worker shaped. It shapes it once more if an earlier document
// has seen a newer configuration.
func (f *filter) again(d documents.Document, dst []byte, s documents.Shaped) documents.Shaped {
	if s.Report.Generation < f.newest {
		return f.shape(d, dst)
	}
	s.Out = append(dst, s.Out...)
	return s
}

// conclude writes one shaped document and its report.
func (f *filter) conclude(d documents.Document, out *output.Documents, shape func(dst []byte) documents.Shaped) error {
	var s documents.Shaped
	text, err := out.Document(func(dst []byte) ([]byte, error) {
		s = shape(dst)
		f.newest = max(f.newest, s.Report.Generation)
		if s.Err == nil {
			s.Err = f.refusal(d, &s.Report)
		}
		if s.Err != nil {
			return dst, s.Err
		}
		f.as.begins(d, &s.Report)
		return s.Out, nil
	})
	if err != nil {
		return err
	}
	s.Out = text
	return f.tellOf(d, out, s)
}

// tellOf adds a written document to the sums and the report.
func (f *filter) tellOf(d documents.Document, out *output.Documents, s documents.Shaped) error {
	report, text := s.Report, s.Out
	told := f.recordOf(d, report)
	if len(told.Lost) > 0 {
		f.Stderr.Tell(documents.OfDocument(told.File, told.Document, documents.LossNotice(told.Dialect, told.Lost)))
	}
	f.left = f.left || f.exitStatus && !scan.IsBare(text)
	if err := f.audit(d, &told, report, text); err != nil {
		return err
	}
	read := f.tally.add(d.Text, text, report, told)
	if report.Fit.Over {
		f.Stderr.Tell(documents.OfDocument(told.File, told.Document, overNotice(report.Fit)))
	}
	f.dryRun.count()
	if err := f.dryRun.show(f.Stdout, d, told.Document, text); err != nil {
		return err
	}
	if err := f.reportOn(d, told, read, s.Took); err != nil {
		return err
	}
	return out.Flush(d.Last)
}

// audit adds the savings of rules under the key audit to a record, if a flag asks for counts.
func (f *filter) audit(d documents.Document, line *report.Record, told shaper.Report, text []byte) error {
	if !told.Audit || f.tally.read == nil {
		return nil
	}
	req, err := f.requestFor(d)
	if err != nil {
		return err
	}
	ruled, err := f.engine.Audit(context.Background(), req)
	if err == nil {
		line.WouldSave = report.WouldSave(f.tally.read.Counter, text, ruled.Body)
	}
	return err
}

// refusal returns the reason to refuse a document that could be shaped. A mask that matched in
// an earlier document is no reason.
func (f *filter) refusal(d documents.Document, report *shaper.Report) error {
	if report.Misfit != "" {
		return d.Unusable(fmt.Errorf("no %s envelope here: %s", f.request.Dialect, report.Misfit))
	}
	if !f.request.Strict {
		return nil
	}
	signals := report.Signals
	signals.Missed = unmet(f.tally.missed, signals.Missed, f.tally.Documents == 0)
	objections := signals.Objections()
	if len(objections) == 0 {
		return nil
	}
	f.tally.unmatched = signals.Missed
	f.tally.names.Add(d.Text)
	refused := f.recordOf(d, *report)
	f.refused = &refused
	return d.Unusable(fmt.Errorf("refused by --strict: %s", strings.Join(objections, "; ")))
}

// checkOff returns an error that names a flag without effect under --profile off. Only hiding
// rules act there, and --exclude is one of them.
func checkOff(req *shaper.Request) error {
	if req.Profile != profiles.Off {
		return nil
	}
	s := &req.Settings
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"--mode", req.Mode != ""},
		{"--include", len(req.Include) > 0},
		{"--omit", len(req.Omit) > 0},
		{"--fields", req.Fields != nil},
		{"--drop", app.IsOn(s.ExcludeNullValues) || app.IsOn(s.ExcludeEmptyArrays) || app.IsOn(s.ExcludeEmptyObjects) || app.IsOn(s.ExcludeDefaultValues)},
		{"--max-string", s.MaxString != nil},
		{"--max-items", s.MaxItems != nil},
		{"--rows", s.Rows != nil},
		{"--shorten", s.Shorten != nil},
		{"--columns", app.IsOn(s.Columns)},
		{"--budget", req.Budget.IsThere()},
	} {
		if f.given {
			return fmt.Errorf("%s has no effect under --profile off", f.name)
		}
	}
	return nil
}

// jobs is the flag --jobs: the number of documents that are shaped at once.
type jobs struct{ count int }

const maxJobs = 1024

func (j *jobs) add(fs *pflag.FlagSet) {
	j.count = 1
	fs.VarP(app.Number{To: &j.count, Least: 0, Most: maxJobs}, "jobs", "j", "shape up to `N` documents at once; 0 is one for each processor")
}

// number returns the number of workers. It is 1 if the place of a document depends on the
// validity of the one before it.
func (j *jobs) number(framing scan.Framing, t *documents.Tolerance, r *dryRunState) int {
	switch {
	case r.list, t.On() && framing != scan.Lines:
		return 1
	case j.count == 0:
		return runtime.GOMAXPROCS(0)
	}
	return j.count
}
