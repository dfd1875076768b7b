package cli

import (
	"fmt"
	"slices"

	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// readings sums up the text that a model reads of the documents, before and after shaping.
type readings struct {
	counter    tokens.Counter
	text       account
	structured account
	media      []media
	parts      bool // clients show parts of some documents
}

// media sums up the media of one kind, before and after.
type media struct {
	kind          string
	counts, bytes account
}

// add adds a document and returns the tokens of its texts.
func (r *readings) add(in, out []byte) account {
	before, after := r.of(in), r.of(out)
	r.text.add(before.Text.Tokens, after.Text.Tokens)
	r.structured.add(before.Structured.Tokens, after.Structured.Tokens)
	r.parts = r.parts || before.Parts || after.Parts
	for _, m := range before.Media {
		of := r.kind(m.Kind)
		of.counts.add(m.Count, 0)
		of.bytes.add(m.Bytes, 0)
	}
	for _, m := range after.Media {
		of := r.kind(m.Kind)
		of.counts.add(0, m.Count)
		of.bytes.add(0, m.Bytes)
	}
	return account{before.Text.Tokens, after.Text.Tokens}
}

// of measures a document. If that fails, a model reads all of it.
func (r *readings) of(doc []byte) shaper.Reading {
	read, err := shaper.Measure(doc, r.counter)
	if err != nil {
		read.Text.Tokens = r.counter.Count(doc)
		read.Structured = read.Text
	}
	return read
}

func (r *readings) kind(name string) *media {
	i := slices.IndexFunc(r.media, func(m media) bool { return m.kind == name })
	if i < 0 {
		i = len(r.media)
		r.media = append(r.media, media{kind: name})
	}
	return &r.media[i]
}

// lines returns the sums. Each names its counter, since models count differently, and the half
// that is read, since clients differ.
func (r *readings) lines() (all []string) {
	tell := func(sum account, as string) {
		all = append(all, fmt.Sprintf("tokens (%s%s): %s", r.counter.Name(), as, sum))
	}
	switch {
	case !r.parts:
		tell(r.text, "")
	case r.text == r.structured:
		tell(r.text, ", of what a client shows")
	default:
		tell(r.text, ", where a client shows texts")
		tell(r.structured, ", where it shows structuredContent")
	}
	for _, m := range r.media {
		all = append(all, fmt.Sprintf("%s (not counted as tokens): %d of %d bytes in, %d of %d bytes out", m.kind, m.counts.in, m.bytes.in, m.counts.out, m.bytes.out))
	}
	return all
}
