package documents

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
)

// Output holds the destination and the layout of documents.
type Output struct {
	File    string
	Indent  int
	Tab     bool
	Compact bool
	Sort    bool
	Force   bool

	Sequence bool                                  // --seq
	Form     func(dst, doc []byte) ([]byte, error) // --as
}

const maxIndent = 16

// Add adds the flags.
func (f *Output) Add(flags *pflag.FlagSet) {
	flags.VarP((*app.FileName)(&f.File), "output", "o", "write to `FILE`, which may be an input too; - is standard output")
	flags.Var(app.Number{To: &f.Indent, Least: 0, Most: maxIndent}, "indent", "lay out with `N` blanks per level")
	flags.BoolVar(&f.Tab, "tab", false, "lay out with a tab per level")
	flags.BoolVarP(&f.Sort, "sort-keys", "S", false, "sort the members of every object by name; texts in strings stay as they are")
	flags.BoolVar(&f.Force, "force", false, "write over a file though its owner, access control list or extended attributes are lost")
	flags.BoolVarP(&f.Compact, "compact", "c", false, "one line per document (the default)")
}

// Name returns the destination; "-" is standard output.
func (f *Output) Name() string { return filepath.Clean(cmp.Or(f.File, "-")) }

// Check returns the error of contradicting flags.
func (f *Output) Check() error {
	if f.Compact && (f.Tab || f.Indent > 0) || f.Tab && f.Indent > 0 {
		return errors.New("--compact, --indent and --tab exclude each other")
	}
	return nil
}

// Layout returns the layout that the flags ask for.
func (f *Output) Layout() output.Layout {
	l := output.Layout{Indent: strings.Repeat(" ", f.Indent), Sort: f.Sort, Sequence: f.Sequence, Form: f.Form}
	if f.Tab {
		l.Indent = "\t"
	}
	return l
}

// Open opens the destination. It replaces a file in one step at the end. If the inputs
// may never end, the file grows with them.
func (f *Output) Open(a *app.App, files []string) (*output.Documents, error) {
	if err := f.Check(); err != nil {
		return nil, err
	}
	a.Gate.Force = f.Force
	to, err := OpenTarget(a, f.File, files)
	return output.New(to, f.Layout()), WithForceHint(err)
}

// WithForceHint adds the flag that lifts a refusal.
func WithForceHint(err error) error {
	if errors.Is(err, output.ErrLost) {
		return fmt.Errorf("%w (--force writes it)", err)
	}
	return err
}

// OpenTarget opens a destination for a run that reads the inputs. "" and "-" are standard output.
func OpenTarget(a *app.App, file string, inputs []string) (output.Target, error) {
	if file == "" || file == "-" {
		return a.Stdout, nil
	}
	info, err := os.Stat(file)
	there := err == nil
	if there && !info.Mode().IsRegular() || a.Endless(inputs) && !(there && a.Reads(inputs, info)) {
		return create(a, file)
	}
	return a.Gate.Replace(file)
}

// create opens a file that grows with the documents.
func create(a *app.App, name string) (output.Target, error) {
	if name == "-" {
		return a.Stdout, nil
	}
	file, err := os.Create(name)
	return a.Gate.Stream(file), output.Fault(err)
}

// AddReport adds the flag --report.
func AddReport(flags *pflag.FlagSet, to *string) {
	flags.Var((*app.FileName)(to), "report", "write one line of JSON per document to `FILE`, with its sizes and rules; counting tokens takes longer than shaping")
}

// OpenReport opens a report, or returns nil without a name. A report must be neither an input nor
// the output of documents.
func OpenReport(a *app.App, name, documents string, read ...string) (*output.Documents, error) {
	if name == "" {
		return nil, nil
	}
	report, written := statOutput(a, name), statOutput(a, documents)
	regular := report != nil && report.Mode().IsRegular()
	if filepath.Clean(name) == documents || regular && (a.Reads(read, report) || written != nil && os.SameFile(report, written)) {
		return nil, errors.New("--report needs a file of its own: this one is read, or takes the documents")
	}
	to, err := create(a, name)
	return output.New(to, output.Layout{}), err
}

// statOutput describes an output. It returns nil for a missing file or a stream.
func statOutput(a *app.App, name string) (info fs.FileInfo) {
	if name != "-" {
		info, _ = os.Stat(name)
	} else if file := a.Stdout.File(); file != nil {
		info, _ = file.Stat()
	}
	return info
}
