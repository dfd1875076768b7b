package filter

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/notice"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
)

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
