package explain

import (
	"fmt"
	"io"
	"iter"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// explanation is the printed explanation of one document.
type explanation struct {
	report.Record
	Counter  string           `json:"counter,omitempty"` // of the tokens of fields
	Fields   []field          `json:"fields,omitempty"`
	Rest     *rest            `json:"rest,omitempty"`
	Settings []report.Setting `json:"settings"`

	files terminal.Legend // for the tables
	names report.Names    // of the document, if a mask matched nothing
}

// field holds the values at the places of one pattern.
type field struct {
	Pattern string `json:"pattern"`
	Kept    bool   `json:"kept"`
	Reason  string `json:"reason"`
	Rule    string `json:"rule,omitempty"`
	size
}

type size struct {
	Count  int `json:"values"`
	Bytes  int `json:"bytes"`
	Tokens int `json:"tokens"`
}

// rest sums up the values of all other paths.
type rest struct {
	Kept    size `json:"kept"`
	Dropped size `json:"dropped"`
}

// addFields adds the fields and the rest.
func (e *explanation) addFields(why *shaper.Explanation) {
	e.Counter = why.Counter.Name()
	for _, f := range why.Fields {
		e.Fields = append(e.Fields, field{f.Pattern, f.Kept, f.Reason, app.ByFlags(f.Rule), size(f.Amount)})
	}
	if why.Rest != (shaper.Rest{}) {
		e.Rest = &rest{size(why.Rest.Kept), size(why.Rest.Dropped)}
	}
}

// decision is the effect on one value.
type decision struct {
	Pointer string `json:"pointer"`
	Kept    bool   `json:"kept"`
	Reason  string `json:"reason"`
	Rule    string `json:"rule,omitempty"`
	Bytes   int    `json:"bytes"`
}

// printedDecisions returns decisions in their printed form.
func printedDecisions(decided iter.Seq[shaper.Decision]) iter.Seq[decision] {
	return func(yield func(decision) bool) {
		for d := range decided {
			if !yield(decision{d.Pointer, d.Kept, d.Reason, app.ByFlags(d.Rule), d.Bytes}) {
				return
			}
		}
	}
}

func (e *explanation) writeHead(w io.Writer) {
	fmt.Fprintf(w, "%s, document %d: dialect %s, profile %s; bytes: %s\n",
		terminal.Printable(e.File), e.Document, e.Dialect, e.Profile, report.Account{In: e.BytesIn, Out: e.BytesOut})
	if e.Misfit != "" {
		fmt.Fprintf(w, "  the dialect does not fit: %s\n", e.Misfit)
	}
}

func (e *explanation) writeFields(w io.Writer) {
	table := terminal.Table(w)
	about := "~"
	if app.CounterOf(e.Counter).Exact() {
		about = ""
	}
	fmt.Fprintf(table, "  \tvalues\tbytes\t%stokens\tpath\twhy\trule\n", about)
	for _, f := range e.Fields {
		fmt.Fprintf(table, "  %s\t%d\t%d\t%d\t%s\t%s\t%s\n",
			verdict(f.Kept), f.Count, f.Bytes, f.Tokens, terminal.Printable(f.Pattern), f.Reason, terminal.Printable(e.files.Shorten(f.Rule)))
	}
	if e.Rest != nil {
		for _, kept := range []bool{false, true} {
			a := e.Rest.Dropped
			if kept {
				a = e.Rest.Kept
			}
			fmt.Fprintf(table, "  %s\t%d\t%d\t%d\tall other paths\n", verdict(kept), a.Count, a.Bytes, a.Tokens)
		}
	}
	table.Flush()
}

// aligned is the number of bytes of paths that one part of an endless table aligns.
const aligned = 16 << 10

func (e *explanation) writeDecisions(w io.Writer, decided iter.Seq[decision]) {
	table, written := terminal.Table(w), 0
	for d := range decided {
		fmt.Fprintf(table, "  %s\t%d\t%s\t%s\t%s\n", verdict(d.Kept), d.Bytes, terminal.Printable(d.Pointer), d.Reason, terminal.Printable(e.files.Shorten(d.Rule)))
		if written += len(d.Pointer); written >= aligned {
			table.Flush()
			written = 0
		}
	}
	table.Flush()
}

func verdict(kept bool) string {
	if kept {
		return "kept"
	}
	return "dropped"
}

// writeSignals prints the facts about the document as a whole.
func (e *explanation) writeSignals(w io.Writer) {
	report.WritePlaces(w, "withheld, in texts that are no JSON", e.Withheld)
	for _, count := range e.Tainted.Words() {
		fmt.Fprintf(w, "hidden in other strings as well: %s\n", count)
	}
	report.WritePlaces(w, "excluded, but not taken out of texts that are no JSON", e.Opaque)
	report.WritePlaces(w, "private names in such texts of which nothing was withheld, or encoded texts that are broken", e.Missed)
	report.WritePlaces(w, "shortened strings", e.Shortened)
	e.Fit.Write(w)
	if e.Folded > 0 {
		fmt.Fprintf(w, "folded: %s\n", terminal.Counted(e.Folded, "list"))
	}
	if entries := e.Entries(); entries != "" {
		fmt.Fprintf(w, "tool_overrides: %s\n", terminal.Printable(entries))
	}
	if e.Whole != "" {
		fmt.Fprintf(w, "kept whole: %s\n", e.Whole)
	}
	table := terminal.Table(w)
	fmt.Fprintln(table, "settings:")
	report.WriteSettings(table, e.Settings, &e.files)
	table.Flush()
	for i, c := range e.Cut {
		if i == 0 {
			fmt.Fprintln(w, "cut by limits:")
		}
		by := ""
		if c.Over {
			by = " (by the budget)"
		}
		fmt.Fprintf(w, "  %s%s\n", terminal.Printable(shaper.Cut(c).Left()), by)
	}
	for i, mask := range e.Unmatched {
		if i == 0 {
			fmt.Fprintln(w, "masks that matched nothing:")
		}
		fmt.Fprintf(w, "  %s\n", terminal.Printable(e.names.Hinted(e.files.Shorten(mask), mask)))
	}
	e.files.Write(w)
}
