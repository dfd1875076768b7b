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

// Cut counts the losses of the lists at one path, or of the strings at one path. There is one
// Cut for all lists at a path, so the number of Cuts does not grow with the rows.
type Cut struct {
	// Path is the mask of the lists or strings, from the payload: results[].entities.
	// "." is the payload itself, [OtherPaths] stands for the paths that are not spelled.
	Path  string
	Total int    // elements before the cut
	Kept  int    // elements after the cut
	Lists int    // number of arrays
	Noted bool   // the response itself reports the cut
	Over  bool   // a budget took more than the rule
	By    string // the rule that cut: response_mode_limit, shorten, max_items or max_string; "" if only a budget did

	RankedBy string // the member by which a budget chose elements; "" if it kept the first ones

	Differ bool   // rows with rare values stay
	Spread string // of the columns of one list that differ, such as "level: info=480, error=8"

	Strings int // shortened strings; 0 for lists

	Outlined bool // an outline stands in the place of the payload
	Referred bool // identifiers stand in the place of the payload
}

// PartialMarker is a dialect with a place for notes that a payload was shortened. It leaves
// the totals that the payload states as they are (RULES D29).
type PartialMarker interface {
	// MarkPartial returns the new value for each path of [Notes.At], nil for no change. at
	// holds the values there, nil for none. It writes at most [MaxNotes] notes, and repeats
	// none that exists.
	MarkPartial(at [][]byte, cuts []Cut) [][]byte
	// Words returns the notes on one cut, each a JSON value for a list of notes.
	Words(Cut) [][]byte
}

// TokenTeller is a dialect whose envelopes state their number of tokens. It also has answers
// for a limit of tokens.
type TokenTeller interface {
	// OverLimit returns the answer in place of a doc that takes more tokens than its limit.
	// mode is the mode of the call, "" if it has none.
	OverLimit(doc *Doc, mode string, tokens, limit int) []byte
	// Recount returns doc with its token counts set to count(doc). The counts include
	// themselves. A count that is absent, null or no integer stays.
	Recount(doc []byte, count func(text []byte) int) []byte
	// WarnNearLimit returns doc with the warning that its limit is near. It adds none to a doc
	// that has one.
	WarnNearLimit(doc []byte) []byte
}

// The notes in a shaped document have bounds.
const (
	MaxNotes    = 16
	LongestNote = 200 // bytes of its text, as a JSON string
)

// String returns the counts as text: "entities: 5 of 7". For several lists it returns
// "entities: 20 of 31 in 4 lists", for strings "body: 3 texts shortened".
func (c Cut) String() string { return c.words("") }

// Left returns String for a note that stands alone: "entities: 5 of 7 kept", and "entities: 20
// of 31 kept in 4 lists".
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
	spread := ""
	if c.Lists+c.Strings == 0 {
		spread = more.Spread
	}
	return Cut{
		Path: c.Path, Total: c.Total + more.Total, Kept: c.Kept + more.Kept, Lists: c.Lists + more.Lists, Strings: c.Strings + more.Strings,
		Noted: noted, Over: c.Over || more.Over, By: cmp.Or(c.By, more.By), RankedBy: cmp.Or(c.RankedBy, more.RankedBy), Differ: c.Differ || more.Differ, Spread: spread, Outlined: c.Outlined || more.Outlined, Referred: c.Referred || more.Referred,
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

// Note returns the text of a cut, of at most [LongestNote] bytes. It shortens the path if the
// largest numbers would not fit beside it.
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

// Kept names an archived response, as it was before any comfort rule.
type Kept struct {
	Handle string // the key to retrieve it
	Hash   string // of the response: sha256: and 64 hexadecimal digits (RULES R27)
	Whole  []byte // the response itself

	// Tool is the tool by which a model asks for it, "" if there is none.
	Tool string

	// Omitted are the fields that comfort rules left out: masks or names of members, as masks
	// spell them, those that took most first. Fields is the number of different names of
	// members, 0 if the note names none.
	Omitted []string
	Fields  int
	Brief   bool // the note names the handle alone, unless something was cut
}

// Referrer is a dialect with a place for the handle of the full response.
type Referrer interface {
	// Refer returns a shaped document with the handle, and nil if its place holds another
	// value.
	Refer(doc []byte, k Kept) []byte
}

// Said returns the sentence for a model that names the handle.
func (k Kept) Said() string {
	how := ""
	if k.Tool != "" {
		how = " " + k.Tool + " with"
	}
	return leftOut + how + " handle " + k.Handle
}

const leftOut = "Parts were left out. All of it:"

// The sentence for a model is bounded by the lengths of a tool's name and a handle.
const (
	longestTool = 128
	handleSize  = 16
)

// IsSaid reports whether a text is a note or sentence for a model. Such a text is never
// shortened, since a part of a handle is useless.
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

// Loss lists everything that shaping cut from one response.
type Loss struct {
	Cuts  []Cut // of lists
	Texts int   // strings that were shortened
	Kept  Kept  // Handle is "" if the response is not stored

	// InText states that clients read the texts of a tool result. Member is the member of
	// structuredContent that may hold the note, "" if none may.
	InText bool
	Member string
}

// Noter is a dialect that reports a loss to a model in one note.
type Noter interface {
	// Note returns the shaped response with the note, and nil if it has no place for one.
	Note(doc []byte, l Loss) []byte
}

// note matches the notes of tool results.
var note = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(notePattern) })

const notePattern = `^((((data outlined|identifiers only), )?(.{1,80}: \d+ of \d+(, .{1,80}: \d+ of \d+){0,2}(, \+\d+ lists?)?( \(` + chosenPattern + `\))?` +
	`|\+\d+ lists? \(` + chosenPattern + `\))|\d+ texts? shortened|data outlined|identifiers only|parts left out)(; ` + spreadPattern + `)?(; ` + omittedPattern + `)?( · ` + handlePattern + `)?` +
	`|` + omittedPattern + `( · ` + handlePattern + `)?|` + handlePattern + `)$`

const (
	chosenPattern  = `(first|rare, first, last|by .{1,24})`
	spreadPattern  = `[^;·]{1,24}: [^;·]{1,120}(; [^;·]{1,24}: [^;·]{1,120}){0,7}`
	omittedPattern = `(omitted: .{1,200} \(\d+ fields?\)|\d+ fields? omitted)`
	handlePattern  = `\S{1,128} [a-z2-7]{16}`
)

// longestSaid bounds a note of a tool result, in bytes.
const longestSaid = 450
