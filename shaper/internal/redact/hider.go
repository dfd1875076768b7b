// Package redact finds JSON in the strings of a response and applies the hiding rules to it.
// It removes members and redacts values. In unreadable text it withholds the values that
// follow private names.
//
// The result is a list of edits of the raw string. All other bytes stay, escapes included. A
// string without hidden values has no edits.
//
// [Hider] reads texts and divides them into stretches. Its machines handle the rest:
//
//   - [Screen] finds strings that may contain something to hide;
//   - [walk] applies the rules to the containers of a JSON value, tables and pairs included;
//   - [words] withholds values after names in all other text;
//   - [names] matches names against rules;
//   - [output] collects edits, counts and hidden values.
package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Hider processes strings one after the other and reuses its memory. It is not safe for
// concurrent use and must not be copied. The zero value is ready.
type Hider struct {
	Screen Screen

	rules    *plan.Hiding
	lim      *scan.Limits
	nesting  int                        // levels of strings in strings that are opened
	censors  bool                       // privacy patterns act on the content
	looked   bool                       // a string was processed, or the patterns ran, since Begin
	document bool                       // the last string is one document
	levels   [plan.MaxNesting + 2]level // a table at the deepest level holds strings
	opened   int                        // the levels in use since Forget
	names    names
	words    words
	out      output
	room     int // bytes that may still be unescaped
	writes   int // bytes that privacy patterns may still write in the document
	edited   []byte
	again    settled
}

// level is the memory for texts at one nesting depth.
type level struct {
	text   []byte
	reader jsonish.Reader
	walk   walk
}

// Source is a document that holds strings to process.
type Source struct {
	Text    []byte
	Limits  *scan.Limits
	Nesting int           // levels of nested texts that are opened
	Asked   bool          // the rules that match are recorded
	Taken   *taint.Values // collects the values hidden by privacy and tier rules; may be nil
}

// Begin prepares the hider for the strings of a document.
func (h *Hider) Begin(rules *plan.Hiding, of Source) {
	h.rules, h.lim, h.nesting = rules, of.Limits, min(of.Nesting, plan.MaxNesting)
	h.Screen, h.writes, h.looked = newScreen(rules, of.Text), plan.Room(len(of.Text)), false
	h.names.rules, h.names.reached = nil, h.names.reached[:0]
	if of.Asked {
		h.names.begin(rules, true)
	}
	h.out.taken = of.Taken
	w := &h.words
	w.rules, w.names, w.out = rules, &h.names, &h.out
	if w.cell == nil {
		w.column = func(name []byte) bool { return w.names.see(name).private }
		w.cell = w.hideCell
		w.also = func(found jsonish.Assignment) bool { return w.meets(found).private }
	}
}

// Looked reports whether a string of the document was processed or given to the patterns. The
// result for such a string depends on the nesting depth of the document and on the room left.
func (h *Hider) Looked() bool { return h.looked }

// Room returns the bytes that privacy patterns may still write in the document.
func (h *Hider) Room() *int {
	h.looked = true
	return &h.writes
}

// Reached returns the rules that matched in the strings since Begin, indexed by their numbers
// in [plan.Hiding.All]. It is empty unless [Source.Asked] was set.
func (h *Hider) Reached() []bool { return h.names.reached }

// String is a string to process. Raw is the content between its quotes, and Text is Raw
// unescaped. They are equal without escapes.
type String struct {
	Raw, Text []byte
	Place     Place
	Censors   bool // privacy patterns act on its content
}

// Edits returns the edits that hide values in a string, as edits of Raw. They are valid until
// the next call. If [Hider.Follows], call [Hider.Stood] first.
func (h *Hider) Edits(s String) (Edits, Counts) {
	h.start()
	stood := len(h.names.changes)
	h.look(s)
	if !h.out.unsettled || len(s.Raw) > Settles {
		return h.out.edits, h.out.counts
	}
	return h.lookAgain(s, stood)
}

// IsDocument reports whether the last string of Edits is one document. Such a string may be
// valid JSON after the edits.
func (h *Hider) IsDocument() bool { return h.document }

// Rule returns the origin of the private rule that the last string met last; "" for none.
func (h *Hider) Rule() string {
	if h.names.private < 0 {
		return ""
	}
	return h.rules.All.Rule(h.names.private).Origin
}

// unescapes is the number of bytes that may be unescaped in a string. A string longer than
// this has its own length as the bound.
const unescapes = 4 << 20

// ready prepares for a string of size bytes.
func (h *Hider) ready(size int, censors bool) {
	h.start()
	h.out.takeBack(point{})
	h.out.unsettled, h.document, h.looked, h.names.private = false, false, true, -1
	h.room = max(unescapes, size)
	h.censors = censors && h.rules.Censors()
}

// look processes a string once.
func (h *Hider) look(s String) {
	h.ready(len(s.Raw), s.Censors)
	around := h.out.inward()
	h.hideText(0, s.Text, s.Place.found())
	h.out.outward(around, s.Raw, 0)
}

// hideText processes a text at a level. A privacy or tier rule without a name may mean any
// value. If such a rule exists and a part of the text looks like an unreadable value, hideText
// withholds the whole text.
func (h *Hider) hideText(level int, text []byte, at Place) {
	before := h.out.point()
	if doubtful := h.readText(level, text, at); doubtful && len(h.names.rules.Withholds) > 0 {
		h.out.takeBack(before)
		h.words.withholdAll(text, 0)
	}
}

// readText processes a text at a level. Below the deepest level, all of it counts as words. It
// reports whether words contain a bracket or an assignment.
func (h *Hider) readText(level int, text []byte, at Place) (doubtful bool) {
	h.words.assignments.Read(nil, 0, 0)
	if level >= h.nesting {
		h.words.hide(text, 0, len(text))
		return bytes.ContainsAny(text, signs)
	}
	h.opened = max(h.opened, level+1)
	h.levels[level].walk.tabled = tables.MayHold(text)
	r, first := &h.levels[level].reader, len(h.out.edits)
	form := r.Read(text, h.lim)
	if form < jsonish.Lined && h.rules.All != h.rules.Private {
		at.spares = true
	}
	if level == 0 {
		h.document = r.IsDocument()
	}
	for s, ok := r.Next(); ok; s, ok = r.Next() {
		if s.JSON {
			h.hideValue(level, text, s.Start, at)
			continue
		}
		doubtful = doubtful || bytes.ContainsAny(text[s.Start:s.End], signs)
		if s.Comment {
			h.words.hideComment(text, s.Start, s.End)
		} else if end := h.words.hide(text, s.Start, s.End); end > s.End {
			r.Seek(end)
		}
	}
	h.out.unsettled = h.out.unsettled || form == jsonish.Mixed && at.spares && len(h.out.edits) > first
	return doubtful
}

// signs are the bytes that open or assign a value.
const signs = "{[:="

// Forget drops references to the caller's memory and frees memory larger than keep.
func (h *Hider) Forget(keep int) {
	if h.lim == nil {
		return // not in use
	}
	for i := range min(h.opened+1, len(h.levels)) { // a level in use unescapes into the next one
		l := &h.levels[i]
		if i < h.opened {
			l.walk.tokens.Begin(nil, 0)
			l.reader.Read(nil, h.lim)
		}
		if cap(l.text) > keep {
			l.text = nil
		}
	}
	if h.words.holds {
		h.words.holds = false
		h.words.assignments.Read(nil, 0, 0)
		h.words.cells.Read(nil, 0, 0)
	}
	h.words.text = nil
	h.rules, h.lim, h.opened, h.Screen = nil, nil, 0, Screen{}
	if m := &h.again; cap(m.raw[0])+cap(m.raw[1])+cap(m.text) > keep {
		*m = settled{}
	}
	o := &h.out
	if o.taken = nil; cap(o.edits)+cap(o.moved)+cap(o.escaped.text)+cap(o.escaped.quoted) > keep {
		*o = output{}
	}
	if cap(h.edited) > keep {
		h.edited = nil
	}
}

// The names of the members above a string count as if they occurred in it. The caller enters a
// container when the first string in it needs processing, and only once. So a million strings
// in one container cost no more than one.

// Follows reports whether the names above a string matter. If not, Leave, Enter and
// Stood need not be called.
func (h *Hider) Follows() bool {
	h.start()
	return h.names.follows
}

// start prepares the names at the first string of a document that may hide something.
func (h *Hider) start() {
	if h.names.rules == nil {
		h.names.begin(h.rules, false)
	}
}

// Leave returns to the container at a depth.
func (h *Hider) Leave(depth int) { h.names.leave(depth) }

// Enter enters a container by its member name; an element has none.
func (h *Hider) Enter(name []byte) { h.names.enter(name) }

// Stood begins a string in the innermost container by its member name; an element has none.
// Call it after Leave.
func (h *Hider) Stood(name []byte) { h.names.pass(name) }
