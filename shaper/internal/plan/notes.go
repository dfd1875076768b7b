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

// This file knows the places of notes in an envelope, and recognises notes from an earlier
// run. Rules leave such notes alone. A note must have the words of the dialect and a path
// from the plan or the document. So a hidden value cannot pass as a note.

// notes returns the places for notes in the envelope. It is nil if the dialect has none or
// the plan cuts nothing.
func (p *planner) notes() *envelope.Notes {
	if len(p.resolved.Limits)+len(p.resolved.Shorten)+p.resolved.MaxItems+p.resolved.MaxString == 0 && !p.budgeted {
		return nil
	}
	return p.layout.Notes
}

// longestNotes bounds the bytes of all notes at one place, with codes and suggestions.
const longestNotes = envelope.MaxNotes << 10

// IsNote reports whether a value of a document is a note on a cut, or a container of notes
// alone. Replacements of redacted texts in it do not count. The path of a note must be a path
// of the plan's limits, or its names must be member names of the document. doc is compact.
func (p *Plan) IsNote(value []byte, redact *Redaction, doc []byte) bool {
	return len(value) <= longestNotes && p.holdsNotes(scan.AppendCompact(nil, value), redact, doc, 2)
}

// holdsNotes implements IsNote for a compact value with at most the given levels above notes.
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

// wordings holds the texts of the notes of a plan.
type wordings struct {
	known map[string]bool  // notes, and notes without their digits
	any   []*regexp.Regexp // notes with any path; the path is the first group
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

// numberless returns a text without its digits, with a prefix that marks it.
func numberless(text []byte) string {
	return "numbers aside: " + string(bytes.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, text))
}

// makeWords collects the notes of a plan.
func (p *Plan) makeWords() *wordings {
	w := &wordings{known: map[string]bool{}}
	if _, ok := p.Dialect.(envelope.Noter); ok {
		w.known[`"note"`] = true // marks a block of content
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
}

// add adds the notes of a dialect on cuts at a path, or at any path if path is "". Notes
// without numbers and paths are stored as they are.
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

// digits returns a pattern for a text with any numbers.
func digits(text []byte) string {
	return number().ReplaceAllString(regexp.QuoteMeta(string(text)), `[0-9]+`)
}

var number = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]+`) })

// kindsOfCuts lists one cut for each wording of a dialect.
func kindsOfCuts() (all []envelope.Cut) {
	for _, by := range []envelope.Cut{{}, {By: ByMode}, {By: ByShorten}, {By: ByMaxItems}, {By: ByMaxString}, {Over: true}} {
		one, two, text, texts := by, by, by, by
		one.Total, one.Lists, two.Total, two.Lists = 2, 1, 2, 2
		text.Strings, texts.Strings = 1, 2
		all = append(all, one, two, text, texts)
	}
	return append(all, envelope.Cut{Total: 2, Over: true, Outlined: true}, envelope.Cut{Total: 2, Over: true, Outlined: true, Referred: true})
}
