package documents

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Input is the state of reading documents: the flags of the inputs and a count.
type Input struct {
	Framing   Framing
	tolerance Tolerance
	answered  int // documents so far
}

// Add adds the flags. The command prints other documents than it reads, so it passes none
// unchanged.
func (in *Input) Add(fs *pflag.FlagSet) {
	in.Framing.Add(fs)
	in.tolerance.Add(fs, false)
}

// Check returns the error of contradicting flags.
func (in *Input) Check() error { return cmp.Or(in.Framing.Check(), in.tolerance.Check(false)) }

// Number returns the number of the current document, from 1, over all inputs.
func (in *Input) Number() int { return in.answered + in.tolerance.Count() + 1 }

// Reader returns a reader of the inputs. It calls note, unless nil, for each skipped document.
func (in *Input) Reader(a *app.App, handle func(Document) error, note func(*app.BadDocument) error) Reader {
	r := Reader{App: a, Framing: in.Framing.OfInputs()}
	r.Handle = func(d Document) error {
		err := handle(d)
		if err == nil {
			in.answered++
		}
		return err
	}
	if in.tolerance.On() {
		r.Broken = func(bad *app.BadDocument) (passed func([]byte), err error) {
			bad.Placed = true
			a.PrintError(bad)
			if note != nil {
				err = note(bad)
			}
			in.tolerance.Skipped++
			return nil, err
		}
	}
	return r
}

// End prints the number of skipped documents. It returns err, or else the failure of a run with
// skipped or invalid documents.
func (in *Input) End(v *notice.Voice, err error, invalid bool) error {
	in.tolerance.PrintInvalid(v)
	switch {
	case err != nil:
		return err
	case in.tolerance.Count() > 0:
		return &app.Failure{Status: app.ExitJSON}
	case invalid:
		return &app.Failure{Status: app.ExitNothing}
	}
	return nil
}

// Framing holds the flags that separate documents.
type Framing struct{ Lines, Sequence bool }

// Add adds the flags.
func (f *Framing) Add(fs *pflag.FlagSet) {
	fs.BoolVar(&f.Lines, "lines", false, "each line is one document: one that is broken ends with its line")
	fs.BoolVar(&f.Sequence, "seq", false, "a record separator leads each document, in and out (RFC 7464)")
}

// Check returns the error of contradicting flags.
func (f *Framing) Check() error {
	if f.Lines && f.Sequence {
		return errors.New("--lines and --seq exclude each other")
	}
	return nil
}

// OfInputs returns the framing of the inputs.
func (f *Framing) OfInputs() scan.Framing {
	switch {
	case f.Lines:
		return scan.Lines
	case f.Sequence:
		return scan.Sequence
	}
	return scan.Concatenated
}

// Tolerance holds the flags for documents that cannot be used, and counts these.
type Tolerance struct {
	skip, Pass      bool
	Skipped, Passed int
}

// Add adds the flags. With mayPass the command can print a document unchanged.
func (t *Tolerance) Add(fs *pflag.FlagSet, mayPass bool) {
	set := func(word string) { t.skip, t.Pass = word == "skip", word == "pass" }
	usage, known := "a document that is not JSON, or refused, ends the run, or goes: `stop|skip`", []string{"stop", "skip"}
	if mayPass {
		usage, known = "a document that is not JSON, or refused, ends the run, goes, or is printed as it came: `stop|skip|pass`", append(known, "pass")
	}
	fs.Var(&app.Choice{Put: set, Known: known}, "on-invalid", usage)
	fs.BoolVar(&t.skip, "skip-invalid", false, "leave out documents that are not JSON, or refused; the same as --on-invalid skip")
}

// Check returns the error of flags that would lose documents.
func (t *Tolerance) Check(inPlace bool) error {
	t.Pass = t.Pass && !t.skip // --skip-invalid came last
	if inPlace && (t.skip || t.Pass) {
		return errors.New("--in-place leaves a file as it is where a document in it is broken: it takes no --on-invalid but stop")
	}
	return nil
}

// On reports whether a broken document leaves the run going.
func (t *Tolerance) On() bool { return t.skip || t.Pass }

// Count returns the number of broken documents.
func (t *Tolerance) Count() int { return t.Skipped + t.Passed }

// PrintInvalid prints the numbers of skipped and passed documents.
func (t *Tolerance) PrintInvalid(v *notice.Voice) {
	tell := func(n int, kind, what string) {
		if n > 0 {
			message := terminal.Counted(n, "document") + " " + what
			v.Tell(notice.Notice{Level: notice.Signal, Kind: kind, Message: message, Found: notice.Found{Count: n}})
		}
	}
	tell(t.Skipped, "skipped", "skipped")
	tell(t.Passed, "passed", "printed unshaped")
}

// LossNotice warns of parts that an envelope cannot carry.
func LossNotice(dialect string, lost []string) notice.Notice {
	message := dialect + " cannot carry " + strings.Join(lost, ", ")
	return notice.Notice{Level: notice.Warning, Kind: "lost", Message: message, Found: notice.Found{Lost: lost}}
}

// OfDocument adds the document to a notice.
func OfDocument(file string, number int, n notice.Notice) notice.Notice {
	n.File, n.Text = file, fmt.Sprintf("%s, document %d: %s", terminal.Printable(file), number, n.Message)
	return n
}
