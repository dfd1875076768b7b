package plan

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// This file holds where an envelope tells of cuts, and how what it told is known
// again: a second look at a response finds the notes of the first, and leaves them
// alone whatever the rules say. A note counts as ours only if it has the words of the
// dialect and a path from the plan or from the document. So a value that has to be hidden
// cannot come out as a note.

// notes is where the envelope tells that its payload was shortened; nil where it
// does not, or where nothing can be.
func (p *planner) notes() *envelope.Notes {
	if len(p.resolved.Limits)+len(p.resolved.Shorten)+p.resolved.MaxItems+p.resolved.MaxString == 0 && !p.budgeted {
		return nil
	}
	return p.layout.Notes
}

// places marks the notes on cuts, so that rules leave them alone.
func (p *planner) places() {
	if p.notes() == nil {
		return
	}
	for _, path := range p.layout.Notes.Lists {
		p.part(fixed(path)).Roles |= Note
	}
}

// longestNotes is how many bytes at most all notes of one place take, their codes
// and suggestions included.
const longestNotes = envelope.MaxNotes << 10

// IsNote reports whether a value of a document is a note on a cut, or holds such notes and
// nothing else. Texts that a redaction put in place of other ones do not count. A note has
// a path of the plan's own limits, or its names are member names in the document, as the
// compact form spells them.
func (p *Plan) IsNote(value []byte, redact *Redaction, doc []byte) bool {
	return len(value) <= longestNotes && p.holdsNotes(scan.AppendCompact(nil, value), redact, doc, 2)
}

// holdsNotes is IsNote for a compact value of at most so many levels above notes.
func (p *Plan) holdsNotes(value []byte, redact *Redaction, doc []byte, levels int) bool {
	if value[0] == '"' && len(value) > envelope.LongestNote {
		return false
	}
	if p.words().have(value, doc) {
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
		case levels == 0 || !p.holdsNotes(v, redact, doc, levels-1):
			return false
		default:
			found = true
		}
	}
	return found
}

// wordings are the notes of a plan.
type wordings struct {
	known map[string]bool  // notes, and notes without their digits
	any   []*regexp.Regexp // notes with any path, which is the first group
}

func (w *wordings) have(note, doc []byte) bool {
	if w.known[string(note)] || w.known[numberless(note)] {
		return true
	}
	for _, words := range w.any {
		if m := words.FindSubmatch(note); m != nil {
			return isPathIn(string(scan.AppendUnquote(nil, m[1])), doc)
		}
	}
	return false
}

// isPathIn reports whether each name of a path is a member name in a compact document.
func isPathIn(path string, doc []byte) bool {
	if path == "." || path == envelope.OtherPaths {
		return true
	}
	parsed, err := fieldmask.Parse(path)
	if err != nil || len(parsed) != 1 || strings.Count(path, "[") != strings.Count(path, "[]") {
		return false
	}
	return !slices.ContainsFunc(parsed[0].Names(), func(n fieldmask.Name) bool {
		name, ok := n.Literal()
		return !ok || !bytes.Contains(doc, append(scan.AppendQuote(nil, []byte(name)), ':'))
	})
}

// numberless is a text without its digits, with a prefix that says so.
func numberless(text []byte) string {
	return "numbers aside: " + string(bytes.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, text))
}

// wordsOf collects the notes of a plan when the first value is compared with them.
func wordsOf(p *Plan) func() *wordings {
	return sync.OnceValue(func() *wordings {
		w := &wordings{known: map[string]bool{}}
		if _, ok := p.Dialect.(envelope.Noter); ok {
			w.known[`"note"`] = true // which marks a block of content
		}
		marker, ok := p.Dialect.(envelope.PartialMarker)
		if !ok {
			return w
		}
		for _, path := range []string{"", ".", envelope.OtherPaths} {
			w.add(marker, path)
		}
		for _, acts := range p.acts {
			if limit := acts.Limit; limit.Path != "" {
				w.add(marker, limit.Path)
				w.add(marker, limit.InRow)
			}
		}
		return w
	})
}

// add adds the notes of a dialect on cuts at a path, or at any path if path is "". Notes
// that do not depend on numbers or paths are known as they are.
func (w *wordings) add(marker envelope.PartialMarker, path string) {
	const anyPath = "<path>"
	for _, cut := range kindsOfCuts() {
		like := cut
		cut.Path, like.Path = cmp.Or(path, anyPath), cmp.Or(path, "<other>")
		if like.Strings > 0 {
			like.Strings++
		} else {
			like.Total, like.Kept = 4, 3
		}
		again := marker.Words(like)
		for i, word := range marker.Words(cut) {
			switch before, after, spells := bytes.Cut(word, []byte(anyPath)); {
			case bytes.Equal(word, again[i]):
				w.known[string(word)] = true
			case spells && path == "":
				w.any = append(w.any, regexp.MustCompile(`^`+digits(before)+`(.*)`+digits(after)+`$`))
			default:
				w.known[numberless(word)] = true
			}
		}
	}
}

// digits is a pattern for a text with other numbers.
func digits(text []byte) string {
	return number.ReplaceAllString(regexp.QuoteMeta(string(text)), `[0-9]+`)
}

var number = regexp.MustCompile(`[0-9]+`)

// kindsOfCuts are cuts that a dialect may tell in different words.
func kindsOfCuts() (all []envelope.Cut) {
	for _, by := range []envelope.Cut{{}, {By: ByMode}, {By: ByShorten}, {By: ByMaxItems}, {By: ByMaxString}, {Over: true}} {
		one, two, text, texts := by, by, by, by
		one.Total, one.Lists, two.Total, two.Lists = 2, 1, 2, 2
		text.Strings, texts.Strings = 1, 2
		all = append(all, one, two, text, texts)
	}
	return append(all, envelope.Cut{Total: 2, Over: true, Outlined: true}, envelope.Cut{Total: 2, Over: true, Outlined: true, Referred: true})
}
