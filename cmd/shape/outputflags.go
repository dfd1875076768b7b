package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/pflag"
)

// outputFlags say where documents go, and how they are laid out.
type outputFlags struct {
	file    string
	indent  int
	compact bool
}

const maxIndent = 16

func (f *outputFlags) add(fs *pflag.FlagSet) {
	fs.StringVarP(&f.file, "output", "o", "", "write to `FILE`, which may be an input too")
	fs.IntVar(&f.indent, "indent", 0, "lay out with `N` blanks per level")
	fs.BoolVarP(&f.compact, "compact", "c", false, "one line per document (the default)")
}

func (f *outputFlags) check() error {
	switch {
	case f.indent < 0 || f.indent > maxIndent:
		return fmt.Errorf("--indent must be 0 to %d", maxIndent)
	case f.compact && f.indent > 0:
		return fmt.Errorf("--compact and --indent exclude each other")
	}
	return nil
}

// output opens what the flags say. A file is replaced in one step, when
// everything went well; where the inputs may never end it grows as they do.
func (a *app) output(f outputFlags, files []string) (*output, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	to, err := a.target(f.file, files)
	return &output{to: to, indent: strings.Repeat(" ", f.indent)}, err
}

func (a *app) target(file string, inputs []string) (target, error) {
	info, err := os.Stat(file)
	there := err == nil
	switch {
	case file == "":
		return a.stdout, nil
	case there && !info.Mode().IsRegular(), a.endless(inputs) && !(there && a.reads(inputs, info)):
		return a.create(file)
	}
	return a.gate.replace(file, file)
}

// create opens a file that is written as the documents come.
func (a *app) create(name string) (target, error) {
	file, err := os.Create(name)
	return &sink{gate: a.gate, w: file}, writeError(err)
}

// addReport adds the flag of a report on each document.
func addReport(fs *pflag.FlagSet, to *string) {
	fs.StringVar(to, "report", "", "write one line of JSON per document to `FILE`: what was done to it")
}

// reporter opens a report; without a name there is none.
func (a *app) reporter(name string) (*output, error) {
	if name == "" {
		return nil, nil
	}
	to, err := a.create(name)
	return &output{to: to}, err
}
