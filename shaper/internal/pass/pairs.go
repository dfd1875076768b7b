package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// This file hides values whose names stand beside them (GUARANTEES, pairs). Only the
// members that the plan marks, and strings in lists of lists, are looked at.

const pairRoles = plan.PairValue | plan.PairCells | plan.PairFlat

// cells are the names of the elements of an array, or of those of the arrays in it.
type cells struct {
	states []*fieldmask.State // by column; nil of a column that shows
	rows   bool               // the elements are rows, and theirs the cells
	flat   bool               // names and values take turns
	last   int                // of a flat list: where the name begins that was read last
	at     int                // where the array begins
	head   int                // where the row begins that names the columns; 0 is none
}

// pairing is what a pass knows of values and the names beside them.
type pairing struct {
	looked int    // bytes that were read for names beside values
	beside *cells // of the array that is entered next
}

// mostCells bounds the columns of a table that are looked at. The cells of others go if
// any column is private.
const mostCells = 1 << 12

// lookBeside settles a value that the plan marks: it goes as the member would that the
// name beside it names. Of a table it notes the columns, and that the value is entered.
func (p *Pass) lookBeside(f *frame, v *value) {
	if f == nil || !f.isObject {
		return
	}
	array := p.src[v.start] == '['
	switch {
	case v.acts.Are(plan.PairFlat) && array && p.firstByte(v.start) == '"':
		if !v.acts.Are(plan.PairHeaders) || !p.headsRows(f, v) {
			p.beside = &cells{flat: true, last: -1, at: v.start}
		}
	case v.acts.Are(plan.PairCells) && array:
		p.besideCells(f, v)
	case v.acts.Are(plan.PairValue):
		p.besideName(f, v)
	}
	if p.looked >= p.mostLooked() {
		v.acts = tooMuchBeside
	}
}

// besideCells settles a list that may be the rows of a table, a row, or the values of a name.
func (p *Pass) besideCells(f *frame, v *value) {
	var isTable bool
	if p.beside, isTable = p.tableOf(f, v); p.beside == nil {
		p.beside = p.rowOf(v)
	}
	if !isTable && p.beside == nil && v.acts.Are(plan.PairValue) {
		p.besideName(f, v)
	}
}

// headsRows reports whether the headers v, a member of f, name the columns of rows.
func (p *Pass) headsRows(f *frame, v *value) bool {
	rows := p.sibling(f, plan.PairRows, func(value int) bool { return p.firstByte(value) == '[' })
	return rows >= 0 && p.sibling(f, plan.PairColumns, func(value int) bool { return p.firstByte(value) != ']' }) < 0
}

// besideName settles a value that a name may stand beside.
func (p *Pass) besideName(f *frame, v *value) {
	if s := p.nameBeside(f); s != nil {
		v.state, v.acts = s, p.plan.Acts(s)
	}
}

// nameBeside returns the state of the member that a string in f names, if it is private;
// nil if none is.
func (p *Pass) nameBeside(f *frame) (s *fieldmask.State) {
	p.sibling(f, plan.PairName|plan.PairColumns|plan.PairHeaders, func(value int) bool {
		s = p.privateMember(f.state, value)
		return s != nil
	})
	return s
}

// sibling finds the value of the first member of f with one of some roles for which is
// holds; -1 is none. Once such searches read more than a multiple of the document, the
// value counts as private.
func (p *Pass) sibling(f *frame, roles plan.Roles, is func(value int) bool) (found int) {
	found = -1
	end := int(f.start)
	p.ahead.skip.EachMember(p.src, int(f.start), func(name []byte, key, value int) bool {
		end = value
		if plan.PairRoles(name)&roles != 0 && is(value) {
			found = value
		}
		return found < 0 && p.looked+end-int(f.start) < p.mostLooked()
	})
	p.looked += end - int(f.start)
	return found
}

// tooMuchBeside are the acts of a value once the search for names beside values is over.
var tooMuchBeside = &plan.Acts{Limit: plan.NoActs.Limit, Redact: &plan.Redaction{With: withheldCell, By: "the names beside values"}}

// mostLooked is how many bytes are read beside values, for a document of some size.
func (p *Pass) mostLooked() int { return 64<<10 + 32*len(p.src) }

// privateMember returns the state of the member whose name is the string at src[at], if
// a rule of privacy or a tier hides it; nil if none does.
func (p *Pass) privateMember(in *fieldmask.State, at int) *fieldmask.State {
	if at < 0 || at >= len(p.src) || p.src[at] != '"' {
		return nil
	}
	end, _, kind := scan.String(p.src, at, p.doc.Limits.StringBytes)
	if kind != scan.KindNone {
		return nil
	}
	s := in.Member(p.members.unquote(p.src, at, end))
	if s.Forbidden() < 0 && p.plan.Acts(s).Redact == nil {
		return nil
	}
	return s
}

// firstByte returns the first byte in the array at src[at]; ']' if it is empty or none.
func (p *Pass) firstByte(at int) byte {
	if at >= len(p.src) || p.src[at] != '[' {
		return ']'
	}
	if at = scan.Space(p.src, at+1); at >= len(p.src) {
		return ']'
	}
	return p.src[at]
}

// tableOf returns the private columns of a table whose rows are v, a member of f; nil if
// it has none, or if v does not begin with a row. Of several lists of columns the first one
// with a private column counts, and headers only if there is none else.
func (p *Pass) tableOf(f *frame, v *value) (c *cells, isTable bool) {
	if !scan.IsOpener(p.firstByte(v.start)) {
		return nil, false
	}
	isList := func(value int) bool { return value != v.start && p.firstByte(value) != ']' }
	if p.sibling(f, plan.PairColumns|plan.PairHeaders, isList) < 0 {
		return nil, false
	}
	for _, roles := range [...]plan.Roles{plan.PairColumns, plan.PairHeaders} {
		p.sibling(f, roles, func(value int) bool {
			if !isList(value) {
				return false
			}
			isTable = true
			c = p.columnsAt(f, v, value)
			return c != nil
		})
		if isTable {
			break
		}
	}
	return c, isTable
}

// columnsAt returns the private columns of the list at src[columns]; nil if it has none.
func (p *Pass) columnsAt(f *frame, v *value, columns int) *cells {
	c, private := &cells{rows: true, at: v.start}, false
	p.ahead.skip.EachElement(p.src, columns, func(at int) bool {
		s := p.columnState(f.state, at)
		c.states, private = append(c.states, s), private || s != nil
		return len(c.states) < mostCells
	})
	if !private {
		return nil
	}
	return c
}

// rowOf returns the cells of a row that is a member of an object in a table; nil of any
// other array.
func (p *Pass) rowOf(v *value) *cells {
	if rows := p.around().cells; rows != nil && rows.rows {
		return &cells{states: rows.states, at: v.start}
	}
	return nil
}

// columnState returns the state of the member that a column is named after, if it is private;
// nil if not. The column is a string, or an object with one.
func (p *Pass) columnState(in *fieldmask.State, at int) (s *fieldmask.State) {
	if at >= len(p.src) || p.src[at] != '{' {
		return p.privateMember(in, at)
	}
	p.ahead.skip.EachMember(p.src, at, func(name []byte, _, value int) bool {
		if plan.PairRoles(name)&plan.PairName != 0 {
			s = p.privateMember(in, value)
		}
		return s == nil
	})
	return s
}

// mayBePair reports whether the container at src[at], which is an element of an array if
// inArray, may be a name and its value, or a table.
func (p *Pass) mayBePair(inArray bool, at int) bool {
	return p.plan.Paired && p.src[at] == '[' && (inArray && p.firstByte(at) == '"' || p.firstRow(at) >= 0)
}

// firstRow returns where the first element of the array at src[at] begins if it is an
// array that begins with a string; -1 if not.
func (p *Pass) firstRow(at int) int {
	if at = scan.Space(p.src, at+1); p.firstByte(at) == '"' {
		return at
	}
	return -1
}

// cellsFor returns the cells of the array v, which is about to be entered, in f; nil if
// it has none.
func (p *Pass) cellsFor(f *frame, v *value) *cells {
	c := p.beside
	p.beside = nil
	inArray := f != nil && !f.isObject
	switch {
	case c != nil && c.at == v.start:
		return c
	case p.src[v.start] != '[':
		return nil
	case inArray && f.hasExtra && p.extra(f).cells != nil && p.extra(f).cells.rows:
		rows := p.extra(f).cells
		if v.start == rows.head {
			return nil
		}
		return &cells{states: rows.states}
	case inArray && p.firstByte(v.start) == '"':
		return p.pairOf(v)
	}
	return p.headed(v)
}

// headed returns the cells of a list of lists whose first one names the columns, all in
// strings; nil of any other array. Two columns of which the first alone is private may
// be names and values.
func (p *Pass) headed(v *value) *cells {
	c := &cells{rows: true, at: v.start, head: p.firstRow(v.start)}
	if c.head < 0 {
		return nil
	}
	private, isHead := false, true
	p.ahead.skip.EachElement(p.src, c.head, func(at int) bool {
		s := p.privateMember(v.state, at)
		c.states, private = append(c.states, s), private || s != nil
		isHead = at < len(p.src) && p.src[at] == '"'
		return isHead && len(c.states) < mostCells
	})
	if n := len(c.states); !private || !isHead || n < 2 || n == 2 && c.states[1] == nil {
		return nil
	}
	return c
}

// pairOf returns the cells of an array of two strings of which the first is a private
// name; nil of any other one.
func (p *Pass) pairOf(v *value) *cells {
	at := scan.Space(p.src, v.start+1)
	s := p.privateMember(v.state, at)
	if s == nil {
		return nil
	}
	for n := range 2 {
		end, _, kind := scan.String(p.src, at, p.doc.Limits.StringBytes)
		if kind != scan.KindNone {
			return nil
		}
		end = scan.Space(p.src, end)
		if end >= len(p.src) || p.src[end] != ",]"[n] {
			return nil
		}
		if at = scan.Space(p.src, end+1); n == 0 && (at >= len(p.src) || p.src[at] != '"') {
			return nil
		}
	}
	return &cells{states: []*fieldmask.State{nil, s}}
}

// cell handles element i of the array f if it is private. ok is false if it is not.
func (p *Pass) cell(f *frame, v *value, i int) (end int, ok bool) {
	c := p.extra(f).cells
	if c == nil || c.rows || v.start >= len(p.src) {
		return 0, false
	}
	s := c.state(p, f, v, i)
	if s == nil {
		return 0, false
	}
	if p.trace != nil {
		p.trace.visit(s)
	}
	if acts := p.plan.Acts(s); acts.Redact != nil {
		v.state, v.acts = s, acts
		return p.redact(f, v), true
	}
	end = p.skipValue(v.start)
	if !bytes.Equal(p.src[v.start:end], withheldCell) {
		p.collect(s, v.start, end)
	}
	p.out.head(&v.head, f.isFirst())
	p.out.literal(withheldCell)
	f.took()
	p.decide(f, v, end, true, causeOf(s))
	return end, true
}

// withheldCell stands in the place of a cell that is dropped, so that the cells behind it
// keep their columns.
var withheldCell = []byte(`"` + jsonish.Mark + `"`)

// state returns the state of the member that element i stands for; nil if it shows.
func (c *cells) state(p *Pass, f *frame, v *value, i int) *fieldmask.State {
	switch {
	case c.flat && i%2 == 0:
		c.last = v.start
	case c.flat:
		return p.privateMember(f.state, c.last)
	case i < len(c.states):
		return c.states[i]
	case len(c.states) == mostCells:
		return c.states[mostCells-1]
	}
	return nil
}
