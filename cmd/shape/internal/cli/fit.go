package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/shaper"
)

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
