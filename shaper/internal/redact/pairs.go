package redact

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// This file hides values whose names stand beside them in the same object or array
// (GUARANTEES, pairs).

// pairing holds the facts of a container about names beside values.
type pairing struct {
	is     pairKind
	named  Place      // of an object: the member that one of its strings names, if it is private
	looked bool       // of an object: it was searched for names and columns
	places []Place    // of a table: one per column; the zero Place is not private
	heads  bool       // at least one column is private
	rows   bool       // of an object: a list of lists in it holds rows
	flat   bool       // of a table: headers name its columns
	fresh  plan.Roles // of a new list of columns, which replaces the last one
	odd    bool       // at least one column is not a string
	last   Place      // of a flat list or a pair: the member that the last element names
}

// pairKind is a set of functions of a container for its content.
type pairKind uint8

const (
	isHead  pairKind = 1 << iota // the first element in a list of lists; it may name columns
	isRows                       // the rows of a table, or an object among them
	isCells                      // a row, or a name and its value
	isTurns                      // names and values alternate
)

// rolesOf returns the roles of a member for the names beside it.
func (h *Hider) rolesOf(name []byte) plan.Roles {
	if h.rules.Private == nil {
		return 0
	}
	return plan.PairRoles(name)
}

// privateMember returns the place of a member if a privacy or tier rule hides it, or the zero
// Place.
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

// hideBeside processes a value of a container. It hides the value if the name beside it is
// private, and reports whether it did.
func (h *Hider) hideBeside(w *walk, top *container, t jsonish.Token) bool {
	isString, p, roles := t.Kind == jsonish.String, &top.pairing, w.item.roles
	switch {
	case isString && roles&(plan.PairName|plan.PairColumns|plan.PairHeaders) != 0:
		top.nameValue(h.privateMember(top.Place, h.unquote(w.text, t)))
	case roles&plan.PairValue != 0:
		return h.hideNamed(w, top, t)
	case roles&(plan.PairCells|plan.PairFlat) != 0 && t.Kind == jsonish.BeginArray && !h.lookBeside(w, top):
		h.replaceValue(w, top, t, nil, withheldCell)
		return true
	case p.is&isHead != 0:
		h.readColumn(&w.open[len(w.open)-2], w.text, t)
	}
	switch {
	case p.is&isCells != 0 && p.places != nil:
		if top.read <= len(p.places) && p.places[top.read-1].All != nil {
			return h.hideCell(w, top, t, p.places[top.read-1])
		}
	case p.is&(isTurns|isCells) != 0:
		return h.hideTurn(w, top, t, isString)
	}
	return false
}

// hideNamed hides a value if the name beside it is private. It reports whether the value is
// done.
func (h *Hider) hideNamed(w *walk, top *container, t jsonish.Token) bool {
	mayBeRows := w.item.roles&plan.PairCells != 0 && t.Kind == jsonish.BeginArray
	if (top.named.All == nil || mayBeRows) && !h.lookBeside(w, top) {
		h.replaceValue(w, top, t, nil, withheldCell)
		return true
	}
	if top.named.All != nil && !(mayBeRows && top.places != nil) {
		w.item.Place = top.named
	}
	return false
}

// lookBeside searches an object once for names and columns, since they may follow the values.
// It returns false if such searches have read more than a multiple of the text.
func (h *Hider) lookBeside(w *walk, top *container) bool {
	if top.looked {
		return true
	}
	top.looked = true
	around := top.pairing
	top.is, top.places, top.heads = 0, nil, false
	a := &w.ahead
	var list, columns bool // the open member is an array; it lists columns
	var roles plan.Roles   // of the last name
	a.Begin(w.text, top.start)
	for t, ok := a.Next(); ok; t, ok = a.Next() {
		switch depth := a.Depth(); {
		case t.Kind == jsonish.Name && (depth == 1 || depth == 3):
			roles = h.rolesOf(h.unquote(w.text, t))
		case depth == 1:
			if list, columns = false, false; t.Kind == jsonish.String && roles&(plan.PairName|plan.PairColumns|plan.PairHeaders) != 0 {
				top.nameValue(h.privateMember(top.Place, h.unquote(w.text, t)))
			}
		case depth == 3 && t.Kind == jsonish.BeginArray && list && roles&plan.PairRows != 0:
			top.rows = true
		case depth == 2 && t.Kind == jsonish.BeginArray:
			list, columns = true, top.beginsColumns(roles)
		case depth == 2 && t.Kind == jsonish.BeginObject:
			list = false
		case columns:
			h.readColumnToken(top, w.text, t, depth, roles)
		}
		if w.looked+a.At()-top.start > w.mostLooked() {
			return false
		}
	}
	top.pairing.inherit(around)
	w.looked += a.At() - top.start
	return true
}

// inherit takes over the columns of the table around a row without columns of its own.
func (p *pairing) inherit(around pairing) {
	if around.is&isRows != 0 && !p.heads {
		p.is, p.places, p.heads = around.is, around.places, around.heads
	}
}

// beginsColumns reports whether a list in a table names its columns. The first list with a
// private column counts. Headers count only without another such list.
func (c *container) beginsColumns(roles plan.Roles) bool {
	c.fresh = roles & plan.PairColumns
	if c.places == nil || c.flat {
		c.fresh = roles & (plan.PairColumns | plan.PairHeaders)
	}
	if c.heads && (!c.flat || c.fresh&plan.PairColumns == 0) {
		c.fresh = 0
	}
	return c.fresh != 0
}

// readColumnToken processes a token of the columns of a table. The columns are at depth 2.
func (h *Hider) readColumnToken(table *container, text []byte, t jsonish.Token, depth int, roles plan.Roles) {
	switch {
	case depth == 2 && t.Kind == jsonish.String, depth == 3 && (t.Kind == jsonish.BeginObject || t.Kind == jsonish.BeginArray):
		h.readColumn(table, text, t)
	case depth == 3 && t.Kind == jsonish.String && roles&plan.PairName != 0:
		table.nameColumn(h.privateMember(table.Place, h.unquote(text, t)))
	}
}

// nameValue records the private place that a name gives to the values beside it.
func (c *container) nameValue(place Place) {
	if place.All != nil {
		c.named = place
	}
}

// readColumn processes an element of the columns of a table.
func (h *Hider) readColumn(table *container, text []byte, t jsonish.Token) {
	if table.fresh != 0 {
		table.flat, table.fresh = table.fresh == plan.PairHeaders, 0
		table.places, table.heads = nil, false
	}
	table.places = append(table.places, Place{})
	if t.Kind == jsonish.String {
		table.nameColumn(h.privateMember(table.Place, h.unquote(text, t)))
	} else {
		table.odd = true
	}
}

// nameColumn names the last column.
func (c *container) nameColumn(place Place) {
	if n := len(c.places); n > 0 && place.All != nil {
		c.places[n-1], c.heads = place, true
	}
}

// isHeaded reports whether the first element of a list of lists names the columns. All of its
// elements must be strings. Two columns with only the first private may be a name and a value.
func (c *container) isHeaded() bool {
	n := len(c.places)
	return c.heads && !c.odd && (n > 2 || n == 2 && c.places[1].All != nil)
}

// hideTurn processes an element of a list of alternating names and values, or of a list of two
// strings.
func (h *Hider) hideTurn(w *walk, top *container, t jsonish.Token, isString bool) bool {
	p := &top.pairing
	if top.read%2 == 1 {
		p.last = Place{}
		if isString && (p.is&isTurns != 0 || top.read == 1) {
			p.last = h.privateMember(top.Place, h.unquote(w.text, t))
		}
		return false
	}
	if p.last.All == nil || p.is&isTurns == 0 && (!isString || !endsArray(w.text, t.End)) {
		return false
	}
	return h.hideCell(w, top, t, p.last)
}

// endsArray reports whether an array ends at an offset.
func endsArray(text []byte, at int) bool {
	rest := bytes.TrimLeft(text[at:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ']'
}

// hideCell replaces an element by a mark. Later elements keep their indexes.
func (h *Hider) hideCell(w *walk, top *container, t jsonish.Token, at Place) bool {
	h.visit(at.All)
	with := withheldCell
	if r := h.rules.Redaction(at.All); r != nil {
		with = r.With
	}
	h.replaceValue(w, top, t, at.All, with)
	return true
}

// replaceValue replaces a value that a rule hides at a state. A nil state means that the value
// may have a private name.
func (h *Hider) replaceValue(w *walk, top *container, t jsonish.Token, at *fieldmask.State, with []byte) {
	end := h.skip(w, t)
	if value := w.text[t.Start:end]; !bytes.Equal(value, with) {
		h.edit(t.Start, end, with)
		h.takeValue(at, value)
	}
	top.cut.keep(end, h.point())
}

var withheldCell = []byte(`"` + jsonish.Mark + `"`)

// pairingOf returns the facts for a container before it is entered.
func (w *walk) pairingOf(isObject bool, rules *plan.Hiding) (p pairing) {
	top, roles := w.top(), w.item.roles
	if rules.Private == nil || top == nil {
		return p
	}
	switch {
	case !top.isObject && top.is&isRows != 0:
		p.is, p.places, p.heads = isCells, top.places, top.heads
		if isObject {
			p.is = isRows
		}
	case isObject:
	case top.isObject && roles&plan.PairCells != 0 && top.heads:
		p.is, p.places, p.heads = isRows, top.places, true
		if top.is&isRows != 0 {
			p.is = isCells
		}
	case top.isObject:
		if roles&plan.PairFlat != 0 && !(roles&plan.PairHeaders != 0 && top.rows && top.flat) {
			p.is = isTurns
		}
	case top.isHeaded():
		p.is, p.places = isCells, top.places
	case top.read == 1:
		p.is = isCells | isHead
	default:
		p.is = isCells
	}
	return p
}

// mayPair reports whether a string with escapes may contain a private name as a quoted value.
// opens means that a line may begin with a bracket. It does not find names with escapes.
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

// endsName reports whether a text ends with a name, apart from backslashes before a quote.
func endsName(ends *plan.Endings, text []byte) bool {
	for len(text) > 0 && text[len(text)-1] == '\\' {
		text = text[:len(text)-1]
	}
	return len(text) > 0 && (ends.Any || plan.IsWord(text[len(text)-1]) && ends.Fit(text))
}

// mayFollow lists the bytes that may follow a string value, including the first bytes of
// blanks and their escapes.
var mayFollow = [256]bool{',': true, ']': true, '}': true, ' ': true, '\\': true}

// endsValue reports whether the text after a string allows the string to be a value.
func endsValue(text []byte) bool {
	text = bytes.TrimLeft(text, ` \nrt`)
	return len(text) > 0 && (text[0] == ',' || text[0] == ']' || text[0] == '}')
}
