package tables

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// table describes the table for a list of objects.
type table struct {
	names   [][]byte // of the columns, as written
	escaped bool     // a name has escapes
	absent  []byte   // stands for a missing member; nil if not needed
	saves   int      // bytes
}

// tableOf returns the table for a list of objects if it is smaller than the list.
func tableOf(t *tree, list uint32) (x table, ok bool) {
	if t.kind(list) != '[' {
		return x, false
	}
	n := 0
	for row := range t.inside(list) {
		if t.kind(row) != '{' || !x.take(t, row) {
			return x, false
		}
		n++
	}
	if n < fewestRows {
		return x, false
	}
	x.weigh(t, list)
	return x, x.saves > 0
}

// take adds the columns of a row. It fails if the row has a different order of members than an
// earlier row, or a duplicate name.
func (x *table) take(t *tree, row uint32) bool {
	next := 0
	for m := range t.inside(row) {
		name := t.name(m)
		if i := index(x.names[next:], name); i >= 0 {
			next += i + 1
			continue
		}
		if len(x.names) == mostColumns || len(name) > longestName || x.has(name) {
			return false
		}
		x.names = slices.Insert(x.names, next, name)
		next++
	}
	return true
}

// has reports whether a column has the name, in any spelling.
func (x *table) has(name []byte) bool {
	if x.escaped = x.escaped || bytes.IndexByte(name, '\\') >= 0; !x.escaped {
		return index(x.names, name) >= 0
	}
	text := scan.AppendUnquote(nil, name)
	return slices.ContainsFunc(x.names, func(other []byte) bool { return bytes.Equal(text, scan.AppendUnquote(nil, other)) })
}

func index(names [][]byte, name []byte) int {
	return slices.IndexFunc(names, func(other []byte) bool { return bytes.Equal(other, name) })
}

// weigh chooses the text for missing members and computes the saved bytes.
func (x *table) weigh(t *tree, list uint32) {
	gaps, tildes := 0, 0
	for row := range t.inside(list) {
		next := 0
		for m := range t.inside(row) {
			gap := index(x.names[next:], t.name(m))
			gaps, next = gaps+gap, next+gap+1
			x.saves += len(t.name(m)) + len(":")
			tildes = max(tildes, tildesIn(t.value(m)))
		}
	}
	x.saves -= len(`{`+marker+`:[],`+rows+`:}`) + max(0, len(x.names)-1)
	for _, name := range x.names {
		x.saves -= len(name)
	}
	if gaps > 0 {
		x.absent = slices.Concat([]byte{'"'}, bytes.Repeat([]byte{'~'}, tildes+1), []byte{'"'})
		x.saves -= gaps*(len(x.absent)+len(",")) + len(absent+`:,`) + len(x.absent)
	}
}

// tildesIn returns the number of tildes in a string of tildes alone, or 0.
func tildesIn(value []byte) int {
	if value[0] != '"' {
		return 0
	}
	text := value[1 : len(value)-1]
	if len(bytes.Trim(text, "~")) > 0 {
		return 0
	}
	return len(text)
}
