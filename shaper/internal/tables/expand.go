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
	names  [][]byte
	absent []byte // nil if no member is missing
	rows   uint32
}

// readTable reads an object that is a valid table at this place.
func (e *expander) readTable(object uint32) (x folded, ok bool) {
	at, end := object+1, e.nodes[object].next
	if at == end || string(e.name(at)) != marker || !x.columns(e.tree, at) {
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
		if e.kind(row) != '[' || e.holdsMore(row, len(x.names)) {
			return x, false
		}
	}
	return x, true
}

// holdsMore reports whether a container has more than most values.
func (e *expander) holdsMore(n uint32, most int) bool {
	for range e.inside(n) {
		if most--; most < 0 {
			return true
		}
	}
	return false
}

// columns reads the names of a table. They must be distinct.
func (x *folded) columns(t *tree, list uint32) bool {
	if t.kind(list) != '[' {
		return false
	}
	var all table
	for n := range t.inside(list) {
		name := t.value(n)
		if name[0] != '"' || len(name) > longestName || len(all.names) == mostColumns || string(name) == marker || all.has(name) {
			return false
		}
		all.names = append(all.names, name)
	}
	x.names = all.names
	return true
}

// table writes the objects of a table.
func (e *expander) table(n uint32, x *folded) {
	e.found = true
	e.upTo(e.nodes[n].start)
	e.out = append(e.out, '[')
	for row := range e.inside(x.rows) {
		e.list(row > x.rows+1)
		e.row(row, x)
	}
	e.out = append(e.out, ']')
	e.from = e.nodes[n].end
}

func (e *expander) row(row uint32, x *folded) {
	e.out = append(e.out, '{')
	column, members := 0, 0
	for cell := range e.inside(row) {
		if x.absent == nil || !bytes.Equal(e.tree.value(cell), x.absent) {
			e.list(members > 0)
			members++
			e.out = append(append(e.out, x.names[column]...), ':')
			e.from = e.nodes[cell].start
			e.value(cell)
			e.upTo(e.nodes[cell].end)
		}
		column++
	}
	e.out = append(e.out, '}')
}
