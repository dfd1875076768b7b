package shaper

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Signals list the work that the rules could not do, and the extra work that they did. The
// zero Signals mean that each rule did its work.
type Signals struct {
	// Misfit is the reason why the body cannot be of the requested dialect: a few words
	// without content, "" if it can. The body was then shaped as one without an envelope. It
	// hides no less.
	Misfit string
	// Applied names the entries of tool_overrides that applied, in their order. The slice is
	// shared: do not modify it.
	Applied []string
	// NoneApplied states that there are such entries, and that none is about this tool.
	// Nearest is the most likely intended one, "" if none resembles the tool.
	NoneApplied bool
	Nearest     string
	// Whole names the half of a tool result that stayed whole, content or structuredContent.
	// The operator's include list would have emptied it, but not the other half. "" if there
	// is none.
	Whole string
	// Cut lists the losses of lists to limits of the mode, shorten, max_items and a budget.
	// There is one entry for each path, documents inside included. At most 15 paths have their
	// own entry; one more with the path [envelope.OtherPaths] counts the rest.
	Cut []Cut
	// Shortened are the strings that shorten, max_string or a budget shortened. Each one says
	// by how much.
	Shortened Places
	// Recast counts the parts of the response in another form.
	Recast Recast
	// Withheld are private values in texts that were not read as JSON. Their names alone
	// showed that they are private. [withheld] stands in their place.
	Withheld Places
	// Tainted counts hidden values that were hidden in other strings, too.
	Tainted Tainted
	// Frequent are the private names that hid more than 1,000 values. Such a name may be too
	// general. A column of a table in a text does not count.
	Frequent []Frequent
	// Opaque are the names in such texts that met an exclude and stayed.
	Opaque Places
	// MissedNames are private names in such texts without a withheld value, although a sign or
	// a likely secret follows on their line. Example: "password hunter2abc". Names in source
	// code count, too: its expressions stay. So does a broken encoded text, such as a data URL
	// with an odd sign in its base64.
	MissedNames Places
	// Unmatched lists the masks that selected nothing, or nothing beyond other masks, each
	// with its place. It needs Request.Strict or Request.Unmatched. Missed are those of the
	// call, or of an entry of tool_overrides that applied.
	Unmatched, Missed []string
}

// Objections lists the reasons for a strict caller to refuse the response, each in a few
// words; nil if there are none. The reasons:
//
//   - Masks of the call, or of its entries of tool_overrides, met nothing.
//   - No entry applied, though the name of one is near.
//   - Values were withheld.
//   - Values were hidden, but not looked for in other strings.
//   - Private names were missed.
//   - An include list would have emptied one half.
//
// A list that was cut is no objection.
func (s *Signals) Objections() (all []string) {
	object := func(where bool, format string, args ...any) {
		if where {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	object(len(s.Missed) > 0, "masks met nothing: %d", len(s.Missed))
	object(s.Nearest != "", "no entry of tool_overrides applied (%s)", words.DidYouMean(s.Nearest))
	object(s.Withheld.Count > 0, "values were withheld: %d", s.Withheld.Count)
	object(s.Tainted.Beyond > 0, "values were hidden, but not looked for elsewhere: %d", s.Tainted.Beyond)
	object(s.MissedNames.Count > 0, "private names of which nothing was withheld, or broken encoded texts: %d", s.MissedNames.Count)
	object(s.Whole != "", "an include list would have left nothing of %s", s.Whole)
	return all
}

// Recast counts the lists and texts of a response that have another form.
type Recast struct {
	Lists int // that became tables with the same data
	Texts int // that text_as made shorter
	// Left are the reasons for texts that text_as left as they are, such as "html: not linked".
	Left []string
}

// Frequent is a private name with the number of values that it hid in a response. If both
// halves of a tool result hold the same values, one half may count alone.
type Frequent struct {
	Name   string
	Values int
}

// Tainted counts values that a rule hid in one place of a response.
type Tainted struct {
	// Values were also found in other strings of the response, and hidden there.
	Values int
	// Beyond were not looked for: there were over 4,096 values, they had over 1 MiB in sum, or
	// one had over 64 KiB.
	Beyond int
}

// Cut counts the losses of the lists, or of the strings, at one path.
type Cut = envelope.Cut

// Places counts places in a response. It lists at most 16 of them as patterns: JSON Pointers
// with * for a position.
type Places struct {
	Count int
	At    []string
}

// Fit describes a response's way into its budget. It is the zero Fit if there is no budget.
type Fit struct {
	Counter string // of the tokens; "" if none were counted: there is no limit, or they are surely fewer
	// Before and After are the sizes without and with the budget: bytes of the whole response,
	// tokens of the part that the client shows.
	Before, After Size
	// Steps are the steps that took something beyond the rules, in order: columns (saves bytes
	// only), low_priority, strings, items, summary, references. The step refused means that
	// the envelope's own refusal was sent, as on_over asked.
	Steps []string
	// Over states that no candidate fits. The response is the smallest candidate found.
	Over bool
}

// IsThere reports whether the response has a budget.
func (f Fit) IsThere() bool { return f.Before.Bytes > 0 }

// Kept names the archived response, as it was before any comfort rule.
type Kept struct {
	Handle archive.Handle // "" if it is not stored
	Hash   string         // of the whole response, as [archive.Hash] computes it
	Bytes  int
	Noted  bool // the response itself names the handle
	// Err is the reason for not storing it. Then comfort rules took nothing.
	Err error
}
