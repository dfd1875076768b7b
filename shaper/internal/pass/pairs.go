package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/jsonish"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/journal"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// pairFinder finds private values whose names stand beside them (GUARANTEES, pairs). It looks
// only at members that the plan marks, and at strings in lists of lists. Examples for a private
// name "pin":
//
//	{"name":"pin","value":"1234"}        a name and its value
//	{"columns":["id","pin"],"rows":[…]}  a table
//	["pin","1234"]                       a pair
//	["id","7","pin","1234"]              a flat list, marked by the plan
type pairFinder struct {
	*core
	looked int    // bytes that were read in the search for names
	beside *cells // of the array that is entered next
	tabled bool   // an object may have the member $columns, and the plan hides something
}

const pairRoles = plan.PairValue | plan.PairCells | plan.PairFlat | plan.PairOptions

// cells holds the names of the elements of an array, or of the cells in its rows.
type cells struct {
	states []*fieldmask.State // by column; nil for a column that shows
	rows   bool               // the elements are rows
	flat   bool               // names and values alternate
	args   bool               // arguments of a command: an option may name the next one
	last   int                // offset of the last element
	at     int                // offset of the array
	head   int                // offset of the row that names the columns, or 0
}

// mostCells bounds the columns of a table that are read. The last one decides for all others.
const mostCells = 1 << 12

// lookBeside finds the name beside a value that the plan marks. A private name gives its state
// to the value. Private columns of a table become p.beside.
func (p *pairFinder) lookBeside(f *frame, v *value) {
	if f == nil || !f.IsObject {
		return
	}
	isArray := p.src[v.start] == '['
	switch {
	case v.acts.Are(plan.PairFlat) && isArray && p.firstByte(v.start) == '"':
		isRows := func(value int) bool { return p.firstByte(value) == '[' } // headers may name their columns
		isList := func(value int) bool { return p.firstByte(value) != ']' }
		if !v.acts.Are(plan.PairHeaders) || p.sibling(f, plan.PairRows, isRows) < 0 || p.sibling(f, plan.PairColumns, isList) >= 0 {
			p.beside = &cells{flat: true, at: v.start}
		}
	case v.acts.Are(plan.PairOptions) && p.firstByte(v.start) == '"':
		p.beside = p.argumentsAt(v)
	case v.acts.Are(plan.PairCells) && isArray && (!v.acts.Are(plan.PairLists) || p.firstByte(v.start) == '['):
		var isTable bool
		if p.beside, isTable = p.tableOf(f, v); !isTable && v.acts.Are(plan.PairValue) {
			p.takeName(f, v)
		}
	case v.acts.Are(plan.PairValue):
		p.takeName(f, v)
	}
	if p.looked >= p.mostLooked() {
		v.acts = tooMuchBeside
	}
}

// takeName gives v the state of the member that a string in f names, if that is private. A
// value that omit_fields leaves out by its own name stays out. A second run would drop it,
// since the string beside it may be gone.
func (p *pairFinder) takeName(f *frame, v *value) {
	p.sibling(f, plan.PairName|plan.PairColumns|plan.PairHeaders, func(value int) bool {
		if value == v.start {
			return false // a setting is a name or a value
		}
		s := p.privateMember(f.State, value)
		if s != nil && (!v.state.Omitted() || s.Forbidden() >= 0) {
			v.state, v.acts = s, p.plan.Acts(s)
		}
		return s != nil
	})
}

// argumentsAt returns the cells of the arguments v of a command if there is an option among them.
func (p *pairFinder) argumentsAt(v *value) (c *cells) {
	p.ahead.Skip.EachElement(p.src, v.start, func(at int) bool {
		if p.isOption(at) {
			c = &cells{args: true, at: v.start}
		}
		return c == nil
	})
	return c
}

// isOption reports whether the argument at src[at] begins with a hyphen.
func (p *pairFinder) isOption(at int) bool {
	return at+1 < len(p.src) && p.src[at] == '"' && p.src[at+1] == '-'
}

// sibling returns the offset of the first member value of f with one of some roles that
// satisfies is, or -1. It stops if such searches read too much; the value then counts as
// private.
func (p *pairFinder) sibling(f *frame, roles plan.Roles, is func(value int) bool) (found int) {
	found = -1
	end := int(f.start)
	p.ahead.Skip.EachMember(p.src, int(f.start), func(name []byte, _, value int) bool {
		end = value
		if plan.PairRoles(name)&roles != 0 && is(value) {
			found = value
		}
		return found < 0 && p.looked+end-int(f.start) < p.mostLooked()
	})
	p.looked += end - int(f.start)
	return found
}

// tooMuchBeside holds the acts of a value after the search for names ended.
var tooMuchBeside = &plan.Acts{Limit: plan.NoActs.Limit, Redact: &plan.Redaction{With: withheldCell, By: "the names beside values"}}

// mostLooked bounds the bytes that are read in the search for names.
func (p *pairFinder) mostLooked() int { return 64<<10 + 32*len(p.src) }

// namesColumns reports whether the object at src[at] has the member $columns. After the bound
// of mostLooked, every object counts as one.
func (p *pairFinder) namesColumns(at int) (found bool) {
	end := at
	p.ahead.Skip.EachMember(p.src, at, func(name []byte, _, value int) bool {
		end = value
		found = string(name) == tables.Marker || p.looked+end-at >= p.mostLooked()
		return !found
	})
	p.looked += end - at
	return found
}

// privateMember returns the state of the member named by the string at src[at], or by its last
// part after a slash. It returns nil if neither privacy nor a tier hides such a member.
func (p *pairFinder) privateMember(in *fieldmask.State, at int) *fieldmask.State {
	name, ok := p.names.stringAt(p.src, at)
	if !ok {
		return nil
	}
	for _, one := range [...][]byte{name, plan.LastPart(name)} {
		if s := in.Member(one); s.Forbidden() >= 0 || p.plan.Acts(s).Redact != nil {
			return s
		}
	}
	return nil
}

// firstByte returns the first byte in the array at src[at], ']' if it is empty or no array.
func (p *pairFinder) firstByte(at int) byte {
	if at >= len(p.src) || p.src[at] != '[' {
		return ']'
	}
	if at = scan.Space(p.src, at+1); at >= len(p.src) {
		return ']'
	}
	return p.src[at]
}

// tableOf returns the private columns of the table with the rows v, a member of f, or nil. The
// first list of columns with a private one counts. Headers count only without other columns. A
// row in an object has the columns around it.
func (p *pairFinder) tableOf(f *frame, v *value) (c *cells, isTable bool) {
	isList := func(value int) bool { return value != v.start && p.firstByte(value) != ']' }
	first := p.firstByte(v.start)
	hasRows := scan.IsOpener(first)
	if first != ']' && p.sibling(f, plan.PairColumns|plan.PairHeaders, isList) >= 0 {
		for _, roles := range [...]plan.Roles{plan.PairColumns, plan.PairHeaders} {
			if isTable || !hasRows && roles == plan.PairHeaders {
				break
			}
			p.sibling(f, roles, func(value int) bool {
				if isList(value) {
					isTable, c = hasRows, p.columnsAt(f, v, value)
				}
				return c != nil
			})
		}
	} else if hasRows {
		c = p.columnsBelow(f, v, int(f.start), 2)
	}
	if rows := p.open.around().cells; c == nil && rows != nil && rows.rows {
		c = &cells{states: rows.states, at: v.start}
	}
	if c == nil && !isTable && v.acts.Are(plan.PairApart) {
		c = p.columnsApart(v)
	}
	return c, isTable || c != nil
}

// columnsBelow returns the private columns that a list in an object beside the rows v names, or
// nil. It looks some levels down. An example is {"schema":{"fields":[…]},"rows":[…]}.
func (p *pairFinder) columnsBelow(f *frame, v *value, object, levels int) (c *cells) {
	end := object
	p.ahead.Skip.EachMember(p.src, object, func(name []byte, _, value int) bool {
		if end = value; levels > 0 && value < len(p.src) && p.src[value] == '{' {
			c = p.columnsBelow(f, v, value, levels-1)
		} else if object != int(f.start) && p.firstByte(value) != ']' && plan.PairRoles(name)&plan.PairColumns != 0 {
			c = p.columnsAt(f, v, value)
		}
		return c == nil && p.looked+end-object < p.mostLooked()
	})
	p.looked += end - object
	return c
}

// columnsApart returns the private columns for v that another member of the object around names,
// or nil. If v is called values, each of its elements is a column. An example is
// {"schema":{"fields":[…]},"data":{"values":[…]}}.
func (p *pairFinder) columnsApart(v *value) (c *cells) {
	n := len(p.open.stack) - 2
	if n < 0 || !p.open.stack[n].IsObject || p.open.stack[n].bare || p.firstByte(v.start) != '[' {
		return nil
	}
	f := &p.open.stack[n]
	if c = p.columnsBelow(f, v, int(f.start), 2); c != nil {
		c.rows = !v.acts.Are(plan.PairValue)
	}
	f.bare = c == nil
	return c
}

// columnsAt returns the private columns of the list at src[columns], or nil. A column is a
// string, or an object with its name.
func (p *pairFinder) columnsAt(f *frame, v *value, columns int) *cells {
	c, isPrivate := &cells{rows: scan.IsOpener(p.firstByte(v.start)), at: v.start}, false
	p.ahead.Skip.EachElement(p.src, columns, func(at int) bool {
		var s *fieldmask.State
		if at < len(p.src) && p.src[at] == '{' {
			p.ahead.Skip.EachMember(p.src, at, func(name []byte, _, value int) bool {
				if plan.PairRoles(name)&plan.PairName != 0 {
					s = p.privateMember(f.State, value)
				}
				return s == nil
			})
		} else {
			s = p.privateMember(f.State, at)
		}
		c.states, isPrivate = append(c.states, s), isPrivate || s != nil
		return len(c.states) < mostCells
	})
	if !isPrivate {
		return nil
	}
	return c
}

// firstRow returns the offset of the first element of the array at src[at] if that is an array
// that begins with a string. Otherwise it returns -1.
func (p *pairFinder) firstRow(at int) int {
	if at = scan.Space(p.src, at+1); p.firstByte(at) == '"' {
		return at
	}
	return -1
}

// cellsFor returns the cells of the array v in f, about to be entered, or nil.
func (p *pairFinder) cellsFor(f *frame, v *value) *cells {
	if !p.plan.Paired {
		return nil
	}
	c := p.beside
	p.beside = nil
	isElement := f != nil && !f.IsObject
	switch {
	case c != nil && c.at == v.start:
		return c
	case p.src[v.start] != '[':
		return nil
	case isElement && f.hasExtra && p.open.extra(f).cells != nil && p.open.extra(f).cells.rows:
		rows := p.open.extra(f).cells
		if v.start == rows.head {
			return nil
		}
		return &cells{states: rows.states}
	case isElement && p.firstByte(v.start) == '"':
		return p.pairOf(v)
	}
	return p.headed(v)
}

// headed returns the cells of a list of lists whose first list names the columns in strings, or
// nil. Two columns with only the first one private may be names and values.
func (p *pairFinder) headed(v *value) *cells {
	c := &cells{rows: true, at: v.start, head: p.firstRow(v.start)}
	if c.head < 0 {
		return nil
	}
	isPrivate, isHead := false, true
	p.ahead.Skip.EachElement(p.src, c.head, func(at int) bool {
		s := p.privateMember(v.state, at)
		c.states, isPrivate = append(c.states, s), isPrivate || s != nil
		isHead = at < len(p.src) && p.src[at] == '"'
		return isHead && len(c.states) < mostCells
	})
	if n := len(c.states); !isPrivate || !isHead || n < 2 || n == 2 && c.states[1] == nil {
		return nil
	}
	return c
}

// pairOf returns the cells of an array of two strings with a private name first, or nil.
func (p *pairFinder) pairOf(v *value) *cells {
	s := p.privateMember(v.state, scan.Space(p.src, v.start+1))
	n, areStrings := 0, s != nil
	p.ahead.Skip.EachElement(p.src, v.start, func(at int) bool {
		n++
		areStrings = areStrings && at < len(p.src) && p.src[at] == '"'
		return areStrings && n <= 2
	})
	if n != 2 || !areStrings {
		return nil
	}
	return &cells{states: []*fieldmask.State{nil, s}}
}

// nameOf returns the state of the member that names element i of the array f, or nil if the
// element shows.
func (p *pairFinder) nameOf(c *cells, f *frame, v *value, i int) *fieldmask.State {
	before := c.last
	c.last = v.start
	switch {
	case c.flat && i%2 == 1, c.args && i > 0 && p.isOption(before) && p.src[v.start] == '"' && !p.isOption(v.start):
		return p.privateMember(f.State, before)
	case c.flat, c.args:
		return nil
	case i < len(c.states):
		return c.states[i]
	case len(c.states) == mostCells:
		return c.states[mostCells-1]
	}
	return nil
}

// withheldCell replaces a dropped cell, so that later cells keep their columns.
var withheldCell = []byte(`"` + jsonish.Mark + `"`)

// cell handles element i of the array f if it is private. Otherwise ok is false.
func (p *Pass) cell(f *frame, v *value, i int) (end int, ok bool) {
	c := p.open.extra(f).cells
	if c == nil || c.rows || v.start >= len(p.src) {
		return 0, false
	}
	s := p.pairs.nameOf(c, f, v, i)
	if s == nil {
		return 0, false
	}
	if p.report.trace != nil {
		p.report.trace.Visit(s)
	}
	if acts := p.plan.Acts(s); acts.Redact != nil {
		v.state, v.acts = s, acts
		return p.redact(f, v), true
	}
	end = p.skipValue(v.start)
	if !bytes.Equal(p.src[v.start:end], withheldCell) {
		p.collect(s, v.start, end)
	}
	p.out.Head(&v.head, f.isFirst())
	p.out.Literal(withheldCell)
	f.took()
	p.report.decide(f, v, end, true, journal.CauseOf(s))
	return end, true
}
