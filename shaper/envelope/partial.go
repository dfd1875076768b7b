package envelope

import (
	"fmt"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Cut is what a limit took: all arrays at its path that lost their tails to it, as
// one, so that the rules bound how many cuts there are and not the rows.
type Cut struct {
	Path  string // mask of the arrays, from the payload: results[].entities
	Total int    // elements that they had
	Kept  int    // elements that they have
	Lists int    // how many arrays they are
}

// PartialMarker is a dialect with words for a payload that was shortened.
// Totals that the payload states are left as they are (RULES D29).
type PartialMarker interface {
	// MarkPartial says so in a valid envelope of the dialect, in at most
	// [MaxNotes] notes. What is said already is not said again.
	MarkPartial(doc []byte, cuts []Cut) ([]byte, error)
}

// What a shaped document says of its cuts is bounded.
const (
	MaxNotes    = 16
	LongestNote = 200 // bytes of its text, as a JSON string
)

// String says how much is left: "entities: 5 of 7", or where they are several
// arrays "entities: 20 of 31 in 4 lists".
func (c Cut) String() string {
	text := fmt.Sprintf("%s: %d of %d", c.Path, c.Kept, c.Total)
	if c.Lists > 1 {
		text += fmt.Sprintf(" in %d lists", c.Lists)
	}
	return text
}

// Plus adds what was taken from other arrays at the same path.
func (c Cut) Plus(more Cut) Cut {
	return Cut{c.Path, c.Total + more.Total, c.Kept + more.Kept, c.Lists + more.Lists}
}

// Few are at most [MaxNotes] cuts: the last one then stands for the rest.
func Few(cuts []Cut) []Cut {
	if len(cuts) <= MaxNotes {
		return cuts
	}
	few := append([]Cut{}, cuts[:MaxNotes-1]...)
	rest := Cut{Path: fmt.Sprintf("elements of %d more paths", len(cuts)-len(few))}
	for _, c := range cuts[len(few):] {
		rest = rest.Plus(c)
	}
	return append(few, rest)
}

// Note puts a cut into words, of at most [LongestNote] bytes: a path that is too
// long for them ends in an ellipsis.
func (c Cut) Note(words func(Cut) string) string {
	text := words(c)
	over := len(scan.AppendQuote(nil, []byte(text))) - LongestNote
	if over <= 0 {
		return text
	}
	const more = "…"
	end := max(len(c.Path)-over-len(more), 0)
	for end > 0 && !utf8.RuneStart(c.Path[end]) {
		end--
	}
	c.Path = c.Path[:end] + more
	return words(c)
}
