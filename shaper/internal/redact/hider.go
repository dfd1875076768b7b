// Package redact finds JSON in the strings of a response and applies the hiding rules to it.
// It removes members and redacts values. In unreadable text it withholds the values that
// follow private names.
//
// The result is a list of edits of the raw string. All other bytes stay, escapes included. A
// string without hidden values has no edits.
package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Hider processes strings one after the other and reuses its memory. It is not safe for
// concurrent use. The zero value is ready.
type Hider struct {
	lim     *scan.Limits
	nesting int  // the depth to which strings in strings are opened
	censors bool // privacy patterns act on the content
	seen
	findings
	Glance

	levels      [plan.MaxNesting + 1]level
	opened      int // the levels in use since Forget
	assignments jsonish.Assignments
	names       names
	editor
	counts Counts
	room   int // bytes that may still be unescaped
	writes int // bytes that privacy patterns may still write in the document
	scratch
	again settled
}

// seen holds facts about the strings since Begin.
type seen struct {
	// Taken collects the values hidden by privacy and tier rules; nil collects none.
	Taken  *taint.Values
	looked bool // a string was processed, or the patterns ran
}

// findings holds facts about the last string.
type findings struct {
	// unsettled means that the edits may change how the string reads: they insert a mark or
	// remove text that is not data.
	unsettled bool
	document  bool // the string is one document
}

// scratch is memory for an unescaped name, for an edited text, and for callbacks.
type scratch struct {
	name, edited []byte
	ask          asks
}

// Counts are the counts for one string.
type Counts struct {
	Withheld int // values withheld for their names
	Opaque   int // names that match an exclude in text that is not data, and stay
	Missed   int // private names whose value was not found, and broken encoded texts
}

// level is the memory for texts at one nesting depth.
type level struct {
	text   []byte
	reader jsonish.Reader
	walk   walk
}

// Begin prepares the hider for the strings of the document src. It opens nested texts up to
// the depth nesting. If asked is set, it records the rules that match.
func (h *Hider) Begin(rules *plan.Hiding, src []byte, lim *scan.Limits, nesting int, asked bool) {
	h.lim, h.nesting = lim, min(nesting, plan.MaxNesting)
	h.Glance, h.writes = newGlance(rules, src), plan.Room(len(src))
	h.names.begin(rules, asked)
	h.seen = seen{Taken: h.Taken}
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
// in [plan.Hiding.All]. It is empty unless Begin was called with asked.
func (h *Hider) Reached() []bool { return h.names.reached }

// String is a string to process. Raw is the content between its quotes, and Text is Raw
// unescaped. They are equal without escapes.
type String struct {
	Raw, Text []byte
	Place     Place
	Censors   bool // privacy patterns act on its content
}

// unescapes is the number of bytes that may be unescaped in a string. A string longer than
// this has its own length as the bound.
const unescapes = 4 << 20

// Edits returns the edits that hide values in a string, as edits of Raw. They are valid until
// the next call. If [Hider.Follows], call [Hider.Stood] first.
func (h *Hider) Edits(s String) (Edits, Counts) {
	stood := len(h.names.changes)
	h.looked = true
	h.look(s)
	if !h.unsettled || len(s.Raw) > Settles {
		return h.edits, h.counts
	}
	return h.lookAgain(s, stood)
}

// IsDocument reports whether the last string of Edits is one document. Such a string may be
// valid JSON after the edits.
func (h *Hider) IsDocument() bool { return h.document }

// look processes a string once.
func (h *Hider) look(s String) {
	h.back(written{})
	h.counts, h.findings = Counts{}, findings{}
	h.room = max(unescapes, len(s.Raw))
	h.censors = s.Censors && h.rules.Censors()
	around := h.inward()
	h.hideText(0, s.Text, s.Place.found())
	h.outward(around, s.Raw, 0)
}

// hideText processes a text at a level. A privacy or tier rule without a name may mean any
// value. If such a rule exists and a part of the text looks like an unreadable value, whole
// withholds the whole text.
func (h *Hider) hideText(level int, text []byte, at Place) {
	before := h.point()
	if doubtful := h.readText(level, text, at); doubtful && len(h.rules.Names.Withholds) > 0 {
		h.takeBack(before)
		h.names.reach(h.rules.Names.Withholds...)
		h.withhold(text, 0, len(text))
	}
}

// point is the state of the hider within a string.
type point struct {
	written
	counts Counts
}

func (h *Hider) point() point { return point{h.written(), h.counts} }

// takeBack returns to an earlier state.
func (h *Hider) takeBack(to point) {
	h.back(to.written)
	h.counts = to.counts
}

// readText processes a text at a level. Below the deepest level, all of it counts as words. It
// reports whether words contain a bracket or an assignment.
func (h *Hider) readText(level int, text []byte, at Place) (doubtful bool) {
	if level >= h.nesting {
		h.hideWords(text, 0, len(text))
		return bytes.ContainsAny(text, signs)
	}
	h.opened = max(h.opened, level+1)
	h.levels[level].walk.tabled = tables.MayHold(text)
	h.assignments.Read(nil, 0, 0)
	r, first := &h.levels[level].reader, len(h.edits)
	form := r.Read(text, h.lim)
	if form < jsonish.Lined && h.rules.All != h.rules.Private {
		at.spares = true
	}
	if level == 0 {
		h.document = r.IsDocument()
	}
	doubtful = h.hideStretches(level, text, at)
	h.unsettled = h.unsettled || form == jsonish.Mixed && at.spares && len(h.edits) > first
	return doubtful
}

// hideStretches processes each stretch of a text.
func (h *Hider) hideStretches(level int, text []byte, at Place) (doubtful bool) {
	r := &h.levels[level].reader
	for s, ok := r.Next(); ok; s, ok = r.Next() {
		if s.JSON {
			h.hideValue(level, text, s.Start, at)
			continue
		}
		doubtful = doubtful || bytes.ContainsAny(text[s.Start:s.End], signs)
		if s.Comment {
			h.hideComment(text, s.Start, s.End)
		} else if end := h.hideWords(text, s.Start, s.End); end > s.End {
			r.Seek(end)
		}
	}
	return doubtful
}

// signs are the bytes that open or assign a value.
const signs = "{[:="

// Forget drops references to the caller's memory and frees memory larger than keep.
func (h *Hider) Forget(keep int) {
	if h.lim == nil {
		return // not in use
	}
	for i := range h.levels {
		l := &h.levels[i]
		if i < h.opened {
			l.walk.tokens.Begin(nil, 0)
			l.reader.Read(nil, h.lim)
		}
		if cap(l.text) > keep {
			l.text = nil
		}
	}
	h.assignments.Read(nil, 0, 0)
	h.ask.text = nil
	h.lim, h.opened, h.Glance = nil, 0, Glance{}
	h.again.forget(keep)
	h.editor.forget(keep)
	if cap(h.edited) > keep {
		h.edited = nil
	}
}

// mark replaces a withheld value.
var mark = []byte(jsonish.Mark)

func isMark(value []byte) bool { return bytes.Equal(value, mark) }

// count counts a value withheld for the last private name.
func (h *Hider) count() {
	if h.Taken != nil {
		h.Taken.Met.AddRule(h.rules.All, h.names.private, 1)
	}
}

// takeValue collects a JSON value, as programs write it, that is dropped or redacted at a
// state. The state may be nil. Numbers and literals are only counted.
func (h *Hider) takeValue(at *fieldmask.State, value []byte) {
	if h.Taken == nil {
		return
	}
	if at != nil {
		h.Taken.Met.Add(at, 1)
	}
	if len(value) > 0 && (value[0] == '"' || value[0] == '\'' || value[0] == '{' || value[0] == '[') {
		h.Taken.AddText(value)
	}
}
