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
	rows    int    // objects with the columns
	shared  int    // bytes of the members that all of them share
	absent  []byte // stands for a missing member; nil if not needed
	saves   int    // bytes: of members, without those of the columns
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

	values   int    // in the column
	first    uint32 // of them
	differ   bool   // they are not all equal, or containers
	isShared bool   // all rows have the first value, and no cell for it
}

// tableOf returns the table for a list of objects if it is smaller than the list. Its columns
// have as many levels as there is room for containers.
func tableOf(t *tree, list uint32, room int) (x *table, ok bool) {
	if t.kind(list) != '[' {
		return nil, false
	}
	x = &table{}
	for row := range t.inside(list) {
		if t.kind(row) != '{' || !x.take(t, row, min(room, mostLevels)) {
			return nil, false
		}
	}
	if x.rows < fewestRows {
		return nil, false
	}
	return x, x.weigh(t, list) > 0
}

// take adds the columns of a row. It fails if the row has a different order of members than an
// earlier row, or a duplicate name.
func (x *table) take(t *tree, row uint32, levels int) bool {
	next := 0
	x.rows++
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
	if c.values++; c.values == 1 {
		c.first = value
	}
	c.differ = c.differ || kind == '{' || kind == '[' || !bytes.Equal(t.value(c.first), t.value(value))
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
	x.join(t)
	x.count(t, list)
	saves = x.settle(t) - len(`{`+marker+`:[],`+rows+`:}`)
	if x.gaps > 0 {
		x.absent = slices.Concat([]byte{'"'}, bytes.Repeat([]byte{'~'}, x.tildes+1), []byte{'"'})
		saves -= x.gaps*(len(x.absent)-len(`"~"`)) + len(absent+`:,`) + len(x.absent)
	}
	return saves
}

// join marks the members that all rows share, while there is room for them.
func (x *table) join(t *tree) {
	for i := range x.columns {
		c := &x.columns[i]
		if c.in != nil {
			c.in.join(t)
		}
		if c.differ || c.values < x.rows || x.rows < fewestRows {
			continue
		}
		value := len(t.value(c.first))
		if size := len(c.name) + value; x.shared+size <= mostShared && x.rows*(value+len(",")) > value+len(`{:}`) {
			c.isShared = true
			x.shared += size
		}
	}
}

// count counts the bytes, the gaps and the tildes of the rows in a list.
func (x *table) count(t *tree, list uint32) {
	for row := range t.inside(list) {
		if t.kind(row) == '{' {
			x.countRow(t, row)
		}
	}
}

func (x *table) countRow(t *tree, row uint32) {
	next, gaps, cells := 0, 0, 0
	for m := range t.inside(row) {
		for !bytes.Equal(x.columns[next].name, t.name(m)) {
			if next++; !x.columns[next-1].isShared {
				gaps++
			}
		}
		c := &x.columns[next]
		next++
		x.saves += len(c.name) + len(":")
		if c.isShared {
			x.saves += len(t.value(m)) + len(",")
			continue
		}
		x.gaps, gaps, cells = x.gaps+gaps, 0, cells+1
		x.tildes = max(x.tildes, tildesIn(t.value(m)))
		switch {
		case c.in == nil:
		case t.kind(m) == '{':
			c.in.countRow(t, m)
		case t.kind(m) == '[':
			c.in.count(t, m)
		}
	}
	if next > 0 && cells == 0 { // one comma less went than members
		x.saves--
	}
}

// settle makes a column plain if the columns in it save nothing. It returns the bytes that all
// others save, beside their names and an absent of one tilde.
func (x *table) settle(t *tree) int {
	saves := x.saves - x.gaps*len(`"~",`) - max(0, len(x.columns)-1)
	for i := range x.columns {
		c := &x.columns[i]
		if saves -= len(c.name); c.isShared {
			saves -= len(`{:}`) + len(t.value(c.first))
		}
		if c.in == nil {
			continue
		}
		in := c.in.settle(t) - len(`{:[]}`)
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
