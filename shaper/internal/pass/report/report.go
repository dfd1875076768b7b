// Package report holds the facts that a pass reports beside the document, with the paths of
// lists and values.
package report

import (
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Report holds the facts about one document, those of documents inside included.
type Report struct {
	Cuts     Cuts   // of lists
	Texts    Cuts   // of strings
	Withheld Places // private values in texts that are no JSON, found by their names
	Opaque   Places // names in such texts that met an exclude and stayed
	Missed   Places // private names in such texts with nothing withheld, and broken encodings

	Shortened Places // strings
	Tightened int    // strings that a budget cut below their rules
	Low       int    // values of low priority that went
	Omitted   int    // values of the payload that comfort rules left out, apart from cuts
	Salient   int    // of them, those that are not null or empty
	Outlined  int    // payloads
	Folded    int    // lists written as tables
	Rewritten Rewritten

	Text int // bytes of the shortest string in a slot, except empty ones; 0 for none
	Data int // bytes of the structured document inside
}

// Rewritten counts the texts that text_as made shorter.
type Rewritten struct {
	Texts int
	Lossy int      // of them, those of a transform: the archive gives them back
	Left  []string // reasons for texts that stayed, such as "html: not linked"
}

// Join adds the facts of a document inside. spell spells the pattern of that document.
func (r *Report) Join(inner Report, spell func() string) {
	r.Cuts.Join(inner.Cuts)
	r.Texts.Join(inner.Texts)
	r.Withheld.join(inner.Withheld, spell)
	r.Opaque.join(inner.Opaque, spell)
	r.Missed.join(inner.Missed, spell)
	r.Shortened.join(inner.Shortened, spell)
	r.Tightened += inner.Tightened
	r.Low += inner.Low
	r.Omitted += inner.Omitted
	r.Salient += inner.Salient
	r.Outlined += inner.Outlined
	r.Folded += inner.Folded
	r.Rewritten.Texts += inner.Rewritten.Texts
	r.Rewritten.Lossy += inner.Rewritten.Lossy
	r.Rewritten.Left = append(r.Rewritten.Left, inner.Rewritten.Left...)
}

// NoteText records the length of a string in a slot.
func (r *Report) NoteText(size int) {
	if size > len(`""`) && (r.Text == 0 || size < r.Text) {
		r.Text = size
	}
}

// Places counts values by place. It spells up to maxPlaces of them as patterns of pointers, so
// that the rules bound them, not the rows.
type Places struct {
	Count int
	At    []string
}

const (
	maxPlaces = 16
	maxLooked = 1 << 12 // values whose patterns are compared
)

// Note counts n more values at one place.
func (p *Places) Note(n int, spell func() string) {
	if n > 0 && p.Count < maxLooked && len(p.At) < maxPlaces {
		p.add(spell())
	}
	p.Count += n
}

// join adds the places of a document inside. spell spells the pattern of that document.
func (p *Places) join(inner Places, spell func() string) {
	for _, at := range inner.At {
		if len(p.At) < maxPlaces {
			p.add(words.Shorten(spell()+at, LongestPath))
		}
	}
	p.Count += inner.Count
}

func (p *Places) add(at string) {
	if !slices.Contains(p.At, at) {
		p.At = append(p.At, at)
	}
}
