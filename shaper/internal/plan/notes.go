package plan

import (
	"bytes"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// This file holds where an envelope tells of cuts, and how what it told is known
// again: a second look at a response finds the notes of the first, and leaves them
// alone whatever the rules say. So that nobody else can pass for them, a note is
// ours only if it says what we would say of one of the plan's own limits, numbers
// aside.

// notes is where the envelope tells that its payload was shortened; nil where it
// does not, or where nothing can be.
func (p *planner) notes() *envelope.Notes {
	if len(p.resolved.Limits) == 0 {
		return nil
	}
	return p.layout.Notes
}

// places marks where the envelope tells of cuts.
func (p *planner) places() {
	if p.notes() == nil {
		return
	}
	for i, path := range p.layout.Notes.At {
		at := fixed(path)
		p.part(at).Place = i + 1
		above := at.Above()
		p.part(above[len(above)-1]).Roles |= Holder
	}
	for _, path := range p.layout.Notes.Lists {
		p.part(fixed(path)).Roles |= Note
	}
}

// longestNotes is how many bytes at most all notes of one place take, their codes
// and suggestions included.
const longestNotes = envelope.MaxNotes << 10

// IsNote reports whether a value is a note on a cut, or holds such notes and nothing
// else.
func (p *Plan) IsNote(value []byte) bool {
	return len(value) <= longestNotes && p.holdsNotes(scan.AppendCompact(nil, value), 2)
}

// holdsNotes is IsNote for a compact value of at most so many levels above notes.
func (p *Plan) holdsNotes(value []byte, levels int) bool {
	if p.words()[numberless(value)] {
		return true
	}
	inside, err := scan.Elements(value, scan.Limits{})
	if err == nil && inside == nil {
		members, _ := scan.Members(value, scan.Limits{}, nil)
		for _, m := range members {
			inside = append(inside, scan.Span{Start: m.Start, End: m.End})
		}
	}
	for _, v := range inside {
		if levels == 0 || !p.holdsNotes(value[v.Start:v.End], levels-1) {
			return false
		}
	}
	return len(inside) > 0
}

// numberless is a text without its digits: notes differ in them alone.
func numberless(text []byte) string {
	return string(bytes.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, text))
}

// words are all notes that there can be under a plan, numberless. They are made
// when somebody asks.
func words(p *Plan) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		known := map[string]bool{}
		marker, ok := p.Dialect.(envelope.PartialMarker)
		if !ok {
			return known
		}
		paths := []string{envelope.MorePaths(0)}
		for _, acts := range p.acts {
			if acts.Limit.Path != "" {
				paths = append(paths, acts.Limit.Path, acts.Limit.InRow)
			}
		}
		for _, path := range paths {
			for lists := 1; lists <= 2; lists++ {
				for _, w := range marker.Words(envelope.Cut{Path: path, Lists: lists}) {
					known[numberless(w)] = true
				}
			}
		}
		return known
	})
}
