package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// signals adds up what the rules could not do to the documents, and what they did
// beyond what was asked.
type signals struct {
	withheld, opaque shaper.Places
	tainted          shaper.Tainted
	frequent         []shaper.Frequent // private names that hid over 1,000 values of a document
	unhidden         shaper.Places     // private names that were missed
	shortened        shaper.Places
	folded           int            // lists that are tables now
	repeated         int            // values that are references now
	cut              shaper.Cut     // all of them together
	whole            map[string]int // documents, by the half that stayed whole
	entries          string         // of tool_overrides, as the last document had them
	missed           []string       // masks that met nothing in any document
	names            nameSet        // of the documents in which some met nothing
	bare             bareNames
}

// add takes in what the report on a document says.
func (s *signals) add(r record, report shaper.Report, first bool) {
	join(&s.withheld, report.Withheld)
	s.tainted.Values += report.Tainted.Values
	s.tainted.Beyond += report.Tainted.Beyond
	s.frequent = joinFrequent(s.frequent, report.Frequent)
	join(&s.opaque, report.Opaque)
	join(&s.unhidden, report.MissedNames)
	join(&s.shortened, report.Shortened)
	s.folded += report.Folded
	s.repeated += report.Repeated
	for _, c := range report.Cut {
		s.cut = s.cut.Plus(c)
	}
	if report.Whole != "" {
		if s.whole == nil {
			s.whole = map[string]int{}
		}
		s.whole[report.Whole]++
	}
	s.entries = r.entries()
	s.missed = unmet(s.missed, report.Missed, first)
}

// unmet are the masks that met nothing in any document so far.
func unmet(before, now []string, first bool) []string {
	if first {
		return now
	}
	return slices.DeleteFunc(slices.Clone(before), func(mask string) bool { return !slices.Contains(now, mask) })
}

// lines say it, a line for each kind of which there is something to say.
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
	say("tainted", taintedOf(s.tainted).words()...)
	say("frequent", frequentWords(s.frequent)...)
	say("opaque", placed(s.opaque, "name")...)
	say("missed", placed(s.unhidden, "private name")...)
	if s.cut.Lists > 0 {
		say("cut", fmt.Sprintf("%s, %d of %d elements kept", counted(s.cut.Lists, "list"), s.cut.Kept, s.cut.Total))
	}
	say("shortened", placed(s.shortened, "string")...)
	if s.folded > 0 {
		say("folded", counted(s.folded, "list"))
	}
	if s.repeated > 0 {
		say("said once", counted(s.repeated, "repeat"))
	}
	for _, half := range []string{"content", "structuredContent"} {
		if n := s.whole[half]; n > 0 {
			say("whole", fmt.Sprintf("%s in %s", half, counted(n, "document")))
		}
	}
	var masks []string
	for _, mask := range s.missed {
		masks = append(masks, terminal.Printable(s.names.hinted(byFlags(mask), mask)))
	}
	say("unmatched", masks...)
	return lines
}

// placed counts things, and says where the first of them are.
func placed(p shaper.Places, thing string) []string {
	if p.Count == 0 {
		return nil
	}
	words := []string{counted(p.Count, thing)}
	for i, at := range p.At {
		if i == 0 {
			at = "at " + at
		}
		words = append(words, terminal.Printable(at))
	}
	return words
}

// counted is "1 list" or "2 lists".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
