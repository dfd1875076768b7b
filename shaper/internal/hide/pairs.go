package hide

import (
	"bytes"
	"sync"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/loose"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// This file hides values in texts whose names stand before them in the same object or
// array (GUARANTEES, pairs). A text is read once, so a name behind its value is not
// found; the walk over a document finds those too.

// pairKind says what a member is to the names beside it, or an array to its elements.
type pairKind uint8

const (
	noPair    pairKind = iota
	pairName           // a member that names the value beside it
	pairValue          // that value
	pairHeads          // the columns of a table
	pairRows           // its rows, which are arrays of cells
	pairCells          // a row, or a name and its value
	pairFlat           // names and values take turns
)

// pairMembers are the members that are a part of a pair or a table, by their kinds.
var pairMembers = sync.OnceValue(func() *fieldmask.NameTable {
	var table fieldmask.NameTable
	for kind, names := range map[pairKind][]string{
		pairName: {"name", "key"}, pairValue: {"value"}, pairHeads: {"columns", "fields", "header"},
		pairRows: {"rows", "values", "data"}, pairFlat: {"headers", "raw_headers"},
	} {
		for _, name := range names {
			path, _ := fieldmask.MustParse("any").Beside(name)
			table.Add(path.Names()[0], int(kind))
		}
	}
	return &table
})

// pairing is what a container knows of names beside values.
type pairing struct {
	is     pairKind
	named  Place   // of an object: the member that its last name names, if it is private
	places []Place // of a table: the members that its columns name; the zero Place shows
	heads  bool    // some of them is private
	last   Place   // of a flat list or a pair: the member that the last element names
}

// kindOfMember returns what a member is to the names beside it.
func (h *Hider) kindOfMember(name []byte) pairKind {
	if h.rules.Private == nil {
		return noPair
	}
	var memory [1]int
	for _, kind := range pairMembers().Append(memory[:0], name) {
		return pairKind(kind)
	}
	return noPair
}

// privateMember returns the place of the member of a name if a rule of privacy or a tier
// hides it; the zero Place if none does.
func (h *Hider) privateMember(in Place, name []byte) Place {
	at := in.member(name)
	private := at.private
	if private == nil && h.rules.Private == h.rules.All {
		private = at.All
	}
	if private == nil || private.Verdict() != fieldmask.Drop && h.rules.Redaction(private) == nil {
		return Place{}
	}
	return at
}

// beside takes in a value of a container, and hides it if the name beside it is private.
// It reports whether it did.
func (h *Hider) beside(w *walk, top *container, t loose.Token) bool {
	isString, p := t.Kind == loose.String, &top.pairing
	switch kind := w.item.pair; {
	case kind == pairName && isString:
		p.named = h.privateMember(top.Place, h.unquote(w.text, t))
		if depth := len(w.open); depth > 2 && w.open[depth-2].is == pairHeads {
			table := &w.open[depth-3]
			table.column(h.privateMember(table.Place, h.unquote(w.text, t)))
		}
	case kind == pairValue && p.named.All != nil:
		w.item.Place = p.named
	case p.is == pairHeads:
		table := &w.open[len(w.open)-2]
		if table.head(); isString {
			table.column(h.privateMember(table.Place, h.unquote(w.text, t)))
		}
	case p.is == pairCells && top.read <= len(p.places) && p.places[top.read-1].All != nil:
		return h.cell(w, top, t, p.places[top.read-1])
	case p.is == pairFlat || p.is == pairCells && p.places == nil:
		return h.turn(w, top, t, isString)
	}
	return false
}

// head takes in a column of the table that an object is.
func (c *container) head() { c.places = append(c.places, Place{}) }

// column names the last column.
func (c *container) column(place Place) {
	if n := len(c.places); n > 0 && place.All != nil {
		c.places[n-1], c.heads = place, true
	}
}

// turn takes in an element of a list in which names and values take turns, or of a list
// of two strings.
func (h *Hider) turn(w *walk, top *container, t loose.Token, isString bool) bool {
	p := &top.pairing
	if top.read%2 == 1 {
		p.last = Place{}
		if isString && (p.is == pairFlat || top.read == 1) {
			p.last = h.privateMember(top.Place, h.unquote(w.text, t))
		}
		return false
	}
	if p.last.All == nil || p.is == pairCells && (!isString || !endsArray(w.text, t.End)) {
		return false
	}
	return h.cell(w, top, t, p.last)
}

// endsArray reports whether nothing else of an array follows.
func endsArray(text []byte, at int) bool {
	rest := bytes.TrimLeft(text[at:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ']'
}

// cell puts a mark in the place of an element, so that those behind it keep their places.
func (h *Hider) cell(w *walk, top *container, t loose.Token, at Place) bool {
	h.visit(at.All)
	with := withheldCell
	if r := h.rules.Redaction(at.All); r != nil {
		with = r.With
	}
	end := h.skip(w, t)
	if !bytes.Equal(w.text[t.Start:end], with) {
		h.takeValue(w.text[t.Start:end])
		h.edit(t.Start, end, with)
	}
	top.cut.keep(end, h.point())
	return true
}

var withheldCell = []byte(`"` + loose.Mark + `"`)

// pairingOf is what a container knows that is about to be entered.
func (w *walk) pairingOf(isObject bool, rules *plan.Hiding) (p pairing) {
	top := w.top()
	if isObject || rules.Private == nil || top == nil {
		return p
	}
	switch kind := w.item.pair; {
	case top.isObject && kind == pairRows && top.heads:
		p.is, p.places = pairRows, top.places
	case top.isObject && (kind == pairHeads || kind == pairFlat):
		p.is = kind
	case !top.isObject && top.is == pairRows:
		p.is, p.places = pairCells, top.places
	case !top.isObject:
		p.is = pairCells
	}
	return p
}

// mayPair reports whether a string with escapes may hold a private name as a value, in
// quotes of its own. opens tells that a line may begin with a bracket. It finds
// no name that is written with escapes.
func (h *Hider) mayPair(raw []byte, opens bool) bool {
	if h.rules.Private == nil || !opens {
		return false
	}
	ends := &h.rules.Names.Endings
	for at := 0; ; {
		n := bytes.IndexByte(raw[at:], '"')
		if n < 0 {
			return false
		}
		end := at + n
		if at = end + 1; (at == len(raw) || mayFollow[raw[at]]) && endsName(ends, raw[:end]) && endsValue(raw[at:]) {
			return true
		}
	}
}

// endsName reports whether a text ends with a name, before the backslashes of a quote.
func endsName(ends *plan.Endings, text []byte) bool {
	for len(text) > 0 && text[len(text)-1] == '\\' {
		text = text[:len(text)-1]
	}
	return len(text) > 0 && (ends.Any || plan.IsWord(text[len(text)-1]) && ends.Fit(text))
}

// mayFollow holds for the bytes behind a string that is a value: what ends it, and what
// blanks and their escapes begin with.
var mayFollow = [256]bool{',': true, ']': true, '}': true, ' ': true, '\\': true}

// endsValue reports whether the text behind a string is that behind a value.
func endsValue(text []byte) bool {
	text = bytes.TrimLeft(text, ` \nrt`)
	return len(text) > 0 && (text[0] == ',' || text[0] == ']' || text[0] == '}')
}
