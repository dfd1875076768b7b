package forms

import (
	"bytes"
	"slices"
	"strconv"
)

// The form is the core of TOON (Token-Oriented Object Notation) that readers of its
// versions 3 and 4 take alike: objects by indentation, lists with their lengths, of
// scalars in a line, of objects with the same scalars in rows, and of all else in items.

// toon writes lines.
type toon struct{ out []byte }

// indent is that of one level.
const indent = "  "

func toonOf(v value) []byte {
	t := &toon{}
	switch {
	case v.is('{'):
		t.members(v.inside, 0)
	case v.is('['):
		t.list("", &v, 0, 0, true)
	default:
		t.line(0, appendScalar(nil, &v))
	}
	return t.out
}

// line writes a line at a depth.
func (t *toon) line(depth int, text []byte) {
	if len(t.out) > 0 {
		t.out = append(t.out, '\n')
	}
	t.out = append(append(t.out, bytes.Repeat([]byte(indent), depth)...), text...)
}

func (t *toon) members(members []value, depth int) {
	for i := range members {
		t.member("", &members[i], depth, depth)
	}
}

// member writes a member of an object at a depth. Its line is led by a mark and stands
// at another one, where it is the first of an item.
func (t *toon) member(mark string, m *value, at, depth int) {
	key := string(appendKey([]byte(mark), m.name))
	switch {
	case m.is('['):
		t.list(key, m, at, depth, true)
	case m.is('{'):
		t.line(at, []byte(key+":"))
		t.members(m.inside, depth+1)
	default:
		t.line(at, appendScalar([]byte(key+": "), m))
	}
}

// list writes a list, with its line at one depth and what is in it below another one.
// Rows are for lists that a member names, and the root.
func (t *toon) list(key string, v *value, at, depth int, rows bool) {
	head := []byte(key + "[" + strconv.Itoa(len(v.inside)) + "]")
	columns := columnsOf(v.inside)
	switch {
	case !slices.ContainsFunc(v.inside, func(in value) bool { return !in.isScalar() }):
		t.line(at, appendScalars(append(head, ':'), v.inside))
	case rows && columns != nil:
		t.line(at, appendHead(head, columns))
		for _, row := range v.inside {
			t.line(depth+1, appendCells(nil, ordered(row.inside, columns)))
		}
	default:
		t.line(at, append(head, ':'))
		for i := range v.inside {
			t.item(&v.inside[i], depth+1)
		}
	}
}

// item writes an element of a list.
func (t *toon) item(v *value, depth int) {
	const mark = "- "
	switch {
	case v.is('['):
		t.list(mark, v, depth, depth, false)
	case v.is('{') && len(v.inside) == 0:
		t.line(depth, []byte("-"))
	case v.is('{'):
		t.member(mark, &v.inside[0], depth, depth+1)
		t.members(v.inside[1:], depth+1)
	default:
		t.line(depth, appendScalar([]byte(mark), v))
	}
}

// columnsOf are the names that all of the objects have, nil where they have others
// beside, or more than scalars.
func columnsOf(rows []value) (columns []string) {
	for i := range rows {
		row := &rows[i]
		if !row.is('{') || len(row.inside) == 0 {
			return nil
		}
		if i == 0 {
			for _, m := range row.inside {
				columns = append(columns, m.name)
			}
		}
		if slices.ContainsFunc(row.inside, func(m value) bool { return !m.isScalar() }) || ordered(row.inside, columns) == nil {
			return nil
		}
	}
	return columns
}

// ordered are the members in the order of the columns, nil where they are others.
func ordered(members []value, columns []string) []value {
	if len(members) != len(columns) {
		return nil
	}
	if slices.EqualFunc(members, columns, func(m value, name string) bool { return m.name == name }) {
		return members
	}
	at := map[string]int{}
	for i, m := range members {
		at[m.name] = i
	}
	inOrder := make([]value, 0, len(columns))
	for _, name := range columns {
		i, ok := at[name]
		if !ok {
			return nil
		}
		inOrder = append(inOrder, members[i])
		delete(at, name)
	}
	return inOrder
}
