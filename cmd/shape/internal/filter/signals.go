package filter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/report"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// signals sums up the limits and side effects of the rules over all documents.
type signals struct {
	withheld, opaque shaper.Places
	tainted          shaper.Tainted
	frequent         []shaper.Frequent // privacyEngine names that hid over 1,000 values of a document
	unhidden         shaper.Places     // missed private names
	shortened        shaper.Places
	folded           int            // lists that are tables now
	cut              shaper.Cut     // sum of all cuts
	whole            map[string]int // documents, by the half that stayed whole
	entries          string         // of tool_overrides, for the last document
	missed           []string       // masks without a match in any document
	names            report.Names   // of documents without a match for a mask
	bare             bareNames
}

// add adds the report on a document.
func (s *signals) add(r report.Record, report shaper.Report, first bool) {
	join(&s.withheld, report.Withheld)
	s.tainted.Values += report.Tainted.Values
	s.tainted.Beyond += report.Tainted.Beyond
	s.frequent = joinFrequent(s.frequent, report.Frequent)
	join(&s.opaque, report.Opaque)
	join(&s.unhidden, report.MissedNames)
	join(&s.shortened, report.Shortened)
	s.folded += report.Folded
	for _, c := range report.Cut {
		s.cut = s.cut.Plus(c)
	}
	if report.Whole != "" {
		if s.whole == nil {
			s.whole = map[string]int{}
		}
		s.whole[report.Whole]++
	}
	s.entries = r.Entries()
	s.missed = unmet(s.missed, report.Missed, first)
}

// unmet returns the masks without a match in any document so far.
func unmet(before, now []string, first bool) []string {
	if first {
		return now
	}
	return slices.DeleteFunc(slices.Clone(before), func(mask string) bool { return !slices.Contains(now, mask) })
}

// lines returns a line for each kind of signal that occurred.
func (s *signals) lines() (lines []string) {
	say := func(what string, words ...string) {
		if len(words) > 0 {
			lines = append(lines, what+": "+strings.Join(words, ", "))
		}
	}
	if s.entries != "" {
		say("tool_overrides", s.entries)
	}
	say("withheld", placed(s.withheld, "value")...)
	say("tainted", report.TaintedOf(s.tainted).Words()...)
	say("frequent", frequentWords(s.frequent)...)
	say("opaque", placed(s.opaque, "name")...)
	say("missed", placed(s.unhidden, "private name")...)
	if s.cut.Lists > 0 {
		say("cut", fmt.Sprintf("%s, %d of %d elements kept", terminal.Counted(s.cut.Lists, "list"), s.cut.Kept, s.cut.Total))
	}
	say("shortened", placed(s.shortened, "string")...)
	if s.folded > 0 {
		say("folded", terminal.Counted(s.folded, "list"))
	}
	for _, half := range []string{"content", "structuredContent"} {
		if n := s.whole[half]; n > 0 {
			say("whole", fmt.Sprintf("%s in %s", half, terminal.Counted(n, "document")))
		}
	}
	var masks []string
	for _, mask := range s.missed {
		masks = append(masks, terminal.Printable(s.names.Hinted(app.ByFlags(mask), mask)))
	}
	say("unmatched", masks...)
	return lines
}

// placed returns a count and the first places.
func placed(p shaper.Places, thing string) []string {
	if p.Count == 0 {
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

// joinFrequent adds the names of one document to all.
func joinFrequent(all, more []shaper.Frequent) []shaper.Frequent {
	for _, f := range more {
		i := slices.IndexFunc(all, func(known shaper.Frequent) bool { return known.Name == f.Name })
		if i < 0 {
			all = append(all, f)
		} else {
			all[i].Values += f.Values
		}
	}
	return all
}

// frequentWords returns the names as text.
func frequentWords(all []shaper.Frequent) (words []string) {
	for _, f := range all {
		words = append(words, fmt.Sprintf("%s hid %d values", terminal.Printable(f.Name), f.Values))
	}
	return words
}

// frequentNotice warns of a name that hid many values, since it may match too much.
func frequentNotice(f shaper.Frequent) notice.Notice {
	message := "the private name " + frequentWords([]shaper.Frequent{f})[0]
	return notice.Notice{
		Level: notice.Signal, Kind: "frequent", Message: message, Found: notice.Found{Count: f.Values},
		Text: "shape: " + message,
	}
}

const mostPlaces = 16

// join adds the places of one document to all.
func join(all *shaper.Places, more shaper.Places) {
	all.Count += more.Count
	for _, at := range more.At {
		if len(all.At) < mostPlaces && !slices.Contains(all.At, at) {
			all.At = append(all.At, at)
		}
	}
}

// printTexts prints the signals about texts that are not JSON, once for all documents.
func (s *signals) printTexts(v *notice.Voice) {
	if s.withheld.Count > 0 {
		v.Tell(placesNotice("withheld", "withheld, in texts that are no JSON", s.withheld))
	}
	for _, f := range s.frequent {
		v.Tell(frequentNotice(f))
	}
	if s.unhidden.Count > 0 {
		v.Tell(placesNotice("missed", "private names in texts of which nothing was withheld, or encoded texts that are broken", s.unhidden))
	}
	if s.opaque.Count > 0 {
		v.Tell(placesNotice("opaque", "excluded, but not taken out of texts that are no JSON (privacy hides there)", s.opaque))
	}
	for _, n := range s.bare.notices() {
		v.Tell(n)
	}
}

func placesNotice(kind, message string, p shaper.Places) notice.Notice {
	return notice.Notice{
		Level: notice.Signal, Kind: kind, Message: message, Found: notice.Found{Count: p.Count, At: p.At},
		Text: "shape: " + message + ": " + spell(p),
	}
}

// cutNotice reports cut lists without a note in the document.
func cutNotice(c shaper.Cut) notice.Notice {
	return notice.Notice{
		Level: notice.Signal, Kind: "cut", Message: "cut by a limit",
		Found: notice.Found{Count: c.Lists, Path: c.Path, Total: c.Total, Kept: &c.Kept},
		Text:  "shape: cut by a limit: " + c.Note(shaper.Cut.Left),
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

// linksNotice warns of hard links that an edit in place does not reach.
func linksNotice(file string, n int) notice.Notice {
	message := "other names (hard links) that keep what was there"
	return notice.Notice{
		Level: notice.Warning, Kind: "links", Message: message, Place: notice.Place{File: file}, Found: notice.Found{Count: n},
		Text: fmt.Sprintf("shape: %s: %s: %d", terminal.Printable(file), message, n),
	}
}

// spell returns a count and the first places.
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

// archivedDocuments collects archived documents whose output has no place for a note.
type archivedDocuments struct {
	first []shaper.Kept
	all   int
}

// mostTold bounds the printed handles; a report has all.
const mostTold = 16

func (s *archivedDocuments) add(k shaper.Kept) {
	if k.Handle == "" || k.Noted {
		return
	}
	if s.all++; s.all <= mostTold {
		s.first = append(s.first, k)
	}
}

// notices returns the handles of the archived documents.
func (s *archivedDocuments) notices() (all []notice.Notice) {
	say := func(message string) {
		all = append(all, notice.Notice{Level: notice.Plain, Kind: "kept", Message: message})
	}
	for _, k := range s.first {
		say(fmt.Sprintf("parts were left out; all of it: shape retrieve %s", k.Handle))
	}
	if more := s.all - len(s.first); more > 0 {
		say(fmt.Sprintf("parts were left out of %s more; --report names where they are", terminal.Counted(more, "document")))
	}
	return all
}
