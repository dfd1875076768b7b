package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/output"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// addReport adds the flag of a report on each document.
func addReport(flags *pflag.FlagSet, to *string) {
	flags.Var(fileName{to}, "report", "write one line of JSON per document to `FILE`: what was done to it")
}

// reporter opens a report; without a name there is none. It must neither replace
// a file that is read nor come between the documents that are written.
func (a *app) reporter(name, documents string, read ...string) (*output.Documents, error) {
	if name == "" {
		return nil, nil
	}
	report, written := a.statOutput(name), a.statOutput(documents)
	regular := report != nil && report.Mode().IsRegular()
	if filepath.Clean(name) == documents || regular && (a.reads(read, report) || written != nil && os.SameFile(report, written)) {
		return nil, errors.New("--report needs a file of its own: this one is read, or takes the documents")
	}
	to, err := a.create(name)
	return output.New(to, 0), err
}

// statOutput describes an output; nil where that is no file, or not there yet.
func (a *app) statOutput(name string) (info fs.FileInfo) {
	if name != "-" {
		info, _ = os.Stat(name)
	} else if file := a.stdout.File(); file != nil {
		info, _ = file.Stat()
	}
	return info
}

// record is one line of a report: what was done to one document.
type record struct {
	File       string   `json:"file"`
	Document   int      `json:"document"` // from 1, over all inputs
	Generation uint64   `json:"generation"`
	Dialect    string   `json:"dialect,omitempty"`
	Profile    string   `json:"profile,omitempty"`
	Mode       string   `json:"mode,omitempty"`
	BytesIn    int      `json:"bytes_in"`
	BytesOut   int      `json:"bytes_out"`
	Cut        []cut    `json:"cut,omitempty"`
	Unmatched  []string `json:"unmatched,omitempty"`
	Error      string   `json:"error,omitempty"`
}

type cut struct {
	Path  string `json:"path"`
	Total int    `json:"total"`
	Kept  int    `json:"kept"`
}

func recordOf(file string, number int, r shaper.Report) record {
	line := record{
		File: file, Document: number, Generation: r.Generation, Dialect: r.Dialect, Profile: r.Profile,
		Mode: r.Mode, BytesIn: r.BytesIn, BytesOut: r.BytesOut,
	}
	for _, mask := range r.Unmatched {
		line.Unmatched = append(line.Unmatched, byFlags(mask))
	}
	for _, c := range r.Cut {
		line.Cut = append(line.Cut, cut(c))
	}
	return line
}
