package filter

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// unmet returns the masks without a match in any document so far.
func unmet(before, now []string, first bool) []string {
	if first {
		return now
	}
	return slices.DeleteFunc(slices.Clone(before), func(mask string) bool { return !slices.Contains(now, mask) })
}

// lines returns a line for each kind of signal that occurred.
func (t *tally) lines() (lines []string) {
	say := func(what string, words ...string) {
		if len(words) > 0 {
			lines = append(lines, what+": "+strings.Join(words, ", "))
		}
	}
	if t.Overrides != "" {
		say("tool_overrides", t.Overrides)
	}
	say("withheld", placed(t.Withheld, "value")...)
	say("tainted", t.Tainted.Words()...)
	var hid []string
	for _, f := range t.Frequent {
		hid = append(hid, frequentText(f))
	}
	say("frequent", hid...)
	say("opaque", placed(t.Opaque, "name")...)
	say("missed", placed(t.Missed, "private name")...)
	if t.cut.Lists > 0 {
		say("cut", fmt.Sprintf("%s, %d of %d elements kept", terminal.Counted(t.cut.Lists, "list"), t.cut.Kept, t.cut.Total))
	}
	say("shortened", placed(t.Shortened, "string")...)
	say("would save (audit)", t.WouldSave.Words()...)
	if t.Folded > 0 {
		say("folded", terminal.Counted(t.Folded, "list"))
	}
	if t.Texts > 0 {
		say("text_as", terminal.Counted(t.Texts, "text"))
	}
	say("text_as left", t.TextsLeft...)
	for _, half := range []string{"content", "structuredContent"} {
		if n := t.Whole[half]; n > 0 {
			say("whole", fmt.Sprintf("%s in %s", half, terminal.Counted(n, "document")))
		}
	}
	var masks []string
	for _, mask := range t.missed {
		masks = append(masks, terminal.Printable(t.names.Hinted(app.ByFlags(mask), mask)))
	}
	say("unmatched", masks...)
	return lines
}

// placed returns a count and the first places.
func placed(p *report.Places, thing string) []string {
	if p == nil {
		return nil
	}
	words := []string{terminal.Counted(p.Count, thing)}
	for i, at := range p.At {
		if i == 0 {
			at = "at " + at
		}
		words = append(words, terminal.Printable(at))
	}
	return words
}

func frequentText(f report.Frequent) string {
	return fmt.Sprintf("%s hid %d values", terminal.Printable(f.Name), f.Values)
}

// printTexts prints the signals about texts that are not JSON, once for all documents. A name
// that hid many values may match too much.
func (t *tally) printTexts(v *notice.Voice) {
	tell := func(kind, message string, p *report.Places) {
		if p != nil {
			v.Tell(notice.Notice{
				Level: notice.Signal, Kind: kind, Message: message, Found: notice.Found{Count: p.Count, At: p.At},
				Text: "shape: " + message + ": " + spell(p),
			})
		}
	}
	tell("withheld", "withheld, in texts that are no JSON", t.Withheld)
	for _, f := range t.Frequent {
		message := "the private name " + frequentText(f)
		v.Tell(notice.Notice{Level: notice.Signal, Kind: "frequent", Message: message, Found: notice.Found{Count: f.Values}, Text: "shape: " + message})
	}
	tell("missed", "private names in texts of which nothing was withheld, or encoded texts that are broken", t.Missed)
	tell("opaque", "excluded, but not taken out of texts that are no JSON (privacy hides there)", t.Opaque)
	for _, name := range t.bare.found {
		message := "excludes act on JSON alone; privacy hides in other texts"
		n := notice.Notice{Level: notice.Signal, Kind: "opaque", Message: message, Text: fmt.Sprintf("shape: --exclude %s: it stands in a text that is no JSON: %s", terminal.Printable(name), message)}
		n.Mask = name
		v.Tell(n)
	}
}

// unmatchedNotice reports a mask without a match, and its flag or origin. The hint is the
// likely path.
func unmatchedNotice(mask, hint string) notice.Notice {
	said := app.ByFlags(mask)
	n := notice.Notice{Level: notice.Signal, Kind: "unmatched", Message: "nothing matched", Text: "shape: nothing matched " + said}
	n.Mask, n.Hint = said, hint
	if hint != "" {
		n.Text += " (" + hint + ")"
	}
	if i := strings.LastIndex(said, " ("); i >= 0 {
		n.Mask, n.Origin = said[:i], strings.TrimSuffix(said[i+len(" ("):], ")")
	}
	return n
}

// spell returns a count and the first places.
func spell(p *report.Places) string {
	shown := make([]string, len(p.At))
	for i, at := range p.At {
		shown[i] = terminal.Printable(at)
	}
	if shown = shown[:min(len(shown), 3)]; len(p.At) > len(shown) {
		shown = append(shown, "…")
	}
	return fmt.Sprintf("%d (at %s)", p.Count, strings.Join(shown, ", "))
}

// archivedDocuments collects archived documents whose output has no place for a note.
type archivedDocuments struct {
	first []shaper.Kept
	all   int
}

// mostTold bounds the printed handles; a report has all.
const mostTold = 16

func (s *archivedDocuments) add(k shaper.Kept) {
	if s.all++; s.all <= mostTold {
		s.first = append(s.first, k)
	}
}

// print prints the handles of the archived documents.
func (s *archivedDocuments) print(v *notice.Voice) {
	say := func(message string) { v.Tell(notice.Notice{Level: notice.Plain, Kind: "kept", Message: message}) }
	for _, k := range s.first {
		say(fmt.Sprintf("parts were left out; all of it: shape retrieve %s", k.Handle))
	}
	if more := s.all - len(s.first); more > 0 {
		say(fmt.Sprintf("parts were left out of %s more; --report names where they are", terminal.Counted(more, "document")))
	}
}

// bareNames finds names of --exclude without quotes in texts that are not JSON. Excludes do not
// act there (GUARANTEES, excludes in texts), and the engine counts quoted names only.
type bareNames struct {
	wanted [][]byte // not found yet
	found  []string // in the order of the flags
}

// want adds the last literal name of each mask.
func (b *bareNames) want(masks []string) {
	for _, mask := range masks {
		paths, err := fieldmask.Parse(mask)
		if err != nil {
			continue // the engine refuses the mask
		}
		for _, path := range paths {
			if last, ok := path.Last(); ok {
				if name, ok := last.Literal(); ok && name != "" {
					b.wanted = append(b.wanted, []byte(name))
				}
			}
		}
	}
}

// hasBareName reports whether the document holds name followed by a colon or an equals sign,
// without a quote between them. No member of JSON has this form. A name begins a string, or
// follows a blank, a sign, or the escape of a line end or a tab.
func hasBareName(document, name []byte) bool {
	for at := 0; ; at += len(name) {
		i := bytes.Index(document[at:], name)
		if i < 0 {
			return false
		}
		at += i
		if at < 2 {
			continue
		}
		before, last := document[at-2], document[at-1]
		begins := bytes.IndexByte([]byte("\" ?&;,({["), last) >= 0 || before == '\\' && (last == 'n' || last == 'r' || last == 't')
		// A quote before the sign closes the name of a member.
		behind := bytes.TrimLeft(document[at+len(name):], " ")
		if begins && len(behind) > 0 && (behind[0] == ':' || behind[0] == '=') {
			return true
		}
	}
}
