package envelope

import (
	"regexp"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// NoteMembers are the members of structuredContent that may hold a note: the first one that
// the tool does not have itself.
var NoteMembers = []string{"_note", "_shape_note"}

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

const notePattern = `^(.{1,80}: \d+ of \d+(, .{1,80}: \d+ of \d+){0,2}(, \+\d+ lists?)?( \((first|by .{1,24})\))?` +
	`|\+\d+ lists? \((first|by .{1,24})\)|\d+ texts? shortened|data outlined|identifiers only|parts left out)( · \S{1,128} [a-z2-7]{16})?$`

// longestSaid bounds a note of a tool result, in bytes.
const longestSaid = 300

// IsNoteAlone reports whether a document is an object of one member, which has the name and
// holds a note of a tool result.
func IsNoteAlone(doc []byte, name string) bool {
	at := scan.Space(doc, 0)
	if at == len(doc) || doc[at] != '{' {
		return false
	}
	at = scan.Space(doc, at+1)
	said, after := stringAt(doc, at)
	if string(said) != name || after == len(doc) || doc[after] != ':' {
		return false
	}
	said, after = stringAt(doc, scan.Space(doc, after+1))
	return after < len(doc) && doc[after] == '}' && IsSaid(scan.AppendUnquote(nil, said))
}

// stringAt returns the string at doc[at] without its quotes, and the place of the token
// behind it, len(doc) if there is no string.
func stringAt(doc []byte, at int) (said []byte, after int) {
	if at == len(doc) || doc[at] != '"' {
		return nil, len(doc)
	}
	end, _, kind := scan.String(doc, at, len(doc))
	if kind != scan.KindNone {
		return nil, len(doc)
	}
	return doc[at+1 : end-1], scan.Space(doc, end)
}
