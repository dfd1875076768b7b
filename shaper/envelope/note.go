package envelope

import (
	"regexp"
	"sync"
)

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
