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
	if len(p.resolved.Limits)+len(p.resolved.Shorten)+p.resolved.MaxItems == 0 && !p.budgeted {
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
// else. What a redaction put in place of other ones, if there is one, does not count.
func (p *Plan) IsNote(value []byte, redact *Redaction) bool {
	return len(value) <= longestNotes && p.holdsNotes(scan.AppendCompact(nil, value), redact, 2)
}

// holdsNotes is IsNote for a compact value of at most so many levels above notes.
func (p *Plan) holdsNotes(value []byte, redact *Redaction, levels int) bool {
	if value[0] == '"' && len(value) > envelope.LongestNote {
		return false
	}
	if p.words().have(value) {
		return true
	}
	inside, _ := scan.Elements(value, scan.Limits{})
	if inside == nil {
		members, _ := scan.Members(value, scan.Limits{}, nil)
		for _, m := range members {
			inside = append(inside, scan.Span{Start: m.Start, End: m.End})
		}
	}
	found := false
	for _, at := range inside {
		switch v := value[at.Start:at.End]; {
		case redact != nil && bytes.Equal(v, redact.With):
		case levels == 0 || !p.holdsNotes(v, redact, levels-1):
			return false
		default:
			found = true
		}
	}
	return found
}

// wordings are all notes that there can be under a plan, each as it is or, where it
// tells numbers, without its digits.
type wordings map[string]bool

func (w wordings) have(note []byte) bool { return w[string(note)] || w[numberless(note)] }

// numberless is a text without its digits, which tells so.
func numberless(text []byte) string {
	return "numbers aside: " + string(bytes.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, text))
}

// wordsOf collects the notes of a plan. They are made when somebody asks.
func wordsOf(p *Plan) func() wordings {
	return sync.OnceValue(func() wordings {
		known := wordings{}
		marker, ok := p.Dialect.(envelope.PartialMarker)
		if !ok {
			return known
		}
		known.add(marker, envelope.MorePaths(1), envelope.MorePaths(2))
		known.add(marker, Anywhere, Anywhere)
		for _, acts := range p.acts {
			if limit := acts.Limit; limit.Path != "" {
				known.add(marker, limit.Path, limit.Path)
				known.add(marker, limit.InRow, limit.InRow)
			}
		}
		return known
	})
}

// add adds what a dialect says of cuts at two paths that differ in numbers at most.
// What it says alike whatever the numbers are, tells none.
func (w wordings) add(marker envelope.PartialMarker, path, other string) {
	for kind := range 8 {
		cut := envelope.Cut{Path: path, Total: 2, Kept: 0, Lists: 1 + kind%2, Over: kind > 1, Outlined: kind > 3, Referred: kind > 5}
		like := cut
		like.Path, like.Total, like.Kept = other, 4, 3
		again := marker.Words(like)
		for i, word := range marker.Words(cut) {
			if bytes.Equal(word, again[i]) {
				w[string(word)] = true
			} else {
				w[numberless(word)] = true
			}
		}
	}
}
