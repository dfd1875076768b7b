package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
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

// Write prints the budget in lines.
func (f *fit) Write(w io.Writer) {
	if f == nil {
		return
	}
	size := func(bytes, tokens int) string {
		if f.Counter == "" {
			return terminal.Counted(bytes, "byte")
		}
		return fmt.Sprintf("%s, %s (%s)", terminal.Counted(bytes, "byte"), terminal.Counted(tokens, "token"), f.Counter)
	}
	fmt.Fprintf(w, "budget:\n  before  %s\n  after   %s\n", size(f.BytesBefore, f.TokensBefore), size(f.BytesAfter, f.TokensAfter))
	if len(f.Steps) > 0 {
		fmt.Fprintf(w, "  took    %s\n", strings.Join(f.Steps, ", "))
	}
	if f.Over {
		fmt.Fprintln(w, "  over it all the same")
	}
}

// kept is the archived full document in a report.
type kept struct {
	Handle string `json:"handle,omitempty"`
	Hash   string `json:"hash,omitempty"`
	Bytes  int    `json:"bytes,omitempty"`
	Error  string `json:"error,omitempty"` // the reason that nothing was archived, and so nothing was cut
}

// Frequent is a private name that hid more than 1,000 values of one document. Values counts the
// hidden values of all such documents.
type Frequent struct {
	Name   string `json:"name"`
	Values int    `json:"values"`
}

// Tainted counts hidden values that also stood in other strings of a document.
type Tainted struct {
	Values int `json:"values"`           // hidden there too
	Beyond int `json:"beyond,omitempty"` // not searched for
}

// Plus returns the sum of both; nil is 0.
func (t *Tainted) Plus(more *Tainted) *Tainted {
	if t == nil {
		return more
	}
	return &Tainted{t.Values + more.Values, t.Beyond + more.Beyond}
}

// Words returns the counts as text; nil has none.
func (t *Tainted) Words() (all []string) {
	if t != nil && t.Values > 0 {
		all = append(all, terminal.Counted(t.Values, "value"))
	}
	if t != nil && t.Beyond > 0 {
		all = append(all, fmt.Sprintf("%d not looked for", t.Beyond))
	}
	return all
}

// Places is a number of places in a document.
type Places struct {
	Count int      `json:"count"`
	At    []string `json:"at"` // patterns of the first pointers
}

// placesOf returns nil if the count is 0.
func placesOf(p shaper.Places) *Places {
	if p.Count == 0 {
		return nil
	}
	return &Places{p.Count, p.At}
}

const mostPlaces = 16

// Plus returns the places of both, at most mostPlaces patterns of them; nil has none.
func (p *Places) Plus(more *Places) *Places {
	if more == nil {
		return p
	}
	var sum Places
	if p != nil {
		sum = *p
	}
	sum.Count += more.Count
	for _, at := range more.At {
		if len(sum.At) < mostPlaces && !slices.Contains(sum.At, at) {
			sum.At = append(sum.At, at)
		}
	}
	return &sum
}

// WritePlaces lists the places of one document, if it has any.
func WritePlaces(w io.Writer, title string, p *Places) {
	if p == nil {
		return
	}
	fmt.Fprintf(w, "%s: %d\n", title, p.Count)
	for _, at := range p.At {
		fmt.Fprintf(w, "  %s\n", terminal.Printable(at))
	}
}

// Savings are the bytes and tokens that rules under the key audit would save.
type Savings struct {
	Bytes  int `json:"bytes"`
	Tokens int `json:"tokens"`
}

// WouldSave compares a document with its form under the rules.
func WouldSave(counter tokens.Counter, document, ruled []byte) *Savings {
	read := (&Readings{Counter: counter}).Add(document, ruled)
	return &Savings{len(document) - len(ruled), read.In - read.Out}
}

// Plus returns the sum of both; nil is none.
func (s *Savings) Plus(more *Savings) *Savings {
	if s == nil {
		return more
	}
	return &Savings{s.Bytes + more.Bytes, s.Tokens + more.Tokens}
}

// Words returns "12 bytes, 3 tokens"; nil returns none.
func (s *Savings) Words() []string {
	if s == nil {
		return nil
	}
	return []string{terminal.Counted(s.Bytes, "byte"), terminal.Counted(s.Tokens, "token")}
}
