package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// figures is the member stats of --stats in JSON. Its names are those of a report.
type figures struct {
	Documents     int            `json:"documents"`
	BytesIn       int            `json:"bytes_in"`
	BytesOut      int            `json:"bytes_out"`
	Counter       string         `json:"counter"`
	TokensIn      int            `json:"tokens_in"`
	TokensOut     int            `json:"tokens_out"`
	StructuredIn  *int           `json:"structured_tokens_in,omitempty"`
	StructuredOut *int           `json:"structured_tokens_out,omitempty"`
	Media         []mediaFigures `json:"media,omitempty"`
	Overrides     string         `json:"tool_overrides,omitempty"`
	Withheld      *places        `json:"withheld,omitempty"`
	Tainted       *tainted       `json:"tainted,omitempty"`
	Frequent      []frequent     `json:"frequent,omitempty"`
	Opaque        *places        `json:"opaque,omitempty"`
	Missed        *places        `json:"missed,omitempty"` // privacyEngine names
	Cut           *cutFigures    `json:"cut,omitempty"`
	Shortened     *places        `json:"shortened,omitempty"` // strings
	Folded        int            `json:"folded,omitempty"`    // lists that are tables now
	Whole         map[string]int `json:"whole,omitempty"`     // documents, by the half
	Budget        *fitFigures    `json:"budget,omitempty"`
	Unmatched     []string       `json:"unmatched,omitempty"`
}

type mediaFigures struct {
	Kind     string `json:"kind"`
	CountIn  int    `json:"count_in"`
	CountOut int    `json:"count_out"`
	BytesIn  int    `json:"bytes_in"`
	BytesOut int    `json:"bytes_out"`
}

type cutFigures struct {
	Lists int `json:"lists"`
	Total int `json:"total"` // elements before the cut
	Kept  int `json:"kept"`
}

// notice returns the sums and signals as lines for people and figures for programs.
func (t *tally) notice() notice.Notice {
	bytes := fmt.Sprintf("bytes: %s", t.bytes)
	lines := slices.Concat([]string{fmt.Sprintf("documents: %d", t.documents), bytes}, t.read.lines(), t.signals.lines(), t.fit.lines())
	return notice.Notice{
		Level: notice.Plain, Kind: "stats", Message: counted(t.documents, "document") + "; " + bytes,
		Stats: t.figures(), Text: strings.Join(lines, "\n"),
	}
}

func (t *tally) figures() figures {
	read, said := t.read, &t.signals
	all := figures{
		Documents: t.documents, BytesIn: t.bytes.in, BytesOut: t.bytes.out,
		Counter: read.counter.Name(), TokensIn: read.text.in, TokensOut: read.text.out,
		Overrides: said.entries, Withheld: placesOf(said.withheld), Tainted: taintedOf(said.tainted), Frequent: frequentOf(said.frequent), Opaque: placesOf(said.opaque), Missed: placesOf(said.unhidden), Shortened: placesOf(said.shortened), Folded: said.folded, Whole: said.whole,
	}
	if read.parts {
		all.StructuredIn, all.StructuredOut = &read.structured.in, &read.structured.out
	}
	for _, m := range read.media {
		all.Media = append(all.Media, mediaFigures{m.kind, m.counts.in, m.counts.out, m.bytes.in, m.bytes.out})
	}
	if c := said.cut; c.Lists > 0 {
		all.Cut = &cutFigures{c.Lists, c.Total, c.Kept}
	}
	if t.fit.documents > 0 {
		all.Budget = &fitFigures{t.fit.documents, t.fit.cut, t.over, t.fit.steps}
	}
	for _, mask := range said.missed {
		all.Unmatched = append(all.Unmatched, byFlags(mask))
	}
	return all
}

// fit is the budget in a report.
type fit struct {
	Counter      string   `json:"counter,omitempty"` // of the tokens; "" if only bytes are limited
	TokensBefore int      `json:"tokens_before,omitempty"`
	TokensAfter  int      `json:"tokens_after,omitempty"`
	BytesBefore  int      `json:"bytes_before"`
	BytesAfter   int      `json:"bytes_after"`
	Steps        []string `json:"steps,omitempty"`
	Over         bool     `json:"over,omitempty"`
}

func fitOf(f shaper.Fit) *fit {
	if !f.IsThere() {
		return nil
	}
	return &fit{f.Counter, f.Before.Tokens, f.After.Tokens, f.Before.Bytes, f.After.Bytes, f.Steps, f.Over}
}

// write prints the budget in lines.
func (f *fit) write(w io.Writer) {
	if f == nil {
		return
	}
	size := func(bytes, tokens int) string {
		if f.Counter == "" {
			return counted(bytes, "byte")
		}
		return fmt.Sprintf("%s, %s (%s)", counted(bytes, "byte"), counted(tokens, "token"), f.Counter)
	}
	fmt.Fprintf(w, "budget:\n  before  %s\n  after   %s\n", size(f.BytesBefore, f.TokensBefore), size(f.BytesAfter, f.TokensAfter))
	if len(f.Steps) > 0 {
		fmt.Fprintf(w, "  took    %s\n", strings.Join(f.Steps, ", "))
	}
	if f.Over {
		fmt.Fprintln(w, "  over it all the same")
	}
}

// fitFigures sums up the budgets.
type fitFigures struct {
	Documents int            `json:"documents"`      // with a budget
	Cut       int            `json:"cut"`            // made smaller
	Over      int            `json:"over,omitempty"` // still over the budget
	Steps     map[string]int `json:"steps,omitempty"`
}

// fits sums up the budgets of documents.
type fits struct {
	documents, cut int // with a budget; made smaller
	steps          map[string]int
}

func (all fits) plus(f shaper.Fit) fits {
	all.documents++
	if len(f.Steps) > 0 {
		all.cut++
	}
	for _, step := range f.Steps {
		if all.steps == nil {
			all.steps = map[string]int{}
		}
		all.steps[step]++
	}
	return all
}

// lines returns "budget: 1 of 3 documents made smaller, strings in 1".
func (all fits) lines() []string {
	if all.documents == 0 {
		return nil
	}
	words := []string{fmt.Sprintf("%d of %s made smaller", all.cut, counted(all.documents, "document"))}
	for _, step := range []string{"columns", "low_priority", "strings", "items", "summary", "references", "refused"} {
		if n := all.steps[step]; n > 0 {
			words = append(words, fmt.Sprintf("%s in %d", step, n))
		}
	}
	return []string{"budget: " + strings.Join(words, ", ")}
}

// overNotice warns of a document that is over its budget.
func overNotice(f shaper.Fit) notice.Notice {
	sizes := []string{fmt.Sprintf("%d bytes", f.After.Bytes)}
	if f.Counter != "" {
		sizes = append(sizes, fmt.Sprintf("%d tokens", f.After.Tokens))
	}
	return notice.Notice{
		Level: notice.Warning, Kind: "budget",
		Message: "over its budget all the same: " + strings.Join(sizes, ", "),
	}
}
