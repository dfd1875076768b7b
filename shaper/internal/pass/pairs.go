package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/loose"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// This file hides values whose names stand beside them (GUARANTEES, pairs). Only the
// members that the plan marks, and strings in lists of lists, are looked at.

// The names that say what the values beside them are.
var (
	pairNames   = []fieldmask.Folded{fieldmask.Fold("name"), fieldmask.Fold("key")}
	pairColumns = []fieldmask.Folded{fieldmask.Fold("columns"), fieldmask.Fold("fields"), fieldmask.Fold("header"), fieldmask.Fold("headers")}
)

const pairRoles = plan.PairValue | plan.PairCells | plan.PairFlat

// cells are the names of the elements of an array, or of those of the arrays in it.
type cells struct {
	states []*fieldmask.State // by column; nil of a column that shows
	rows   bool               // the elements are rows, and theirs the cells
	flat   bool               // names and values take turns
	last   int                // of a flat list: where the name begins that was read last
	at     int                // where the array begins
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
	case v.acts.Are(plan.PairFlat) && array && p.firstString(v.start) >= 0:
		p.beside = &cells{flat: true, last: -1, at: v.start}
	case v.acts.Are(plan.PairCells) && array:
		p.beside = p.tableOf(f, v)
	case v.acts.Are(plan.PairValue):
		name := p.sibling(f, pairNames)
		if s := p.privateMember(f.state, name); s != nil {
			v.state, v.acts = s, p.plan.Acts(s)
		}
	}
	if p.looked >= p.mostLooked() {
		v.acts = tooMuchBeside
	}
}

// sibling finds the value of the first member of f of one of some names; -1 is none. Once
// such searches read more than a multiple of the document, the value counts as private.
func (p *Pass) sibling(f *frame, names []fieldmask.Folded) (found int) {
	found = -1
	end := int(f.start)
	p.ahead.skip.EachMember(p.src, int(f.start), func(name []byte, key, value int) bool {
		end = value
		for _, n := range names {
			if n.Meets(name) {
				found = value
			}
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

// tableOf returns the private columns of a table whose rows are v, a member of f; nil if
// it has none.
func (p *Pass) tableOf(f *frame, v *value) *cells {
	columns := p.sibling(f, pairColumns)
	if columns < 0 || p.src[columns] != '[' || columns == v.start {
		return nil
	}
	c, private := &cells{rows: true, at: v.start}, false
	p.ahead.skip.EachElement(p.src, columns, func(at int) bool {
		if at < len(p.src) && p.src[at] == '{' {
			at = p.columnName(at)
		}
		s := p.privateMember(f.state, at)
		c.states, private = append(c.states, s), private || s != nil
		return len(c.states) < mostCells
	})
	if !private {
		return nil
	}
	return c
}

// columnName finds the name that an object at src[at] holds; -1 is none.
func (p *Pass) columnName(at int) (found int) {
	found = -1
	p.ahead.skip.EachMember(p.src, at, func(name []byte, _, value int) bool {
		if pairNames[0].Meets(name) {
			found = value
		}
		return found < 0
	})
	return found
}

// firstString returns where the first element of the array at src[at] begins if it is a
// string; -1 if not.
func (p *Pass) firstString(at int) int {
	if at = scan.Space(p.src, at+1); at < len(p.src) && p.src[at] == '"' {
		return at
	}
	return -1
}

// mayBePair reports whether the container at src[at], which is an element of an array if
// inArray, may be a name and its value.
func (p *Pass) mayBePair(inArray bool, at int) bool {
	return inArray && p.plan.Paired && p.src[at] == '[' && p.firstString(at) >= 0
}

// cellsFor returns the cells of the array v, which is about to be entered, in f; nil if
// it has none.
func (p *Pass) cellsFor(f *frame, v *value) *cells {
	c := p.beside
	p.beside = nil
	switch {
	case c != nil && c.at == v.start:
		return c
	case f == nil || f.isObject || p.src[v.start] != '[':
		return nil
	case f.hasExtra && p.extra(f).cells != nil && p.extra(f).cells.rows:
		return &cells{states: p.extra(f).cells.states}
	case p.mayBePair(true, v.start):
		return p.pairOf(v)
	}
	return nil
}

// pairOf returns the cells of an array of two strings of which the first is a private
// name; nil of any other one.
func (p *Pass) pairOf(v *value) *cells {
	at := p.firstString(v.start)
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
var withheldCell = []byte(`"` + loose.Mark + `"`)

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
