package tables

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// table describes the table for a list of objects, or the columns in a column.
type table struct {
	columns []column
	escaped bool   // a name has escapes
	absent  []byte // stands for a missing member; nil if not needed
	saves   int    // bytes: of the names of members, without those of the columns
	gaps    int    // missing members that absent stands for
	tildes  int    // of the longest cell of tildes alone
}

// column is a column. The objects in a column of objects, or of lists of objects, have columns
// in it.
type column struct {
	name    []byte // as written
	kind    byte   // '{' or '[': of the containers in the column, 0 if none was read
	in      *table // nil if the cells are values
	isPlain bool   // the cells must be values
}

// tableOf returns the table for a list of objects if it is smaller than the list. Its columns
// have as many levels as there is room for containers.
func tableOf(t *tree, list uint32, room int) (x *table, ok bool) {
	if t.kind(list) != '[' {
		return nil, false
	}
	n := 0
	x = &table{}
	for row := range t.inside(list) {
		if t.kind(row) != '{' || !x.take(t, row, min(room, mostLevels)) {
			return nil, false
		}
		n++
	}
	if n < fewestRows {
		return nil, false
	}
	return x, x.weigh(t, list) > 0
}

// take adds the columns of a row. It fails if the row has a different order of members than an
// earlier row, or a duplicate name.
func (x *table) take(t *tree, row uint32, levels int) bool {
	next := 0
	for m := range t.inside(row) {
		name := t.name(m)
		if i := x.index(next, name); i >= 0 {
			next = i
		} else if len(x.columns) == mostColumns || len(name) > longestName || x.has(name) {
			return false
		} else {
			x.columns = slices.Insert(x.columns, next, column{name: name, isPlain: levels == 0})
		}
		x.columns[next].take(t, m, levels-1)
		next++
	}
	return true
}

// take adds the columns in a column for a value. A column stays plain if its values do not
// agree on them.
func (c *column) take(t *tree, value uint32, levels int) {
	kind := t.kind(value)
	if c.isPlain || kind != '{' && kind != '[' {
		return
	}
	if c.kind == 0 {
		c.kind, c.in = kind, &table{}
	}
	fits := c.kind == kind && (kind == '[' || c.in.take(t, value, levels))
	if fits && kind == '[' {
		for row := range t.inside(value) {
			fits = fits && t.kind(row) != '[' && (t.kind(row) != '{' || c.in.take(t, row, levels))
		}
	}
	if !fits {
		c.in, c.isPlain = nil, true
	}
}

// index returns the column with a name, from a column on. It is -1 without one.
func (x *table) index(from int, name []byte) int {
	for i := from; i < len(x.columns); i++ {
		if bytes.Equal(x.columns[i].name, name) {
			return i
		}
	}
	return -1
}

// has reports whether a column has the name, in any spelling.
func (x *table) has(name []byte) bool {
	if x.escaped = x.escaped || bytes.IndexByte(name, '\\') >= 0; !x.escaped {
		return x.index(0, name) >= 0
	}
	text := scan.AppendUnquote(nil, name)
	return slices.ContainsFunc(x.columns, func(c column) bool { return bytes.Equal(text, scan.AppendUnquote(nil, c.name)) })
}

// weigh chooses the text for missing members, and returns the saved bytes.
func (x *table) weigh(t *tree, list uint32) (saves int) {
	x.count(t, list)
	saves = x.settle() - len(`{`+marker+`:[],`+rows+`:}`)
	if x.gaps > 0 {
		x.absent = slices.Concat([]byte{'"'}, bytes.Repeat([]byte{'~'}, x.tildes+1), []byte{'"'})
		saves -= x.gaps*(len(x.absent)-len(`"~"`)) + len(absent+`:,`) + len(x.absent)
	}
	return saves
}

// count counts the names, the gaps and the tildes of the rows in a list.
func (x *table) count(t *tree, list uint32) {
	for row := range t.inside(list) {
		if t.kind(row) == '{' {
			x.countRow(t, row)
		}
	}
}

func (x *table) countRow(t *tree, row uint32) {
	next := 0
	for m := range t.inside(row) {
		at := x.index(next, t.name(m))
		x.gaps, next = x.gaps+at-next, at+1
		x.saves += len(t.name(m)) + len(":")
		x.tildes = max(x.tildes, tildesIn(t.value(m)))
		switch c := &x.columns[at]; {
		case c.in == nil:
		case t.kind(m) == '{':
			c.in.countRow(t, m)
		case t.kind(m) == '[':
			c.in.count(t, m)
		}
	}
}

// settle makes the columns plain whose columns save nothing, and adds up the others. It returns
// the bytes that stay saved beside the names of columns and an absent of one tilde.
func (x *table) settle() int {
	saves := x.saves - x.gaps*len(`"~",`) - max(0, len(x.columns)-1)
	for i := range x.columns {
		c := &x.columns[i]
		saves -= len(c.name)
		if c.in == nil {
			continue
		}
		in := c.in.settle() - len(`{:[]}`)
		if c.kind == '[' {
			in -= len(`[]`)
		}
		if in <= 0 {
			c.in = nil
			continue
		}
		saves, x.gaps, x.tildes = saves+in, x.gaps+c.in.gaps, max(x.tildes, c.in.tildes)
	}
	return saves
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
