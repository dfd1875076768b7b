package envelope

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/words"
)

// OtherPaths is the path of a [Cut] that counts all paths without a Cut of their own. No
// list has it as its own path: a mask spells a name with parentheses in quotes.
const OtherPaths = "(other lists)"

// Cut counts what the lists at one path lost, or the strings at one path. There is one Cut
// for all lists at a path, so that the number of Cuts does not grow with the rows.
type Cut struct {
	// Path is the mask of the lists or strings, from the payload: results[].entities.
	// "." is the payload itself, [OtherPaths] stands for the paths that are not spelled.
	Path  string
	Total int    // elements that they had
	Kept  int    // elements that they have
	Lists int    // how many arrays they are
	Noted bool   // the response tells of it itself
	Over  bool   // a budget took more than the rule
	By    string // the rule that cut: response_mode_limit, shorten, max_items or max_string; "" if only a budget did

	RankedBy string // the member by which a budget chose the elements; "" if it kept the first ones

	Strings int // strings that were shortened; 0 for lists

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

// String says how much is left: "entities: 5 of 7", for several lists "entities: 20 of 31
// in 4 lists", for strings "body: 3 texts shortened".
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
	case c.Strings == 1:
		return c.Path + ": 1 text shortened"
	case c.Strings > 0:
		return fmt.Sprintf("%s: %d texts shortened", c.Path, c.Strings)
	}
	text := fmt.Sprintf("%s: %d of %d%s", c.Path, c.Kept, c.Total, verb)
	if c.Lists > 1 {
		text += fmt.Sprintf(" in %d lists", c.Lists)
	}
	return text
}

// Plus adds the losses of other lists or strings at the same path. The sum is noted if
// both are. It names the budget if one of them does, else the first rule.
func (c Cut) Plus(more Cut) Cut {
	noted := (c.Noted || c.Lists+c.Strings == 0) && more.Noted
	return Cut{
		Path: c.Path, Total: c.Total + more.Total, Kept: c.Kept + more.Kept, Lists: c.Lists + more.Lists, Strings: c.Strings + more.Strings,
		Noted: noted, Over: c.Over || more.Over, By: cmp.Or(c.By, more.By), RankedBy: cmp.Or(c.RankedBy, more.RankedBy), Outlined: c.Outlined || more.Outlined, Referred: c.Referred || more.Referred,
	}
}

// Few returns at most [MaxNotes] cuts: the last one then counts the rest.
func Few(cuts []Cut) []Cut {
	if len(cuts) <= MaxNotes {
		return cuts
	}
	few := append([]Cut{}, cuts[:MaxNotes-1]...)
	rest := Cut{Path: OtherPaths}
	for _, c := range cuts[len(few):] {
		rest = rest.Plus(c)
	}
	return append(few, rest)
}

// Note puts a cut into words, of at most [LongestNote] bytes: a path that leaves no
// room for the largest numbers ends in an ellipsis.
func (c Cut) Note(worded func(Cut) string) string {
	const large = 1 << 30 // more elements than a document has
	most := c
	if most.Total, most.Kept, most.Lists = large, large, large; c.Strings > 0 {
		most.Strings = large
	}
	over := len(scan.AppendQuote(nil, []byte(worded(most)))) - LongestNote
	if over > 0 {
		c.Path = words.Shorten(c.Path, len(c.Path)-over)
	}
	return worded(c)
}

// Kept is where a response can be had again as it was before anything of it was cut.
type Kept struct {
	Handle string // that gives it back
	Hash   string // of it: sha256: and 64 hexadecimal digits (RULES R27)
	Whole  []byte // it itself

	// Tool is the tool by which a model asks for it, "" if there is none.
	Tool string
}

// Referrer is a dialect with a place to tell where what was cut can be had again.
type Referrer interface {
	// Refer returns a shaped document that tells so, and nil where its place is taken by
	// something else.
	Refer(doc []byte, k Kept) []byte
}

// Said is how a model is told.
func (k Kept) Said() string {
	how := ""
	if k.Tool != "" {
		how = " " + k.Tool + " with"
	}
	return leftOut + how + " handle " + k.Handle
}

const leftOut = "Parts were left out. All of it:"

// What a model is told is bounded by what a tool's name and a handle have.
const (
	longestTool = 128
	handleSize  = 16
)

// IsSaid reports whether a text is what a model is told: half a handle leads nowhere, so
// that nobody who looks at it again makes it shorter.
func IsSaid(text []byte) bool {
	if len(text) <= longestSaid && note().Match(text) {
		return true
	}
	rest, ok := bytes.CutPrefix(text, []byte(leftOut))
	how, handle, named := bytes.Cut(rest, []byte(" handle "))
	if !ok || !named || len(handle) != handleSize || len(bytes.Trim(handle, "abcdefghijklmnopqrstuvwxyz234567")) > 0 {
		return false
	}
	tool, with := strings.CutSuffix(strings.TrimPrefix(string(how), " "), " with")
	return len(how) == 0 || with && len(tool) <= longestTool && !strings.ContainsAny(tool, " \n\t")
}

// Loss is everything that shaping cut from one response.
type Loss struct {
	Cuts  []Cut // of lists
	Texts int   // strings that were shortened
	Kept  Kept  // Handle is "" if the response is kept nowhere

	// InText tells that clients read the texts of a tool result. Member is the member of
	// structuredContent that may hold the note, "" if none may.
	InText bool
	Member string
}

// Noter is a dialect that tells a model of a loss in one note.
type Noter interface {
	// Note returns the shaped response with the note, and nil if it has no place for one.
	Note(doc []byte, l Loss) []byte
}

// note matches the notes of tool results.
var note = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(notePattern) })

const notePattern = `^(((data outlined|identifiers only), )?(.{1,80}: \d+ of \d+(, .{1,80}: \d+ of \d+){0,2}(, \+\d+ lists?)?( \((first|by .{1,24})\))?` +
	`|\+\d+ lists? \((first|by .{1,24})\))|\d+ texts? shortened|data outlined|identifiers only|parts left out)( · \S{1,128} [a-z2-7]{16})?$`

// longestSaid bounds a note of a tool result, in bytes.
const longestSaid = 300
