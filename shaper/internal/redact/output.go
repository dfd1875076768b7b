package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
)

// output collects the edits of a text, the counts of a string, and hidden values. Edits of a
// nested text become edits of the text around.
type output struct {
	edits   Edits
	behind  trail // of the text being read
	moved   Edits // scratch
	escaped escape
	counts  Counts
	taken   *taint.Values // collects the values hidden by privacy and tier rules; may be nil
	// unsettled means that the edits may change how the string reads: they insert a mark or
	// remove text that is not data.
	unsettled bool
}

// Counts are the counts for one string.
type Counts struct {
	Withheld int // values withheld for their names
	Opaque   int // names that match an exclude in text that is not data, and stay
	Missed   int // private names whose value was not found, and broken encoded texts
}

// mark replaces a withheld value.
var mark = []byte(jsonish.Mark)

func isMark(value []byte) bool { return bytes.Equal(value, mark) }

// written is a position in the edits.
type written struct {
	length int
	behind trail
}

func (o *output) written() written { return written{len(o.edits), o.behind} }

// back discards the edits after a position.
func (o *output) back(to written) { o.edits, o.behind = o.edits[:to.length], to.behind }

// since returns the edits of a nested text begun by inward.
func (o *output) since(around written) Edits { return o.edits[around.length:] }

// point is a state within a string.
type point struct {
	written
	counts Counts
}

func (o *output) point() point { return point{o.written(), o.counts} }

// takeBack returns to an earlier state.
func (o *output) takeBack(to point) {
	o.back(to.written)
	o.counts = to.counts
}

// edit adds an edit. Edits of one text must ascend.
func (o *output) edit(from, to int, with []byte) {
	o.edits = o.edits.add(Edit{from, to, with}, &o.behind)
}

// inward begins a nested text and returns the position in the text around.
func (o *output) inward() (around written) {
	around = o.written()
	o.behind = trail{}
	return around
}

// outward returns to the text around. The edits of the nested text become edits of its string.
// raw is the content of that string; it begins at the offset at of the text around.
func (o *output) outward(around written, raw []byte, at int) {
	o.moved = append(o.moved[:0], o.since(around)...)
	if o.back(around); len(o.moved) == 0 {
		return
	}
	cursor := scan.NewCursor(raw)
	for e := range o.moved.All() {
		from := at + cursor.To(e.From)
		o.edit(from, at+cursor.To(e.To), o.escaped.quote(e.With))
	}
}

// withhold replaces a value by the mark, unless it is the mark.
func (o *output) withhold(text []byte, from, to int) {
	if from < to && !isMark(text[from:to]) {
		o.edit(from, to, mark)
		if o.taken != nil {
			o.taken.AddText(text[from:to]) // GUARANTEES, taint
		}
		o.counts.Withheld++
		o.unsettled = true
	}
}

// take collects a JSON value, as programs write it, that is dropped or redacted at a state.
// The state may be nil. Numbers and literals are only counted.
func (o *output) take(at *fieldmask.State, value []byte) {
	if o.taken == nil {
		return
	}
	if at != nil {
		o.taken.Met.Add(at, 1)
	}
	if len(value) > 0 && (value[0] == '"' || value[0] == '\'' || value[0] == '{' || value[0] == '[') {
		o.taken.AddText(value)
	}
}

// cut tracks the removed items of one container. A removed item takes its comma and the space
// up to the next item. A removed last item takes everything after the last kept item.
type cut struct {
	from, to int   // the bounds of the last item if it is removed; from is -1 if it stays
	comma    bool  // a comma follows the last item
	kept     int   // the end of the last kept item; -1 is none
	done     point // the state of the output at kept
}

var newCut = cut{from: -1, kept: -1}

// keep records a kept item and the state of the output after it.
func (c *cut) keep(end int, done point) { c.kept, c.done, c.comma = end, done, false }

// drop records a removed item.
func (c *cut) drop(from, to int) { c.from, c.to, c.comma = from, to, false }

// settle removes the last item, if it goes, when the next one begins.
func (o *output) settle(c *cut, next int) {
	if c.from >= 0 {
		o.edit(c.from, next, nil)
		c.from = -1
	}
}

// finish removes the last item, if it goes, when the container ends.
func (o *output) finish(c *cut, end int) {
	switch {
	case c.from < 0:
	case c.comma: // a trailing comma
		o.edit(c.from, end, nil)
	case c.kept >= 0:
		o.takeBack(c.done)
		o.edit(c.kept, c.to, nil)
	default:
		o.edit(c.from, c.to, nil)
	}
}

// escape caches the last escaped text, since redactions repeat.
type escape struct {
	text, quoted []byte
}

// quote returns a text as a JSON string without quotes. It is valid until the next call.
func (e *escape) quote(text []byte) []byte {
	if len(text) == 0 || isMark(text) {
		return text
	}
	if !bytes.Equal(e.text, text) {
		e.text = append(e.text[:0], text...)
		e.quoted = scan.AppendQuote(e.quoted[:0], text)
	}
	return e.quoted[1 : len(e.quoted)-1]
}
