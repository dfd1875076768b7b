package cli

import (
	"errors"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// framing holds the flags that separate documents.
type framing struct{ lines, sequence bool }

// add adds the flags.
func (f *framing) add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.lines, "lines", false, "each line is one document: one that is broken ends with its line")
	fs.BoolVar(&f.sequence, "seq", false, "a record separator leads each document, in and out (RFC 7464)")
}

// check returns the error of contradicting flags.
func (f *framing) check() error {
	if f.lines && f.sequence {
		return errors.New("--lines and --seq exclude each other")
	}
	return nil
}

// ofInputs returns the framing of the inputs.
func (f *framing) ofInputs() scan.Framing {
	switch {
	case f.lines:
		return scan.Lines
	case f.sequence:
		return scan.Sequence
	}
	return scan.Concatenated
}

// tolerance holds the flags for documents that cannot be used, and counts these.
type tolerance struct {
	skip, pass      bool
	skipped, passed int
}

// add adds the flags. With mayPass the command can print a document unchanged.
func (t *tolerance) add(fs *pflag.FlagSet, mayPass bool) {
	set := func(word string) { t.skip, t.pass = word == "skip", word == "pass" }
	usage, known := "a document that is not JSON, or refused, ends the run, or goes: `stop|skip`", []string{"stop", "skip"}
	if mayPass {
		usage, known = "a document that is not JSON, or refused, ends the run, goes, or is printed as it came: `stop|skip|pass`", append(known, "pass")
	}
	fs.Var(&choice{set: set, known: known}, "on-invalid", usage)
	fs.BoolVar(&t.skip, "skip-invalid", false, "leave out documents that are not JSON, or refused; the same as --on-invalid skip")
}

// check returns the error of flags that would lose documents.
func (t *tolerance) check(inPlace bool) error {
	t.pass = t.pass && !t.skip // --skip-invalid came last
	if inPlace && (t.skip || t.pass) {
		return errors.New("--in-place leaves a file as it is where a document in it is broken: it takes no --on-invalid but stop")
	}
	return nil
}

// on reports whether a broken document leaves the run going.
func (t *tolerance) on() bool { return t.skip || t.pass }

// count returns the number of broken documents.
func (t *tolerance) count() int { return t.skipped + t.passed }

// mayPass refuses to print unreadable documents if a rule hides something (GUARANTEES,
// failure).
func (f *filter) mayPass() error {
	if !f.tolerance.pass {
		return nil
	}
	hides, err := f.engine.Hides(f.request)
	if err == nil && hides {
		err = errors.New("--on-invalid=pass prints what could not be read, and a rule hides something: use --on-invalid=skip")
	}
	return err
}

// broken handles a document that cannot be used. It prints the document only if
// --on-invalid=pass is given and no rule hides something at that time.
func (f *filter) broken(out *output.Documents) func(*badDocument) (func([]byte), error) {
	return func(bad *badDocument) (passed func([]byte), err error) {
		bad.placed = true
		f.printError(bad)
		if err := f.note(bad); err != nil {
			return nil, err
		}
		if f.tolerance.pass && f.mayPass() == nil {
			f.tolerance.passed++
			f.left = true
			return out.Raw(), nil
		}
		f.tolerance.skipped++
		return nil, nil
	}
}

// note writes a document that cannot be used to the report.
func (f *filter) note(bad *badDocument) error {
	if f.refused == nil {
		f.refused = &record{File: bad.file, Document: f.number()}
	}
	f.refused.Error = bad.Error()
	err := f.reports.Value(*f.refused)
	f.refused = nil
	if err == nil {
		err = f.reports.Flush(true)
	}
	return err
}

// number returns the number of the current document, from 1, over all inputs.
func (f *filter) number() int { return f.tally.documents + f.tolerance.count() + 1 }

// printInvalid prints the numbers of skipped and passed documents.
func (t *tolerance) printInvalid(v *notice.Voice) {
	tell := func(n int, kind, what string) {
		if n > 0 {
			message := counted(n, "document") + " " + what
			v.Tell(notice.Notice{Level: notice.Signal, Kind: kind, Message: message, Found: notice.Found{Count: n}})
		}
	}
	tell(t.skipped, "skipped", "skipped")
	tell(t.passed, "passed", "printed unshaped")
}
