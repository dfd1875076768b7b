// Package redact looks for JSON in the strings of a response, wherever it stands in
// them, and hides in it what the rules hide: members go, values are redacted, and
// what cannot be read loses the values that their names give away.
//
// What it hides are edits of the string as it is written. All else stays, byte for
// byte, escapes included; a string in which nothing is hidden has no edits.
package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// Hider looks into one string after the other. It keeps its memory between them;
// it is not safe for concurrent use. The zero value is ready.
type Hider struct {
	lim     *scan.Limits
	nesting int  // strings in strings that are opened
	censors bool // privacy patterns act on what is found
	seen
	findings
	Glance

	levels      [plan.MaxNesting + 1]level
	opened      int // of them, those that texts were read with since Forget
	assignments jsonish.Assignments
	names       names
	editor
	counts Counts
	room   int // bytes that may still be unescaped
	writes int // bytes that privacy patterns may still write in the document
	scratch
	again settled
}

// seen is what is so about strings since Begin.
type seen struct {
	// Taken collects the values that privacy and tiers hide; nil collects none.
	Taken  *taint.Values
	looked bool // into one, or patterns were asked
}

// findings are what is so about the string that was looked into last.
type findings struct {
	// unsettled tells that what was hidden may have made the string another one to
	// read: with a mark in it, or less of what is no data.
	unsettled bool
	document  bool // it is one
}

// scratch is memory for an unescaped name, for a text after its edits, and for callbacks.
type scratch struct {
	name, edited []byte
	ask          asks
}

// Counts are what a string gave cause to count.
type Counts struct {
	Withheld int // values that were withheld for their names
	Opaque   int // names that met an exclude in what is no data, and stayed
	Missed   int // private names of which nothing was withheld, though they seem to have a value, and broken encoded texts
}

// level is the memory for the texts that stand inside as many others.
type level struct {
	text   []byte
	reader jsonish.Reader
	walk   walk
}

// Begin readies the hider for the strings of the document src, in which texts are
// opened so many levels deep. Where asked is set, it notes which rules are met.
func (h *Hider) Begin(rules *plan.Hiding, src []byte, lim *scan.Limits, nesting int, asked bool) {
	h.lim, h.nesting = lim, min(nesting, plan.MaxNesting)
	h.Glance, h.writes = newGlance(rules, src), plan.Room(len(src))
	h.names.begin(rules, asked)
	h.seen = seen{Taken: h.Taken}
}

// Looked reports whether a string of the document was looked into, or given to the
// patterns. What became of it depends on how deep the document is inside others, and on
// what is left of the room.
func (h *Hider) Looked() bool { return h.looked }

// Room is how many bytes privacy patterns may still write in the document.
func (h *Hider) Room() *int {
	h.looked = true
	return &h.writes
}

// Reached are the rules that met something in the strings since Begin, by their
// numbers in [plan.Hiding.All]: true. It is empty where nobody asked.
func (h *Hider) Reached() []bool { return h.names.reached }

// String is a string to look into: what is written between its quotes, and what it
// says. Raw and Text are the same where there are no escapes.
type String struct {
	Raw, Text []byte
	Place     Place
	Censors   bool // privacy patterns act on what is found in it
}

// unescapes is how many bytes may be unescaped in a string of any size. More than
// that is read where the string itself is larger.
const unescapes = 4 << 20

// Edits returns what is to be hidden in a string: edits of what is written. They
// are valid until the next call. Where names follow each other, [Hider.Stood] comes
// before it.
func (h *Hider) Edits(s String) (Edits, Counts) {
	stood := len(h.names.changes)
	h.looked = true
	h.look(s)
	if !h.unsettled || len(s.Raw) > Settles {
		return h.edits, h.counts
	}
	return h.lookAgain(s, stood)
}

// IsDocument reports whether the string that Edits looked into last is one document,
// so that it may be one by the strict rules when all is hidden in it.
func (h *Hider) IsDocument() bool { return h.document }

// look looks into a string once.
func (h *Hider) look(s String) {
	h.back(written{})
	h.counts, h.findings = Counts{}, findings{}
	h.room = max(unescapes, len(s.Raw))
	h.censors = s.Censors && h.rules.Censors()
	around := h.inward()
	h.whole(0, s.Text, s.Place.found())
	h.outward(around, s.Raw, 0)
}

// whole looks into a text at a level. A rule of privacy or tiers without any name
// may mean any value, so that under one the whole text goes where a part of it
// looks like a value that cannot be read.
func (h *Hider) whole(level int, text []byte, at Place) {
	before := h.point()
	if doubtful := h.read(level, text, at); doubtful && len(h.rules.Names.Withholds) > 0 {
		h.takeBack(before)
		h.names.reach(h.rules.Names.Withholds...)
		h.withhold(text, 0, len(text))
	}
}

// point is how far the hider is with a string.
type point struct {
	written
	counts Counts
}

func (h *Hider) point() point { return point{h.written(), h.counts} }

// takeBack undoes what was done since.
func (h *Hider) takeBack(to point) {
	h.back(to.written)
	h.counts = to.counts
}

// read looks into a text at a level. Deeper than texts are opened, all of it counts
// as words. It is doubtful where some words hold a bracket, or assign something.
func (h *Hider) read(level int, text []byte, at Place) (doubtful bool) {
	if level >= h.nesting {
		h.words(text, 0, len(text))
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
	doubtful = h.stretches(level, text, at)
	h.unsettled = h.unsettled || form == jsonish.Mixed && at.spares && len(h.edits) > first
	return doubtful
}

// stretches looks into each stretch of a text.
func (h *Hider) stretches(level int, text []byte, at Place) (doubtful bool) {
	r := &h.levels[level].reader
	for s, ok := r.Next(); ok; s, ok = r.Next() {
		if s.JSON {
			h.value(level, text, s.Start, at)
			continue
		}
		doubtful = doubtful || bytes.ContainsAny(text[s.Start:s.End], signs)
		if s.Comment {
			h.remark(text, s.Start, s.End)
		} else if end := h.words(text, s.Start, s.End); end > s.End {
			r.Seek(end)
		}
	}
	return doubtful
}

// signs are those of values: what opens them, and what assigns them.
const signs = "{[:="

// Forget lets go of what belongs to the caller, and of memory that is larger than
// keep.
func (h *Hider) Forget(keep int) {
	if h.lim == nil {
		return // nobody asked
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

// mark stands in the place of a value that was withheld.
var mark = []byte(jsonish.Mark)

func isMark(value []byte) bool { return bytes.Equal(value, mark) }
