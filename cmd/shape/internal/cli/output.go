package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
)

// outputFlags holds the destination and the layout of documents.
type outputFlags struct {
	file    string
	indent  int
	tab     bool
	compact bool
	sort    bool
	force   bool

	sequence bool                                  // --seq
	form     func(dst, doc []byte) ([]byte, error) // --as
}

const maxIndent = 16

// add adds the flags.
func (f *outputFlags) add(flags *pflag.FlagSet) {
	flags.VarP((*fileName)(&f.file), "output", "o", "write to `FILE`, which may be an input too; - is standard output")
	flags.Var(number{&f.indent, 0, maxIndent}, "indent", "lay out with `N` blanks per level")
	flags.BoolVar(&f.tab, "tab", false, "lay out with a tab per level")
	flags.BoolVarP(&f.sort, "sort-keys", "S", false, "sort the members of every object by name; texts in strings stay as they are")
	flags.BoolVar(&f.force, "force", false, "write over a file though its owner, access control list or extended attributes are lost")
	flags.BoolVarP(&f.compact, "compact", "c", false, "one line per document (the default)")
}

// name returns the destination; "-" is standard output.
func (f *outputFlags) name() string { return filepath.Clean(cmp.Or(f.file, "-")) }

// check returns the error of contradicting flags.
func (f *outputFlags) check() error {
	if f.compact && (f.tab || f.indent > 0) || f.tab && f.indent > 0 {
		return errors.New("--compact, --indent and --tab exclude each other")
	}
	return nil
}

// layout returns the layout that the flags ask for.
func (f *outputFlags) layout() output.Layout {
	l := output.Layout{Indent: strings.Repeat(" ", f.indent), Sort: f.sort, Sequence: f.sequence, Form: f.form}
	if f.tab {
		l.Indent = "\t"
	}
	return l
}

// open opens the destination. It replaces a file in one step at the end. If the inputs
// may never end, the file grows with them.
func (f *outputFlags) open(a *app, files []string) (*output.Documents, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	a.gate.Force = f.force
	to, err := target(a, f.file, files)
	return output.New(to, f.layout()), withForceHint(err)
}

// withForceHint adds the flag that lifts a refusal.
func withForceHint(err error) error {
	if errors.Is(err, output.ErrLost) {
		return fmt.Errorf("%w (--force writes it)", err)
	}
	return err
}

// target opens a destination for a run that reads the inputs. "" and "-" are standard output.
func target(a *app, file string, inputs []string) (output.Target, error) {
	if file == "" || file == "-" {
		return a.stdout, nil
	}
	info, err := os.Stat(file)
	there := err == nil
	if there && !info.Mode().IsRegular() || a.endless(inputs) && !(there && a.reads(inputs, info)) {
		return create(a, file)
	}
	return a.gate.Replace(file)
}

// create opens a file that grows with the documents.
func create(a *app, name string) (output.Target, error) {
	if name == "-" {
		return a.stdout, nil
	}
	file, err := os.Create(name)
	return a.gate.Stream(file), output.Fault(err)
}

// printJSON prints a value as one line of JSON.
func (a *app) printJSON(v any) error {
	out := output.New(a.stdout, output.Layout{})
	return out.End(out.Value(v))
}

// addReport adds the flag --report.
func addReport(flags *pflag.FlagSet, to *string) {
	flags.Var((*fileName)(to), "report", "write one line of JSON per document to `FILE`, with its sizes and rules; counting tokens takes longer than shaping")
}

// reporter opens a report, or returns nil without a name. A report must be neither an input nor
// the output of documents.
func reporter(a *app, name, documents string, read ...string) (*output.Documents, error) {
	if name == "" {
		return nil, nil
	}
	report, written := statOutput(a, name), statOutput(a, documents)
	regular := report != nil && report.Mode().IsRegular()
	if filepath.Clean(name) == documents || regular && (a.reads(read, report) || written != nil && os.SameFile(report, written)) {
		return nil, errors.New("--report needs a file of its own: this one is read, or takes the documents")
	}
	to, err := create(a, name)
	return output.New(to, output.Layout{}), err
}

// statOutput describes an output. It returns nil for a missing file or a stream.
func statOutput(a *app, name string) (info fs.FileInfo) {
	if name != "-" {
		info, _ = os.Stat(name)
	} else if file := a.stdout.File(); file != nil {
		info, _ = file.Stat()
	}
	return info
}
