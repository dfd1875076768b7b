package tables

import (
	"bytes"
)

// Fold folds each list of objects in a compact valid text, if the table is smaller than the
// list. It returns the number of tables. It folds nothing if the text holds a table already,
// or anything that looks like one. The result has at most depth nested containers.
func Fold(text []byte, depth int) (folded []byte, tables int) {
	if Marked(text) || bytes.IndexByte(text, '[') < 0 {
		return text, 0
	}
	f := folder{copier: copier{tree: grow(text)}}
	f.value(0, depth-f.deepest)
	if f.tables == 0 {
		return text, 0
	}
	f.upTo(uint32(len(text)))
	return f.out, f.tables
}

// folder is the state of folding.
type folder struct {
	copier
	tables int
}

// value folds the lists in a value. A table takes one container more than its list, and its
// columns one for each of their levels. room is the number of containers that may be added.
func (f *folder) value(n uint32, room int) {
	if room > 0 {
		if x, ok := tableOf(f.tree, n, room); ok {
			f.table(n, x, room-1)
			return
		}
	}
	for c := range f.inside(n) {
		if f.nodes[c].next > c+1 {
			f.value(c, room)
		}
	}
}

// table writes a table in place of a list.
func (f *folder) table(list uint32, x *table, room int) {
	f.tables++
	f.upTo(f.nodes[list].start)
	f.out = append(f.out, `{`+marker+`:`...)
	f.names(x)
	f.out = append(f.out, ',')
	if x.absent != nil {
		f.out = append(append(append(f.out, absent+`:`...), x.absent...), ',')
	}
	f.out = append(f.out, rows+`:`...)
	f.rows(list, x, x.absent, room)
	f.out = append(f.out, '}')
	f.from = f.nodes[list].end
}

// names writes the names of columns.
func (f *folder) names(x *table) {
	f.out = append(f.out, '[')
	for i, c := range x.columns {
		f.list(i > 0)
		if c.in == nil && !c.isShared {
			f.out = append(f.out, c.name...)
			continue
		}
		f.out = append(append(append(f.out, '{'), c.name...), ':')
		switch {
		case c.isShared:
			f.out = append(f.out, f.tree.value(c.first)...)
		case c.kind == '[':
			f.out = append(f.out, '[')
			f.names(c.in)
			f.out = append(f.out, ']')
		default:
			f.names(c.in)
		}
		f.out = append(f.out, '}')
	}
	f.out = append(f.out, ']')
}

// rows writes the rows for a list. A scalar in it stays.
func (f *folder) rows(list uint32, x *table, absent []byte, room int) {
	f.out = append(f.out, '[')
	for row := range f.inside(list) {
		if f.list(row > list+1); f.kind(row) == '{' {
			f.row(row, x, absent, room)
		} else {
			f.out = append(f.out, f.tree.value(row)...)
		}
	}
	f.out = append(f.out, ']')
}

func (f *folder) row(row uint32, x *table, absent []byte, room int) {
	f.out = append(f.out, '[')
	next, cells, gaps := 0, 0, 0
	for m := range f.inside(row) {
		for ; !bytes.Equal(x.columns[next].name, f.name(m)); next++ {
			if !x.columns[next].isShared {
				gaps++
			}
		}
		c := &x.columns[next]
		if next++; c.isShared {
			continue
		}
		for ; gaps > 0; gaps-- {
			f.list(cells > 0)
			f.out = append(f.out, absent...)
			cells++
		}
		f.list(cells > 0)
		cells++
		switch {
		case c.in != nil && f.kind(m) == '{':
			f.row(m, c.in, absent, room)
		case c.in != nil && f.kind(m) == '[':
			f.rows(m, c.in, absent, room)
		default:
			f.from = f.nodes[m].start
			f.value(m, room)
			f.upTo(f.nodes[m].end)
		}
	}
	f.out = append(f.out, ']')
}
