package envelope

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// Cut is what a limit took: all arrays at its path that lost their tails to it, as
// one, so that the rules bound how many cuts there are and not the rows.
type Cut struct {
	Path  string // mask of the arrays, from the payload: results[].entities
	Total int    // elements that they had
	Kept  int    // elements that they have
	Lists int    // how many arrays they are
	Noted bool   // the response tells of it itself
	Over  bool   // a budget took it, and no limit

	Outlined bool // an outline stands in the place of the payload
	Referred bool // or less: what refers to it
}

// PartialMarker is a dialect with a place to tell that a payload was shortened.
// Totals that the payload states are left as they are (RULES D29).
type PartialMarker interface {
	// MarkPartial returns what is to stand at each path of [Notes.At], nil where
	// nothing changes, for what stands there, nil where that is nothing. There are
	// at most [MaxNotes] notes, and what is said already is not said again.
	MarkPartial(at [][]byte, cuts []Cut) [][]byte
	// Words are the notes on one cut, each a JSON value as it stands in a list.
	Words(Cut) [][]byte
}

// TokenTeller is a dialect whose envelopes say how many tokens they take, and what a limit
// of tokens does.
type TokenTeller interface {
	// OverLimit returns the answer in place of a doc that takes more tokens than its limit.
	// mode is that of the call, "" if it has none.
	OverLimit(doc *Doc, mode string, tokens, limit int) []byte
	// Recount returns doc with its numbers of tokens set to count(doc), themselves
	// included. Numbers that are absent, null or no integers stay.
	Recount(doc []byte, count func(text []byte) int) []byte
	// WarnNearLimit returns doc with the warning that its limit is near. It adds none to a
	// doc that has it.
	WarnNearLimit(doc []byte) []byte
}

// What a shaped document says of its cuts is bounded.
const (
	MaxNotes    = 16
	LongestNote = 200 // bytes of its text, as a JSON string
)

// String says how much is left: "entities: 5 of 7", or where they are several
// arrays "entities: 20 of 31 in 4 lists".
func (c Cut) String() string { return c.words("") }

// Left is String as a note that stands alone: "entities: 5 of 7 kept", and "entities:
// 20 of 31 kept in 4 lists".
func (c Cut) Left() string { return c.words(" kept") }

func (c Cut) words(verb string) string {
	switch {
	case c.Referred:
		return "identifiers in place of the payload"
	case c.Outlined:
		return "an outline in place of the payload"
	}
	text := fmt.Sprintf("%s: %d of %d%s", c.Path, c.Kept, c.Total, verb)
	if c.Lists > 1 {
		text += fmt.Sprintf(" in %d lists", c.Lists)
	}
	return text
}

// What says what was cut: the path, or of arrays wherever they are, "elements".
func (c Cut) What() string {
	if c.Path == "**" {
		return "elements"
	}
	return c.Path
}

// Plus adds what was taken from other arrays at the same path. It is noted where both
// are.
func (c Cut) Plus(more Cut) Cut {
	noted := (c.Noted || c.Lists == 0) && more.Noted
	return Cut{
		c.Path, c.Total + more.Total, c.Kept + more.Kept, c.Lists + more.Lists, noted,
		c.Over || more.Over, c.Outlined || more.Outlined, c.Referred || more.Referred,
	}
}

// Few are at most [MaxNotes] cuts: the last one then stands for the rest.
func Few(cuts []Cut) []Cut {
	if len(cuts) <= MaxNotes {
		return cuts
	}
	few := append([]Cut{}, cuts[:MaxNotes-1]...)
	rest := Cut{Path: MorePaths(len(cuts) - len(few))}
	for _, c := range cuts[len(few):] {
		rest = rest.Plus(c)
	}
	return append(few, rest)
}

// MorePaths stands for n paths that have no note of their own.
func MorePaths(n int) string { return fmt.Sprintf("elements of %d more paths", n) }

// Note puts a cut into words, of at most [LongestNote] bytes: a path that leaves no
// room for the largest numbers ends in an ellipsis.
func (c Cut) Note(worded func(Cut) string) string {
	const large = 1 << 30 // more elements than a document has
	longest := worded(Cut{Path: c.Path, Total: large, Kept: large, Lists: large})
	over := len(scan.AppendQuote(nil, []byte(longest))) - LongestNote
	if over > 0 {
		c.Path = words.Shorten(c.Path, len(c.Path)-over)
	}
	return worded(c)
}
