package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/notice"
	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
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
func (s *signals) sayTexts(v *notice.Voice) {
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

// cutNotice tells of lists of which the documents do not tell themselves.
func cutNotice(c shaper.Cut) notice.Notice {
	return notice.Notice{
		Level: notice.Signal, Kind: "cut", Message: "cut by a limit",
		Found: notice.Found{Count: c.Lists, Path: c.Path, Total: c.Total, Kept: &c.Kept},
		Text:  "shape: cut by a limit: " + c.Note(shaper.Cut.Left),
	}
}

// unmatchedNotice tells of a mask that met nothing, and of the flag or the place
// that says it. The hint is the path that was probably meant.
func unmatchedNotice(mask, hint string) notice.Notice {
	said := byFlags(mask)
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

// linksNotice tells of names of a file that an edit in place does not reach.
func linksNotice(file string, n int) notice.Notice {
	message := "other names (hard links) that keep what was there"
	return notice.Notice{
		Level: notice.Warning, Kind: "links", Message: message, Place: notice.Place{File: file}, Found: notice.Found{Count: n},
		Text: fmt.Sprintf("shape: %s: %s: %d", terminal.Printable(file), message, n),
	}
}

// lossNotice says what an envelope could not be given.
func lossNotice(dialect string, lost []string) notice.Notice {
	message := dialect + " cannot carry " + strings.Join(lost, ", ")
	return notice.Notice{Level: notice.Warning, Kind: "lost", Message: message, Found: notice.Found{Lost: lost}}
}

// ofDocument is a notice about one document of many.
func ofDocument(file string, number int, n notice.Notice) notice.Notice {
	n.File, n.Text = file, fmt.Sprintf("%s, document %d: %s", terminal.Printable(file), number, n.Message)
	return n
}

// mostFaults is how many faults of one document are told; the report has more.
const mostFaults = 8

// faultNotices say what the contract of an envelope has against it.
func faultNotices(dialect string, faults []envelope.Finding) (all []notice.Notice) {
	for i, f := range faults {
		n := notice.Notice{Level: notice.Error, Kind: "invalid", Exit: exitNothing, Message: "not valid " + dialect + ": " + located(f)}
		if i == mostFaults {
			n.Message = fmt.Sprintf("not valid %s: %d more faults", dialect, len(faults)-i)
			return append(all, n)
		}
		all = append(all, n)
	}
	return all
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
