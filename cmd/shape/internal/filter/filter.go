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
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/bmcis"
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
	jobs       int // documents to shape at once; 0 is one for each processor
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
	fs := cmd.Flags()
	f.flags(fs, app.AnyDialect())
	f.report.AddRules(fs)
	fs.BoolFunc("in-place", "write each file back; --in-place=.bak keeps a copy under that suffix", f.inPlace.set)
	f.framing.Add(fs)
	f.tolerance.Add(fs, true)
	fs.BoolVar(&f.dryRun.list, "dry-run", false, "write no document and no file: list removed values, and the files that would change")
	fs.BoolVar(&f.dryRun.diff, "diff", false, "as --dry-run, but show each document's changes line by line, without removed values")
	fs.Var(app.Number{To: &f.pager.size, Least: 1, Most: bmcis.MaxHitsPerPage}, "page-size", "show `N` results of a bmcis envelope, 1 to 50, and the cursor of the next page")
	fs.StringVar(&f.pager.cursor, "cursor", "", "show the page that begins at `CURSOR`")
	fs.StringVar(&f.pager.query, "query", "", "`TEXT` of the query that was answered; a cursor holds for no other")
	f.jobs = 1
	fs.VarP(app.Number{To: &f.jobs, Least: 0, Most: maxJobs}, "jobs", "j", "shape up to `N` documents at once; 0 is one for each processor")
	fs.Var(&app.Choice{Put: func(word string) { f.as.form = word }, Known: []string{"csv"}, Removed: []string{"toon", "markdown"}}, "as", "print payloads as `csv`; a payload that is no table ends the run. "+
		"Cells that begin with = + - @ stay as they are: some spreadsheets take them for formulas")
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
	if err := cmp.Or(f.report.Check(), f.framing.Check(), f.tolerance.Check(f.inPlace.on), f.out.Check(), f.checkFlags()); err != nil {
		return err
	}
	f.out.Sequence = f.framing.Sequence
	if f.as.form != "" {
		f.out.Form, f.request.Settings.Columns = f.appendForm, new(false)
	}
	isRehearsal := f.dryRun.on()
	eng, done, err := f.Load(f.config, f.request, f.Endless(files), !isRehearsal)
	if err != nil {
		return err
	}
	defer done()
	f.engine = eng
	f.tally.bare.want(f.request.Exclude)
	if f.tolerance.Pass {
		if err := f.mayPass(); err != nil {
			return err
		}
	}
	if f.dryRun.list {
		f.answer = f.rehearse
	}
	if isRehearsal {
		f.report = report.Flags{}
	}
	if f.report.File != "" {
		written := f.out.Name()
		if f.inPlace.on {
			written = ""
		}
		if f.reports, err = documents.OpenReport(f.App, f.report.File, written, append(files, f.config.Path)...); err != nil {
			return err
		}
	}
	f.request.Unmatched = f.stats
	if f.stats || f.reports != nil || f.dryRun.list {
		f.tally.read = &report.Readings{Counter: app.CounterOf(f.request.Budget.Counter)}
	}
	if f.inPlace.on {
		return f.end(f.editAll(files))
	}
	out := output.New(new(output.Comparison), f.out.Layout())
	if !isRehearsal {
		if out, err = f.out.Open(f.App, files); err != nil {
			return f.end(err)
		}
	}
	return f.end(out.End(f.reader(out).All(files)))
}

// end writes the statistics and reports, and returns the error of the run.
func (f *filter) end(err error) error {
	if bad, ok := errors.AsType[*app.BadDocument](err); ok {
		err = errors.Join(err, f.note(bad))
	}
	if f.reports != nil {
		err = f.reports.End(err)
	}
	if told := f.tell(); err == nil {
		err = told
	}
	if f.dryRun.list {
		if told := f.dryRun.write(f.Stdout, &f.tally); err == nil {
			err = told
		}
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
	if f.tolerance.Count() > 0 {
		f.tolerance.PrintInvalid(f.Stderr)
	}
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
	if f.tally.kept.all > 0 {
		f.tally.kept.print(f.Stderr)
	}
	if signals && len(f.tally.cuts) > 0 {
		for _, c := range envelope.Few(f.tally.cuts) {
			f.Stderr.Tell(notice.Notice{
				Level: notice.Signal, Kind: "cut", Message: "cut by a limit",
				Found: notice.Found{Count: c.Lists, Path: c.Path, Total: c.Total, Kept: &c.Kept},
				Text:  "shape: cut by a limit: " + c.Note(shaper.Cut.Left),
			})
		}
	}
	return err
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
	tolerates := f.tolerance.On()
	switch {
	case f.dryRun.list, tolerates && r.Framing != scan.Lines: // a place depends on the document before
		r.Jobs = 1
	case f.jobs == 0:
		r.Jobs = runtime.GOMAXPROCS(0)
	default:
		r.Jobs = f.jobs
	}
	if tolerates {
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
	req.Body = d.Text
	if f.pager.size > 0 || f.pager.cursor != "" {
		req.Body, err = f.pager.page(d, req)
	}
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

// conclude writes one shaped document, and adds it to the sums and the report.
func (f *filter) conclude(d documents.Document, out *output.Documents, shape func(dst []byte) documents.Shaped) error {
	var s documents.Shaped
	text, err := out.Document(func(dst []byte) ([]byte, error) {
		s = shape(dst)
		f.newest = max(f.newest, s.Report.Generation)
		if s.Err == nil && (s.Report.Misfit != "" || f.request.Strict) {
			s.Err = f.refusal(d, &s.Report)
		}
		if s.Err != nil {
			return dst, s.Err
		}
		if f.as.form != "" {
			f.as.begins(d, &s.Report)
		}
		return s.Out, nil
	})
	if err != nil {
		return err
	}
	report := s.Report
	told := f.recordOf(d, report)
	if len(told.Lost) > 0 {
		f.Stderr.Tell(documents.OfDocument(told.File, told.Document, documents.LossNotice(told.Dialect, told.Lost)))
	}
	f.left = f.left || f.exitStatus && !scan.IsBare(text)
	if report.Audit && f.tally.read != nil {
		if err := f.audit(d, &told, text); err != nil {
			return err
		}
	}
	read := f.tally.add(d.Text, text, report, told)
	if report.Fit.Over {
		f.Stderr.Tell(documents.OfDocument(told.File, told.Document, overNotice(report.Fit)))
	}
	if f.dryRun.list {
		f.dryRun.count()
	}
	if f.dryRun.diff {
		if err := f.dryRun.show(f.Stdout, d, told.Document, text); err != nil {
			return err
		}
	}
	if f.reports != nil {
		if err := f.reportOn(d, told, read, s.Took); err != nil {
			return err
		}
	}
	return out.Flush(d.Last)
}

// audit adds the savings of rules under the key audit to a record.
func (f *filter) audit(d documents.Document, line *report.Record, text []byte) error {
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

// checkFlags returns an error if a given flag contradicts --as, if --query is alone, or if a flag
// has no effect under --profile off. Only hiding rules act there, and --exclude is one of them.
func (f *filter) checkFlags() error {
	req, s, p := &f.request, &f.request.Settings, &f.pager
	layout := f.out.Compact || f.out.Indent > 0 || f.out.Tab || f.out.Sort || f.framing.Sequence
	if f.as.form != "" && (f.inPlace.on || f.dryRun.on() || layout || f.tolerance.Pass || app.IsOn(s.Columns)) {
		return errors.New("--as takes no --in-place, --dry-run, --diff, --compact, --indent, --tab, --sort-keys, --seq, --columns nor --on-invalid pass")
	}
	if p.query != "" && p.size == 0 && p.cursor == "" {
		return errors.New("--query needs --page-size or --cursor")
	}
	if req.Profile != profiles.Off {
		return nil
	}
	for _, flag := range []struct {
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
		if flag.given {
			return fmt.Errorf("%s has no effect under --profile off", flag.name)
		}
	}
	return nil
}

const maxJobs = 1024
