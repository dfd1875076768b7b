// Package notice writes messages to standard error: as lines for people, or as JSON objects for
// programs, one per line. The members of these objects are stable.
package notice

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
)

// The levels of notices.
const (
	Error   = "error"   // ends the run, or refuses a document
	Warning = "warning" // the work is done, and something is dubious
	Signal  = "signal"  // a limit or a side effect of the rules
	Plain   = "note"    // any other message
)

// Notice is one message. It holds no content of a document.
type Notice struct {
	Level   string `json:"level"`
	Kind    string `json:"kind"`
	Exit    int    `json:"exit,omitempty"` // the exit status of an error
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // such as: did you mean "profile"?
	Place
	Call
	Found
	Stats any `json:"stats,omitempty"` // the figures, by their names

	Text    string           `json:"-"` // for people; derived if it is empty
	Excerpt terminal.Excerpt `json:"-"` // for people, below the text
}

// Place is the place of a fault.
type Place struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`    // from 1
	Column  int    `json:"column,omitempty"`  // from 1, in bytes
	Offset  *int   `json:"offset,omitempty"`  // from 0, in bytes of the file or of the mask
	Pointer string `json:"pointer,omitempty"` // RFC 6901, in the document or the configuration
}

// Call is the part of the command line that is at fault or meant.
type Call struct {
	Flag      string   `json:"flag,omitempty"` // with its dashes
	Mask      string   `json:"mask,omitempty"`
	Origin    string   `json:"origin,omitempty"`    // of the mask: a flag or a place in a file
	Code      string   `json:"code,omitempty"`      // of the contract that defines the fault
	Fields    []string `json:"fields,omitempty"`    // refused ones
	Available []string `json:"available,omitempty"` // allowed ones
	Mode      string   `json:"mode,omitempty"`
}

// Found holds the counts of a signal.
type Found struct {
	Count int      `json:"count,omitempty"`
	At    []string `json:"at,omitempty"`   // patterns of the first JSON Pointers
	Path  string   `json:"path,omitempty"` // of the lists, from the payload
	Total int      `json:"total,omitempty"`
	Kept  *int     `json:"kept,omitempty"`
	Lost  []string `json:"lost,omitempty"` // parts that the dialect cannot carry
}

// text returns the message for people.
func (n Notice) text() string {
	text := n.Text
	if text == "" {
		if text = n.Message; n.Hint != "" {
			text += " (" + n.Hint + ")"
		}
		text = "shape: " + strings.ReplaceAll(text, "\n", "\nshape: ")
	}
	return text
}

// longest bounds the bytes of a member in an object, since names in documents have any length.
const longest = 4096
