package columns

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/nodes"
)

// Expand returns a document with a list of objects in the place of each table, as
// [nodes.Marks.Expand] has it.
func Expand(doc []byte, lim scan.Limits) ([]byte, error) {
	return nodes.Marks{In: Marked, Undo: undo}.Expand(doc, lim)
}

// undo writes a text without tables.
func undo(t *nodes.Tree, lim scan.Limits, inner func([]byte) ([]byte, bool)) ([]byte, bool) {
	e := expander{Copier: nodes.Copier{Tree: t}, lim: lim, inner: inner}
	e.value(0)
	e.UpTo(uint32(len(e.Src)))
	return e.Out, e.found
}

// expander writes a text without tables.
type expander struct {
	nodes.Copier
	lim   scan.Limits
	inner func(quoted []byte) (text []byte, found bool)
	found bool
}

// value unfolds what is in a value. It gives up where that takes more than its limit.
func (e *expander) value(n uint32) {
	if len(e.Out) > e.lim.DocumentBytes {
		return
	}
	switch e.Kind(n) {
	case '"':
		e.text(n)
		return
	case '{':
		if x, ok := e.read(n); ok {
			e.table(n, &x)
			return
		}
	}
	for c := range e.Inside(n) {
		e.value(c)
	}
}

// text unfolds what is in a string.
func (e *expander) text(n uint32) {
	if text, found := e.inner(e.Tree.Value(n)); found {
		e.found = true
		e.UpTo(e.Nodes[n].Start)
		e.Out = scan.AppendQuote(e.Out, text)
		e.From = e.Nodes[n].End
	}
}

// folded is a table as it is read.
type folded struct {
	names  [][]byte
	absent []byte // nil where nothing is
	rows   uint32
}

// read reads an object that is a table: one that could have been written here.
func (e *expander) read(object uint32) (x folded, ok bool) {
	at, end := object+1, e.Nodes[object].Next
	if at == end || string(e.Name(at)) != marker || !x.columns(e.Tree, at) {
		return x, false
	}
	if at = e.Nodes[at].Next; at < end && string(e.Name(at)) == absent && e.Kind(at) == '"' {
		x.absent, at = e.Tree.Value(at), e.Nodes[at].Next
	}
	if at == end || string(e.Name(at)) != rows || e.Kind(at) != '[' || e.Nodes[at].Next != end {
		return x, false
	}
	x.rows = at
	for row := range e.Inside(at) {
		if e.Kind(row) != '[' || e.holdsMore(row, len(x.names)) {
			return x, false
		}
	}
	return x, true
}

// holdsMore reports whether more values are in a container than so many.
func (e *expander) holdsMore(n uint32, most int) bool {
	for range e.Inside(n) {
		if most--; most < 0 {
			return true
		}
	}
	return false
}

// columns reads the names of a table, which are different ones.
func (x *folded) columns(t *nodes.Tree, list uint32) bool {
	if t.Kind(list) != '[' {
		return false
	}
	var all table
	for n := range t.Inside(list) {
		name := t.Value(n)
		if name[0] != '"' || len(name) > longestName || len(all.names) == mostColumns || string(name) == marker || string(name) == reference || all.has(name) {
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
	e.UpTo(e.Nodes[n].Start)
	e.Out = append(e.Out, '[')
	for row := range e.Inside(x.rows) {
		e.List(row > x.rows+1)
		e.row(row, x)
	}
	e.Out = append(e.Out, ']')
	e.From = e.Nodes[n].End
}

func (e *expander) row(row uint32, x *folded) {
	e.Out = append(e.Out, '{')
	column, members := 0, 0
	for cell := range e.Inside(row) {
		if x.absent == nil || !bytes.Equal(e.Tree.Value(cell), x.absent) {
			e.List(members > 0)
			members++
			e.Out = append(append(e.Out, x.names[column]...), ':')
			e.From = e.Nodes[cell].Start
			e.value(cell)
			e.UpTo(e.Nodes[cell].End)
		}
		column++
	}
	e.Out = append(e.Out, '}')
}
