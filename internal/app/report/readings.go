package report

import (
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Readings sums up the text that a model reads of the documents, before and after shaping.
type Readings struct {
	Counter    tokens.Counter
	Text       Account
	Structured Account
	Media      []Media
	Parts      bool // clients show parts of some documents
}

// Media sums up the media of one kind, before and after.
type Media struct {
	Kind     string `json:"kind"`
	CountIn  int    `json:"count_in"`
	CountOut int    `json:"count_out"`
	BytesIn  int    `json:"bytes_in"`
	BytesOut int    `json:"bytes_out"`
}

// Add adds a document and returns the tokens of its texts.
func (r *Readings) Add(in, out []byte) Account {
	before, after := r.of(in), r.of(out)
	r.Text.Add(before.Text.Tokens, after.Text.Tokens)
	r.Structured.Add(before.Structured.Tokens, after.Structured.Tokens)
	r.Parts = r.Parts || before.Parts || after.Parts
	for _, m := range before.Media {
		of := r.kind(m.Kind)
		of.CountIn += m.Count
		of.BytesIn += m.Bytes
	}
	for _, m := range after.Media {
		of := r.kind(m.Kind)
		of.CountOut += m.Count
		of.BytesOut += m.Bytes
	}
	return Account{before.Text.Tokens, after.Text.Tokens}
}

// of measures a document. If that fails, a model reads all of it.
func (r *Readings) of(doc []byte) shaper.Reading {
	read, err := shaper.Measure(doc, r.Counter)
	if err != nil {
		read.Text.Tokens = r.Counter.Count(doc)
		read.Structured = read.Text
	}
	return read
}

func (r *Readings) kind(name string) *Media {
	i := slices.IndexFunc(r.Media, func(m Media) bool { return m.Kind == name })
	if i < 0 {
		i = len(r.Media)
		r.Media = append(r.Media, Media{Kind: name})
	}
	return &r.Media[i]
}

// Lines returns the sums. Each names its counter, since models count differently, and the half
// that is read, since clients differ.
func (r *Readings) Lines() (all []string) {
	tell := func(sum Account, as string) {
		all = append(all, fmt.Sprintf("tokens (%s%s): %s", r.Counter.Name(), as, sum))
	}
	switch {
	case !r.Parts:
		tell(r.Text, "")
	case r.Text == r.Structured:
		tell(r.Text, ", of what a client shows")
	default:
		tell(r.Text, ", where a client shows texts")
		tell(r.Structured, ", where it shows structuredContent")
	}
	for _, m := range r.Media {
		all = append(all, fmt.Sprintf("%s (not counted as tokens): %d of %d bytes in, %d of %d bytes out", m.Kind, m.CountIn, m.BytesIn, m.CountOut, m.BytesOut))
	}
	return all
}

// Account is a sum before and after shaping.
type Account struct{ In, Out int }

// Add adds to both sums.
func (a *Account) Add(in, out int) {
	a.In += in
	a.Out += out
}

// String returns "9 in, 4 out, 55.6 % saved".
func (a Account) String() string {
	saved := 0.0
	if a.In > 0 {
		saved = 100 * float64(a.In-a.Out) / float64(a.In)
	}
	return fmt.Sprintf("%d in, %d out, %.1f %% saved", a.In, a.Out, saved)
}
