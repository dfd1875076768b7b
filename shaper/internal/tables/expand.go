package tables

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// maxNesting is the depth of nested strings in which tables are expanded.
const maxNesting = 4

// Expand returns a document with each table replaced by its list of objects. It also expands
// tables in strings that hold documents, and removes white space. A document without tables is
// returned as is. The error is a [*scan.Error] if the document is invalid or its expansion is
// too large.
func Expand(doc []byte, lim scan.Limits) ([]byte, error) {
	if !Marked(doc) {
		return doc, nil
	}
	lim = lim.OrDefault()
	out, found, err := expand(doc, lim, maxNesting)
	if err == nil && len(out) > lim.DocumentBytes {
		err = scan.NewError(doc, 0, scan.KindSize)
	}
	if err != nil || !found {
		return doc, err
	}
	return out, nil
}

func expand(doc []byte, lim scan.Limits, nesting int) (out []byte, found bool, err error) {
	if err := scan.Check(doc, lim, false); err != nil {
		return nil, false, err
	}
	e := expander{copier: copier{tree: grow(scan.AppendCompact(nil, doc))}, lim: lim, nesting: nesting}
	e.value(0)
	e.upTo(uint32(len(e.src)))
	return e.out, e.found, nil
}

// expander is the state of an expansion.
type expander struct {
	copier
	lim     scan.Limits
	nesting int // nested strings that may still be opened
	found   bool
}

// value expands a value. It stops if the output exceeds the limit.
func (e *expander) value(n uint32) {
	if len(e.out) > e.lim.DocumentBytes {
		return
	}
	switch e.kind(n) {
	case '"':
		e.text(n)
		return
	case '{':
		if x, ok := e.readTable(n); ok {
			e.table(n, &x)
			return
		}
	}
	for c := range e.inside(n) {
		e.value(c)
	}
}

// text expands the document in a string.
func (e *expander) text(n uint32) {
	quoted := e.tree.value(n)
	if e.nesting == 0 || !Marked(quoted) {
		return
	}
	text, found, err := expand(scan.AppendUnquote(nil, quoted[1:len(quoted)-1]), e.lim, e.nesting-1)
	if found && err == nil {
		e.found = true
		e.upTo(e.nodes[n].start)
		e.out = scan.AppendQuote(e.out, text)
		e.from = e.nodes[n].end
	}
}

// folded is a table in a document.
type folded struct {
	columns *table
	absent  []byte // nil if no member is missing
	rows    uint32
}

// readTable reads an object that is a valid table at this place.
func (e *expander) readTable(object uint32) (x folded, ok bool) {
	at, end := object+1, e.nodes[object].next
	if at == end || string(e.name(at)) != marker {
		return x, false
	}
	if x.columns = e.columns(at, mostLevels); x.columns == nil {
		return x, false
	}
	if at = e.nodes[at].next; at < end && string(e.name(at)) == absent && e.kind(at) == '"' {
		x.absent, at = e.tree.value(at), e.nodes[at].next
	}
	if at == end || string(e.name(at)) != rows || e.kind(at) != '[' || e.nodes[at].next != end {
		return x, false
	}
	x.rows = at
	for row := range e.inside(at) {
		if e.kind(row) != '[' || !e.isRow(row, x.columns) {
			return x, false
		}
	}
	return x, true
}

// columns reads the columns of a table, or of a column. It returns nil if they are none. Their
// names must be distinct.
func (e *expander) columns(list uint32, levels int) *table {
	if e.kind(list) != '[' || levels < 0 {
		return nil
	}
	x := &table{}
	for n := range e.inside(list) {
		c := column{name: e.tree.value(n)}
		if e.kind(n) == '{' {
			in := n + 1
			if e.nodes[n].next == in || e.nodes[in].next != e.nodes[n].next {
				return nil // not one member
			}
			c.name, c.kind = e.name(in), e.kind(in)
			if c.kind != '{' && c.kind != '[' {
				c.first, c.isShared = in, true
				if x.shared += len(c.name) + len(e.tree.value(in)); x.shared > mostShared {
					return nil
				}
			} else if c = e.columnsIn(c, in, levels-1); c.in == nil || len(c.in.columns) == 0 {
				return nil
			}
		}
		if c.name[0] != '"' || len(c.name) > longestName || len(x.columns) == mostColumns || string(c.name) == marker || x.has(c.name) {
			return nil
		}
		x.columns = append(x.columns, c)
	}
	return x
}

// columnsIn reads the columns in a column. Those of a column of lists are in a list of their own.
func (e *expander) columnsIn(c column, list uint32, levels int) column {
	c.kind = '{'
	if e.nodes[list].next > list+1 && e.kind(list+1) == '[' {
		if e.nodes[list+1].next != e.nodes[list].next {
			return c // not one list of columns
		}
		c.kind = '['
		list++
	}
	c.in = e.columns(list, levels)
	return c
}

// isRow reports whether a list is a row of some columns.
func (e *expander) isRow(row uint32, x *table) bool {
	cell, end := row+1, e.nodes[row].next
	for i := range x.columns {
		if c := &x.columns[i]; cell < end && !c.isShared {
			if !e.isCell(cell, c) {
				return false
			}
			cell = e.nodes[cell].next
		}
	}
	return cell == end
}

// isCell reports whether a value is a cell of a column.
func (e *expander) isCell(cell uint32, c *column) bool {
	switch {
	case c.in == nil, e.kind(cell) != '{' && e.kind(cell) != '[':
		return true
	case e.kind(cell) == '{':
		return false
	case c.kind == '{':
		return e.isRow(cell, c.in)
	}
	for row := range e.inside(cell) {
		if e.kind(row) == '{' || e.kind(row) == '[' && !e.isRow(row, c.in) {
			return false
		}
	}
	return true
}

// table writes the objects of a table.
func (e *expander) table(n uint32, x *folded) {
	e.found = true
	e.upTo(e.nodes[n].start)
	e.objects(x.rows, x.columns, x.absent)
	e.from = e.nodes[n].end
}

// objects writes the objects of rows. A scalar beside them stays.
func (e *expander) objects(list uint32, x *table, absent []byte) {
	e.out = append(e.out, '[')
	for row := range e.inside(list) {
		if e.list(row > list+1); e.kind(row) == '[' {
			e.object(row, x, absent)
		} else {
			e.copy(row)
		}
	}
	e.out = append(e.out, ']')
}

// object writes the object of a row. It stops if the output exceeds the limit.
func (e *expander) object(row uint32, x *table, absent []byte) {
	e.out = append(e.out, '{')
	cell, end, members := row+1, e.nodes[row].next, 0
	for i := range x.columns {
		c, value := &x.columns[i], cell
		if c.isShared {
			value = c.first
		} else if cell == end {
			continue
		} else if cell = e.nodes[cell].next; absent != nil && bytes.Equal(e.tree.value(value), absent) {
			continue
		}
		if len(e.out) > e.lim.DocumentBytes {
			return
		}
		e.list(members > 0)
		members++
		e.out = append(append(e.out, c.name...), ':')
		switch {
		case c.in == nil || e.kind(value) != '[':
			e.copy(value)
		case c.kind == '{':
			e.object(value, c.in, absent)
		default:
			e.objects(value, c.in, absent)
		}
	}
	e.out = append(e.out, '}')
}

// copy writes a value with its tables expanded.
func (e *expander) copy(n uint32) {
	e.from = e.nodes[n].start
	e.value(n)
	e.upTo(e.nodes[n].end)
}
