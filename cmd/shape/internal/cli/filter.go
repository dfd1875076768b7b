package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// filter is the command without a subcommand. It reads documents and writes shaped documents.
type filter struct {
	*app
	config     config.Options
	request    shaper.Request
	out        outputFlags
	inPlace    inPlace
	framing    framing
	tolerance  tolerance
	dryRun     dryRunState
	pager      pager
	jobs       jobs
	as         as
	report     reportFlags
	stats      bool
	exitStatus bool
	failOver   bool

	engine  *shaper.Engine
	answer  func(dst []byte, req shaper.Request) ([]byte, shaper.Report, error)
	reports *output.Documents
	tally   tally
	newest  uint64  // the newest generation of a shaped document
	refused *record // the document that ended the run, if it was shaped
	left    bool    // a document is not empty
}

// filterCommand returns the filter, with its flags and without a help text.
func filterCommand(a *app) *cobra.Command {
	f := &filter{app: a}
	f.answer = func(dst []byte, req shaper.Request) ([]byte, shaper.Report, error) {
		if cap(dst)-len(dst) < len(req.Body) {
			dst = append(make([]byte, 0, len(dst)+len(req.Body)), dst...) // slices.Grow would write to all of it
		}
		return f.engine.AppendShape(dst, req)
	}
	cmd := &cobra.Command{Use: "shape [flags] [FILE…]", Args: cobra.ArbitraryArgs, RunE: a.reading(f.run)}
	f.flags(cmd.Flags(), anyDialect())
	f.report.addRules(cmd.Flags())
	f.inPlace.add(cmd.Flags())
	f.framing.add(cmd.Flags())
	f.tolerance.add(cmd.Flags(), true)
	f.dryRun.add(cmd.Flags())
	f.pager.add(cmd.Flags())
	f.jobs.add(cmd.Flags())
	f.as.add(cmd.Flags())
	return cmd
}

func (f *filter) flags(fs *pflag.FlagSet, dialects []string) {
	addCall(fs, &f.request)
	addShaping(fs, &f.request, dialects)
	addBudget(fs, &f.request.Budget)
	addCounter(fs, &f.request.Budget.Counter, "of --budget, --stats and --report")
	fs.BoolVar(&f.failOver, "fail-over", false, "exit with 6 if a response is over its budget")
	addConfig(fs, &f.config)
	f.out.add(fs)
	addReport(fs, &f.report.file)
	fs.BoolVar(&f.stats, "stats", false, "print bytes and tokens before and after, and the limits of the rules, to standard error")
	fs.BoolVarP(&f.exitStatus, "exit-status", "e", false, "exit with 1 if nothing is left of any document")
}

func (f *filter) run(files []string) error {
	if err := f.check(files); err != nil {
		return err
	}
	f.out.sequence = f.framing.sequence
	if f.as.on() {
		f.out.form, f.request.Settings.Columns = f.appendForm, new(false)
	}
	eng, done, err := f.load(f.config, f.request, f.endless(files), !f.dryRun.on())
	if err != nil {
		return err
	}
	defer done()
	f.engine = eng
	f.tally.signals.bare.want(f.request.Exclude)
	if err := f.mayPass(); err != nil {
		return err
	}
	if f.dryRun.list {
		f.answer = f.rehearse
	}
	if f.dryRun.on() {
		f.report = reportFlags{}
	}
	if f.reports, err = reporter(f.app, f.report.file, f.written(), append(files, f.config.Path)...); err != nil {
		return err
	}
	f.request.Unmatched = f.stats
	if f.stats || f.reports != nil || f.dryRun.list {
		f.tally.read = &readings{counter: counterOf(f.request.Budget.Counter)}
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

// check returns the error of contradicting flags, before anything is read or written.
func (f *filter) check(files []string) error {
	if f.inPlace.on && (slices.Contains(files, "-") || f.out.file != "") {
		return errors.New("--in-place needs files, and takes no --output")
	}
	return cmp.Or(checkOff(&f.request), f.report.check(), f.pager.check(), f.framing.check(), f.tolerance.check(f.inPlace.on), f.out.check(), f.as.check(f))
}

// written returns the name of the output, or "" if each document goes back to its file.
func (f *filter) written() string {
	if f.inPlace.on {
		return ""
	}
	return f.out.name()
}

// end writes the statistics and reports, and returns the error of the run.
func (f *filter) end(err error) error {
	if bad, ok := errors.AsType[*badDocument](err); ok {
		err = errors.Join(err, f.note(bad))
	}
	err = f.reports.End(err)
	if told := f.tell(); err == nil {
		err = told
	}
	if told := f.dryRun.write(f.stdout, &f.tally); err == nil {
		err = told
	}
	if err == nil && f.tolerance.count() > 0 {
		return &failure{status: exitJSON}
	}
	if err == nil && f.failOver && f.tally.over > 0 {
		return &failure{status: exitOver}
	}
	if err == nil && f.exitStatus && !f.left {
		return &failure{status: exitNothing}
	}
	return err
}

// tell writes statistics and signals to standard error. With --stats, people read the signals
// below the figures.
func (f *filter) tell() (err error) {
	f.tolerance.printInvalid(f.stderr)
	if f.stats {
		err = f.stderr.Tell(f.tally.notice())
	}
	signals := !f.stats || f.stderr.SpeaksJSON()
	if signals {
		f.tally.signals.printTexts(f.stderr)
	}
	if f.request.Strict {
		for _, mask := range f.tally.unmatched {
			f.stderr.Tell(unmatchedNotice(mask, f.tally.signals.names.hint(mask)))
		}
	}
	for _, n := range f.tally.kept.notices() {
		f.stderr.Tell(n)
	}
	if signals {
		for _, c := range envelope.Few(f.tally.cuts) {
			f.stderr.Tell(cutNotice(c))
		}
	}
	return err
}

// stream shapes the inputs into one output.
func (f *filter) stream(files []string) error {
	out := output.New(new(output.Comparison), f.out.layout())
	if !f.dryRun.on() {
		var err error
		if out, err = f.out.open(f.app, files); err != nil {
			return err
		}
	}
	return out.End(f.reader(out).all(files))
}

// reader returns a reader that shapes documents into out.
func (f *filter) reader(out *output.Documents) reader {
	r := reader{
		app: f.app, framing: f.framing.ofInputs(), shape: f.shape,
		handle: func(d document) error {
			return f.conclude(d, out, func(dst []byte) shaped { return f.shape(d, dst) })
		},
		conclude: func(d document, s shaped) error {
			return f.conclude(d, out, func(dst []byte) shaped { return f.again(d, dst, s) })
		},
	}
	r.jobs = f.jobs.number(r.framing, &f.tolerance, &f.dryRun)
	if f.tolerance.on() {
		r.broken = f.broken(out)
	}
	return r
}

// shape shapes one document. It is safe for concurrent use.
func (f *filter) shape(d document, dst []byte) (s shaped) {
	req, err := f.requestFor(d)
	if err != nil {
		return shaped{out: dst, err: err}
	}
	var began time.Time
	if f.reports != nil {
		began = f.now()
	}
	s.out, s.report, s.err = f.answer(dst, req)
	if f.reports != nil {
		s.took = f.now().Sub(began)
	}
	return s
}

func (f *filter) requestFor(d document) (req shaper.Request, err error) {
	req = f.request
	req.Body, err = f.pager.page(d, req)
	return req, err
}

// again returns a document that a worker shaped. It shapes it once more if an earlier document
// has seen a newer configuration.
func (f *filter) again(d document, dst []byte, s shaped) shaped {
	if s.report.Generation < f.newest {
		return f.shape(d, dst)
	}
	s.out = append(dst, s.out...)
	return s
}

// conclude writes one shaped document and its report.
func (f *filter) conclude(d document, out *output.Documents, shape func(dst []byte) shaped) error {
	var s shaped
	text, err := out.Document(func(dst []byte) ([]byte, error) {
		s = shape(dst)
		f.newest = max(f.newest, s.report.Generation)
		if s.err == nil {
			s.err = f.refusal(d, &s.report)
		}
		if s.err != nil {
			return dst, s.err
		}
		f.as.begins(d, &s.report)
		return s.out, nil
	})
	if err != nil {
		return err
	}
	s.out = text
	return f.tellOf(d, out, s)
}

// tellOf adds a written document to the sums and the report.
func (f *filter) tellOf(d document, out *output.Documents, s shaped) error {
	report, text := s.report, s.out
	told := f.recordOf(d, report)
	if len(told.Lost) > 0 {
		f.stderr.Tell(ofDocument(told.File, told.Document, lossNotice(told.Dialect, told.Lost)))
	}
	f.left = f.left || f.exitStatus && !scan.IsBare(text)
	f.tally.signals.add(told, report, f.tally.documents == 0)
	if report.Withheld.Count == 0 {
		f.tally.signals.bare.look(d.text)
	}
	if len(f.tally.signals.missed) > 0 {
		f.tally.signals.names.add(d.text)
	}
	read := f.tally.add(d.text, text, report.Unmatched)
	f.tally.cut(report)
	f.tally.kept.add(report.Kept)
	if fit := report.Fit; fit.IsThere() {
		f.tally.fit = f.tally.fit.plus(fit)
		if fit.Over {
			f.tally.over++
			f.stderr.Tell(ofDocument(told.File, told.Document, overNotice(fit)))
		}
	}
	f.dryRun.count()
	if err := f.dryRun.show(f.stdout, d, told.Document, text); err != nil {
		return err
	}
	if err := f.reportOn(d, told, read, s.took); err != nil {
		return err
	}
	return out.Flush(d.last)
}

// refusal returns the reason to refuse a document that could be shaped. A mask that matched in
// an earlier document is no reason.
func (f *filter) refusal(d document, report *shaper.Report) error {
	if report.Misfit != "" {
		return d.unusable(fmt.Errorf("no %s envelope here: %s", f.request.Dialect, report.Misfit))
	}
	if !f.request.Strict {
		return nil
	}
	signals := report.Signals
	signals.Missed = unmet(f.tally.signals.missed, signals.Missed, f.tally.documents == 0)
	objections := signals.Objections()
	if len(objections) == 0 {
		return nil
	}
	f.tally.unmatched = signals.Missed
	f.tally.signals.names.add(d.text)
	refused := f.recordOf(d, *report)
	f.refused = &refused
	return d.unusable(fmt.Errorf("refused by --strict: %s", strings.Join(objections, "; ")))
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
		{"--fields", req.Fields != nil},
		{"--drop", isOn(s.ExcludeNullValues) || isOn(s.ExcludeEmptyArrays) || isOn(s.ExcludeEmptyObjects) || isOn(s.ExcludeDefaultValues)},
		{"--max-string", s.MaxString != nil},
		{"--max-items", s.MaxItems != nil},
		{"--shorten", s.Shorten != nil},
		{"--columns", isOn(s.Columns)},
		{"--budget", req.Budget.IsThere()},
	} {
		if f.given {
			return fmt.Errorf("%s has no effect under --profile off", f.name)
		}
	}
	return nil
}
