package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// places are places in a document, as a report tells them.
type places struct {
	Count int      `json:"count"`
	At    []string `json:"at"` // patterns of pointers, of the first ones
}

// placesOf is nil where there are none.
func placesOf(p shaper.Places) *places {
	if p.Count == 0 {
		return nil
	}
	return &places{p.Count, p.At}
}

const mostPlaces = 16

// join adds the places of one more document to those of all.
func join(all *shaper.Places, more shaper.Places) {
	all.Count += more.Count
	for _, at := range more.At {
		if len(all.At) < mostPlaces && !slices.Contains(all.At, at) {
			all.At = append(all.At, at)
		}
	}
}

// sayTexts tells what was found in texts that are no JSON, once for all documents.
func (s *signals) sayTexts(w io.Writer) {
	if s.withheld.Count > 0 {
		terminal.Say(w, "shape: withheld, in texts that are no JSON: %s", spell(s.withheld))
	}
	if s.opaque.Count > 0 {
		terminal.Say(w, "shape: excluded, but not taken out of texts that are no JSON: %s", spell(s.opaque))
	}
}

// spell counts places, and says where the first of them are.
func spell(p shaper.Places) string {
	shown := make([]string, len(p.At))
	for i, at := range p.At {
		shown[i] = terminal.Printable(at)
	}
	if shown = shown[:min(len(shown), 3)]; len(p.At) > len(shown) {
		shown = append(shown, "…")
	}
	return fmt.Sprintf("%d (at %s)", p.Count, strings.Join(shown, ", "))
}

// writePlaces lists the places of one document, if there are any.
func writePlaces(w io.Writer, title string, p *places) {
	if p == nil {
		return
	}
	fmt.Fprintf(w, "%s: %d\n", title, p.Count)
	for _, at := range p.At {
		fmt.Fprintf(w, "  %s\n", terminal.Printable(at))
	}
}
