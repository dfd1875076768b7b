package shaper

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/words"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
)

// Signals are what the rules could not do, and what they did beyond what was
// asked. The zero Signals are those of a response in which each rule did its work.
type Signals struct {
	// Misfit says why the body cannot be of the dialect that the request names:
	// a few words, without content; "" where it can. The body was then shaped as
	// one without an envelope. Nothing is hidden less for it.
	Misfit string
	// Applied names the entries of tool_overrides that applied, in the order in which
	// they spoke. It is shared: not to be written to.
	Applied []string
	// NoneApplied tells that there are such entries, and none of them is about this
	// tool. Nearest is the one that most likely was meant, "" where none resembles it.
	NoneApplied bool
	Nearest     string
	// Whole names the half of a tool result that stayed whole, content or
	// structuredContent, as an include list of the operator would have left nothing
	// of it, and something of the other half; "" where there is none.
	Whole string
	// Cut lists what limits of the mode, shorten, max_items and a budget took from lists,
	// one entry for each path, documents inside included. At most 15 paths have their own
	// entry, then one with the path [envelope.OtherPaths] counts the rest.
	Cut []Cut
	// Shortened are the strings that shorten, max_string or a budget shortened, and that
	// say by how much.
	Shortened Places
	// Folded is how many lists of the payload are tables now, which say the same.
	Folded int
	// Withheld are the values in texts that were not read as JSON, and of which
	// only the name told that they are private: [withheld] stands in their place.
	Withheld Places
	// Tainted counts the values that were hidden in other strings, too.
	Tainted Tainted
	// Frequent are the private names that hid more than [FrequentHits] values, since such a
	// name may mean less than it meets. A column of a table in a text counts as none.
	Frequent []Frequent
	// Opaque are the names in such texts that met an exclude, and stayed.
	Opaque Places
	// MissedNames are the private names in such texts of which nothing was withheld,
	// although a sign, or a word that looks like a secret, follows on their line.
	// Example: "password hunter2abc". Source code counts, too: its expressions stay. So does
	// an encoded text that is broken, such as a data URL with an odd sign in its base64.
	MissedNames Places
	// Unmatched lists the masks that selected nothing, or nothing that another
	// mask had not decided already, with where they were written (where
	// Request.Strict or Request.Unmatched asks for it). Missed are those of them that
	// the call said, or an entry of tool_overrides that applied.
	Unmatched, Missed []string
}

// Objections are the reasons for which a strict caller takes no such response, in
// a few words each: masks that the call or its entries of tool_overrides said met
// nothing; no entry applied, though the name of one is near; values were withheld;
// private names were missed; an include list would have left nothing of a half. There are none where all is well.
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

// FrequentHits is the number of values that a private name may hide in a response without
// a notice.
const FrequentHits = 1000

// Frequent is a private name and the number of values that it hid in a response. If the
// halves of a tool result repeat each other, those of one of them may count alone.
type Frequent struct {
	Name   string
	Values int
}

// Cut counts what the lists at one path lost.
type Cut = envelope.Cut

// Places are places in a response: how many, and where the first of them are, as
// at most 16 patterns of JSON Pointers, in which * stands for a position.
type Places struct {
	Count int
	At    []string
}
