// Package notice says what a run has to say beside its documents: in lines to
// people, in JSON objects to programs, one to a line, whose members stay.
package notice

import (
	"strings"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/terminal"
)

// The levels of notices.
const (
	Error   = "error"   // it ends the run, or a document is not answered
	Warning = "warning" // all was done, and something is dubious
	Signal  = "signal"  // what the rules did beyond what was asked, or could not do
	Plain   = "note"    // all else
)

// Notice is one thing to say. None of it is content of a document.
type Notice struct {
	Level   string `json:"level"`
	Kind    string `json:"kind"`
	Exit    int    `json:"exit,omitempty"` // the status with which an error ends the run
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // such as: did you mean "profile"?
	Place
	Call
	Found
	Stats any `json:"stats,omitempty"` // the figures, by their names

	Text    string           `json:"-"` // how people read it; derived where it is empty
	Excerpt terminal.Excerpt `json:"-"` // shown below, to people
}

// Place is where the fault is.
type Place struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`    // from 1
	Column  int    `json:"column,omitempty"`  // from 1, in bytes
	Offset  *int   `json:"offset,omitempty"`  // from 0, in bytes of the file or of the mask
	Pointer string `json:"pointer,omitempty"` // RFC 6901, in the document or the configuration
}

// Call is what of the command line is at fault, or meant.
type Call struct {
	Flag      string   `json:"flag,omitempty"` // with its dashes
	Mask      string   `json:"mask,omitempty"`
	Origin    string   `json:"origin,omitempty"`    // of the mask: a flag, or a place in a file
	Code      string   `json:"code,omitempty"`      // of the contract that names the fault
	Fields    []string `json:"fields,omitempty"`    // those that are refused
	Available []string `json:"available,omitempty"` // those that are not
	Mode      string   `json:"mode,omitempty"`
}

// Found is what a signal counts.
type Found struct {
	Count int      `json:"count,omitempty"`
	At    []string `json:"at,omitempty"`   // patterns of JSON Pointers, the first ones
	Path  string   `json:"path,omitempty"` // of the lists, from the payload
	Total int      `json:"total,omitempty"`
	Kept  *int     `json:"kept,omitempty"`
	Lost  []string `json:"lost,omitempty"` // what the dialect cannot carry
}

// text is what people read.
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

// longest is how many bytes a member of an object has at most: names come from
// documents, and may be as long as these.
const longest = 4096
