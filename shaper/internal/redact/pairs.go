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
	isHead      pairKind = 1 << iota // the first element in a list of lists; it may name columns
	isRows                           // the rows of a table, or an object among them
	isCells                          // a row, or a name and its value
	isTurns                          // names and values alternate
	isArguments                      // of a command: an option may name the next one
)

// rolesOf returns the roles of a member for the names beside it.
func (w *walk) rolesOf(name []byte) plan.Roles {
	if w.h.rules.Private == nil {
		return 0
	}
	return plan.PairRoles(name)
}

// privateMember returns the place of the member of c that a token names, if a privacy or tier
// rule hides it, or the zero Place. A path such as /prod/db/password names its last part.
func (w *walk) privateMember(c *container, t jsonish.Token) Place {
	name, rules := w.h.names.unquote(w.text, t), w.h.rules
	for _, one := range [...][]byte{name, plan.LastPart(name)} {
		at := c.member(one)
		private := at.private
		if private == nil && rules.Private == rules.All {
			private = at.All
		}
		if private != nil && (private.Verdict() == fieldmask.Drop || rules.Redaction(private) != nil) {
			return at
		}
	}
	return Place{}
}

// hideBeside processes a value of a container. It hides the value if the name beside it is
// private, and reports whether it did.
func (w *walk) hideBeside(top *container, t jsonish.Token) bool {
	isString, p, roles := t.Kind == jsonish.String, &top.pairs, w.item.roles
	switch {
	case isString && roles&(plan.PairName|plan.PairColumns|plan.PairHeaders) != 0 &&
		(roles&plan.PairValue == 0 || w.privateMember(top, t).All != nil):
		p.nameValue(w.privateMember(top, t))
	case roles&plan.PairValue != 0:
		return w.hideNamed(top, t)
	case roles&(plan.PairCells|plan.PairFlat) != 0 && t.Kind == jsonish.BeginArray && !w.lookBeside(top):
		w.replace(t, nil, withheldCell)
		return true
	case p.is&isHead != 0:
		w.readColumn(&w.open[len(w.open)-2], t)
	}
	switch {
	case p.is&isCells != 0 && p.places != nil:
		if top.read <= len(p.places) && p.places[top.read-1].All != nil {
			return w.hideCell(t, p.places[top.read-1])
		}
	case p.is&(isTurns|isCells) != 0:
		return w.hideTurn(top, t, isString)
	case p.is&isArguments != 0:
		before := p.last
		if p.last = (Place{}); isString && bytes.HasPrefix(w.h.names.unquote(w.text, t), []byte("-")) {
			p.last = w.privateMember(top, t)
		} else if isString && before.All != nil {
			return w.hideCell(t, before)
		}
	}
	return false
}

// hideNamed hides a value if the name beside it is private. It reports whether the value is
// done.
func (w *walk) hideNamed(top *container, t jsonish.Token) bool {
	p, mayBeRows := &top.pairs, w.item.roles&plan.PairCells != 0 && t.Kind == jsonish.BeginArray
	if (p.named.All == nil || mayBeRows) && !w.lookBeside(top) {
		w.replace(t, nil, withheldCell)
		return true
	}
	if p.named.All != nil && !(mayBeRows && p.places != nil) {
		w.item.Place = p.named
	}
	return false
}

// lookBeside searches an object once for names and columns, since they may follow the values.
// It returns false if such searches have read more than a multiple of the text.
func (w *walk) lookBeside(top *container) bool {
	p, a := &top.pairs, &w.ahead
	if p.looked {
		return true
	}
	p.looked = true
	around := *p
	p.is, p.places, p.heads = 0, nil, false
	found := nameSearch{level: 1}
	a.Begin(w.text, top.start)
	for t, ok := a.Next(); ok; t, ok = a.Next() {
		if w.find(top, &found, t, a.Depth()); w.looked+a.At()-top.start > w.mostLooked() {
			return false
		}
	}
	p.inherit(around)
	w.looked += a.At() - top.start
	return true
}

// nameSearch is the state of the search for names in an object.
type nameSearch struct {
	level         int        // the depth of the innermost object that is in no list
	roles         plan.Roles // of the last name
	list, columns bool       // the open member is an array; it lists columns
}

// find processes a token of the object that is searched. Columns may stand two levels down.
func (w *walk) find(top *container, s *nameSearch, t jsonish.Token, depth int) {
	p := &top.pairs
	s.level = min(s.level, depth)
	switch {
	case t.Kind == jsonish.Name && (depth == s.level || depth == s.level+2):
		s.roles = w.rolesOf(w.h.names.unquote(w.text, t))
	case depth == s.level:
		s.list, s.columns = false, false
		if depth == 1 && t.Kind == jsonish.String && s.roles&(plan.PairName|plan.PairColumns|plan.PairHeaders) != 0 {
			p.nameValue(w.privateMember(top, t))
		}
	case depth == 3 && t.Kind == jsonish.BeginArray && s.list && s.roles&plan.PairRows != 0:
		p.rows = true
	case depth == s.level+1 && t.Kind == jsonish.BeginArray:
		s.list, s.columns = true, (s.level == 1 || p.places == nil && s.roles&plan.PairColumns != 0) && p.beginsColumns(s.roles)
	case depth == s.level+1 && t.Kind == jsonish.BeginObject:
		*s = nameSearch{level: min(depth, 3)}
	case s.columns:
		w.readColumnToken(top, t, depth-s.level+1, s.roles)
	}
}

// inherit takes over the columns of the table around a row without columns of its own.
func (p *pairing) inherit(around pairing) {
	if around.is&isRows != 0 && !p.heads {
		p.is, p.places, p.heads = around.is, around.places, around.heads
	}
}

// beginsColumns reports whether a list in a table names its columns. The first list with a
// private column counts. Headers count only without another such list.
func (p *pairing) beginsColumns(roles plan.Roles) bool {
	p.fresh = roles & plan.PairColumns
	if p.places == nil || p.flat {
		p.fresh = roles & (plan.PairColumns | plan.PairHeaders)
	}
	if p.heads && (!p.flat || p.fresh&plan.PairColumns == 0) {
		p.fresh = 0
	}
	return p.fresh != 0
}

// readColumnToken processes a token of the columns of a table. The columns are at depth 2.
func (w *walk) readColumnToken(table *container, t jsonish.Token, depth int, roles plan.Roles) {
	switch {
	case depth == 2 && t.Kind == jsonish.String, depth == 3 && (t.Kind == jsonish.BeginObject || t.Kind == jsonish.BeginArray):
		w.readColumn(table, t)
	case depth == 3 && t.Kind == jsonish.String && roles&plan.PairName != 0:
		table.pairs.nameColumn(w.privateMember(table, t))
	}
}

// nameValue records the private place that a name gives to the values beside it.
func (p *pairing) nameValue(place Place) {
	if place.All != nil {
		p.named = place
	}
}

// readColumn processes an element of the columns of a table.
func (w *walk) readColumn(table *container, t jsonish.Token) {
	p := &table.pairs
	if p.fresh != 0 {
		p.flat, p.fresh = p.fresh == plan.PairHeaders, 0
		p.places, p.heads = nil, false
	}
	p.places = append(p.places, Place{})
	if t.Kind == jsonish.String {
		p.nameColumn(w.privateMember(table, t))
	} else {
		p.odd = true
	}
}

// nameColumn names the last column.
func (p *pairing) nameColumn(place Place) {
	if n := len(p.places); n > 0 && place.All != nil {
		p.places[n-1], p.heads = place, true
	}
}

// isHeaded reports whether the first element of a list of lists names the columns. All of its
// elements must be strings. Two columns with only the first private may be a name and a value.
func (p *pairing) isHeaded() bool {
	n := len(p.places)
	return p.heads && !p.odd && (n > 2 || n == 2 && p.places[1].All != nil)
}

// hideTurn processes an element of a list of alternating names and values, or of a list of two
// strings.
func (w *walk) hideTurn(top *container, t jsonish.Token, isString bool) bool {
	p := &top.pairs
	if top.read%2 == 1 {
		p.last = Place{}
		if isString && (p.is&isTurns != 0 || top.read == 1) {
			p.last = w.privateMember(top, t)
		}
		return false
	}
	if p.last.All == nil || p.is&isTurns == 0 && (!isString || !endsArray(w.text, t.End)) {
		return false
	}
	return w.hideCell(t, p.last)
}

// endsArray reports whether an array ends at an offset.
func endsArray(text []byte, at int) bool {
	rest := bytes.TrimLeft(text[at:], " \t\r\n")
	return len(rest) > 0 && rest[0] == ']'
}

// hideCell replaces an element by a mark. Later elements keep their indexes.
func (w *walk) hideCell(t jsonish.Token, at Place) bool {
	w.h.names.visit(at.All)
	with := withheldCell
	if r := w.h.rules.Redaction(at.All); r != nil {
		with = r.With
	}
	w.replace(t, at.All, with)
	return true
}

var withheldCell = []byte(`"` + jsonish.Mark + `"`)

// pairingOf returns the facts for a container before it is entered.
func (w *walk) pairingOf(isObject bool) (p pairing) {
	top, roles := w.top(), w.item.roles
	if w.h.rules.Private == nil || top == nil {
		return p
	}
	switch {
	case !top.isObject && top.pairs.is&isRows != 0:
		p.is, p.places, p.heads = isCells, top.pairs.places, top.pairs.heads
		if isObject {
			p.is = isRows
		}
	case isObject:
	case top.isObject && roles&plan.PairCells != 0 && top.pairs.heads:
		p.is, p.places, p.heads = isRows, top.pairs.places, true
		if top.pairs.is&isRows != 0 {
			p.is = isCells
		}
	case top.isObject:
		if roles&plan.PairFlat != 0 && !(roles&plan.PairHeaders != 0 && top.pairs.rows && top.pairs.flat) {
			p.is = isTurns
		} else if roles&plan.PairOptions != 0 {
			p.is = isArguments
		}
	case top.pairs.isHeaded():
		p.is, p.places = isCells, top.pairs.places
	case top.read == 1:
		p.is = isCells | isHead
	default:
		p.is = isCells
	}
	return p
}
