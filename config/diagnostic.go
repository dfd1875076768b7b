package config

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/seed-7aa78ce4/shape/config/internal/document"
	"github.com/seed-7aa78ce4/shape/config/internal/grammar"
	"github.com/seed-7aa78ce4/shape/profiles"
)

// Diagnostic is one problem of a configuration and the place where it was
// written. It names keys and the values that a setting knows, never other
// content of the file: a path may point at anything.
type Diagnostic struct {
	File    string `json:"file"`             // "" when it stands in no file
	Line    int    `json:"line,omitempty"`   // 1-based; 0 when the problem has no place in the file
	Column  int    `json:"column,omitempty"` // 1-based, in bytes
	Pointer string `json:"pointer"`          // RFC 6901; outside files, the variable or flag
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // such as: did you mean "profile"
	Warning bool   `json:"warning"`        // the configuration is usable all the same
	// Ignored reports a warning of an unknown key at Pointer: the key has no effect, the
	// rest of the file holds. With [Options].Strict such a key is an error.
	Ignored bool `json:"ignored,omitempty"`
	// SetAside reports that the key at Pointer has no effect, since it needs trust and the
	// file is not trusted. With [Options].Strict it is an error, else a warning.
	SetAside bool `json:"set_aside,omitempty"`
}

// Error is one line, file:line:column: /pointer: message (hint).
func (d Diagnostic) Error() string {
	var b strings.Builder
	switch {
	case d.Line > 0:
		fmt.Fprintf(&b, "%s:%d:%d: ", d.File, d.Line, d.Column)
	case d.File != "":
		b.WriteString(d.File + ": ")
	}
	if d.Pointer != "" {
		b.WriteString(grammar.Preview(d.Pointer, 200) + ": ")
	}
	if d.Warning {
		b.WriteString("warning: ")
	}
	b.WriteString(d.Message)
	if d.Hint != "" {
		b.WriteString(" (" + d.Hint + ")")
	}
	return b.String()
}

// diagnostic returns a problem of the profiles.
func diagnostic(p profiles.Problem) Diagnostic {
	at := p.Origin
	return Diagnostic{
		File: at.File, Line: at.Line, Column: at.Column, Pointer: at.Pointer,
		Message: p.Message, Hint: p.Hint, Warning: p.Warning,
	}
}

// diagnostics returns the problems of a document.
func diagnostics(problems []document.Problem) (ds Diagnostics) {
	for _, p := range problems {
		d := diagnostic(p.Problem)
		d.Ignored = p.Ignored
		ds = append(ds, d)
	}
	return ds
}

// Diagnostics are all problems of a configuration, sorted by file, line and
// column.
type Diagnostics []Diagnostic

// Error has one line for each problem.
func (ds Diagnostics) Error() string {
	lines := make([]string, len(ds))
	for i, d := range ds {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// failed reports whether one of the problems is more than a warning.
func (ds Diagnostics) failed() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return !d.Warning })
}

// sorted returns the problems in order, each once.
func (ds Diagnostics) sorted() Diagnostics {
	sort.SliceStable(ds, func(i, j int) bool {
		a, b := &ds[i], &ds[j]
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Pointer, b.Pointer), cmp.Compare(a.Message, b.Message)) < 0
	})
	return slices.Compact(ds)
}

// cut limits the number of problems, warnings first, and adds their count. Warnings alone stay
// warnings.
func (ds Diagnostics) cut() Diagnostics {
	if len(ds) <= document.MaxProblems {
		return ds
	}
	told := slices.Clone(ds)
	sort.SliceStable(told, func(i, j int) bool { return !told[i].Warning && told[j].Warning })
	untold := told[document.MaxProblems:]
	rest, what := untold[0], "problems"
	if rest.Warning {
		what = "warnings"
	}
	rest.Ignored = slices.ContainsFunc(untold, func(d Diagnostic) bool { return d.Ignored })
	rest.SetAside = slices.ContainsFunc(untold, func(d Diagnostic) bool { return d.SetAside })
	rest.Pointer, rest.Message, rest.Hint = "", fmt.Sprintf("%s not told: %d", what, len(untold)), ""
	return append(told[:document.MaxProblems:document.MaxProblems].sorted(), rest)
}
