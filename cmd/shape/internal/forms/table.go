package forms

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strings"
)

// table is a list of objects. Its columns are the names of all members, in the order of
// their first occurrence.
type table struct {
	columns []string
	at      map[string]int // index of each column
	rows    []value
}

// mostGrowth is the largest size of a table, in sizes of its document. Each row has a cell
// for each name of any row, so rows without common names would make a quadratic table.
const mostGrowth = 16

var errSparse = fmt.Errorf("no table: its rows share too few names, so that it would be over %d times as large as the document", mostGrowth)

var errNoTable = errors.New("the payload is no list of objects, and no object that holds one such list")

// tableOf is the table that a payload is, or that its only list of objects is. lost are
// the names of the members beside that.
func tableOf(v value) (t table, lost []string, err error) {
	for v.is('{') {
		at := only(v.inside)
		if at < 0 {
			return t, nil, errNoTable
		}
		for i, m := range v.inside {
			if i != at {
				lost = append(lost, m.name)
			}
		}
		v = v.inside[at]
	}
	if !isList(&v) {
		return t, nil, errNoTable
	}
	t.take(v.inside)
	return t, lost, nil
}

// only is the member of an object that is its only list of objects, if need be one
// without any, or else its only member. It is -1 where there is none.
func only(members []value) int {
	for _, least := range []int{1, 0} {
		found := -1
		for i := range members {
			if !isList(&members[i]) || len(members[i].inside) < least {
				continue
			}
			if found >= 0 {
				return -1
			}
			found = i
		}
		if found >= 0 {
			return found
		}
	}
	if len(members) == 1 {
		return 0
	}
	return -1
}

// isList reports whether a value is a list with nothing but objects in it.
func isList(v *value) bool {
	for i := range v.inside {
		if !v.inside[i].is('{') {
			return false
		}
	}
	return v.is('[')
}

func (t *table) take(rows []value) {
	t.at, t.rows = map[string]int{}, rows
	for _, row := range rows {
		for _, m := range row.inside {
			if _, known := t.at[m.name]; !known {
				t.at[m.name] = len(t.columns)
				t.columns = append(t.columns, m.name)
			}
		}
	}
}

// fill sets cells to the texts of a row, in the order of the columns. A cell is empty if
// the row lacks the member or the member is null.
func (t *table) fill(cells []string, row *value) {
	clear(cells)
	for _, m := range row.inside {
		if !m.is('n') {
			cells[t.at[m.name]] = m.text()
		}
	}
}

// appendCSV appends t. It returns errSparse as soon as it has written more than most bytes.
func appendCSV(dst []byte, t table, most int) ([]byte, error) {
	if len(t.columns) == 0 {
		return dst, nil
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	err := w.Write(t.columns)
	cells := make([]string, len(t.columns))
	for i := range t.rows {
		if text.Len() > most {
			break
		}
		t.fill(cells, &t.rows[i])
		err = errors.Join(err, w.Write(cells))
	}
	w.Flush()
	if text.Len() > most {
		return dst, errSparse
	}
	return append(dst, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...), errors.Join(err, w.Error())
}

// appendMarkdown is [appendCSV] for Markdown.
func appendMarkdown(dst []byte, t table, most int) ([]byte, error) {
	if len(t.columns) == 0 {
		return dst, nil
	}
	out := appendLine(dst, t.columns)
	out = append(out, "\n|"+strings.Repeat(" --- |", len(t.columns))...)
	cells := make([]string, len(t.columns))
	for i := range t.rows {
		t.fill(cells, &t.rows[i])
		if out = appendLine(append(out, '\n'), cells); len(out)-len(dst) > most {
			return dst, errSparse
		}
	}
	return out, nil
}

// cell writes a text that ends neither its cell nor its line.
var cell = strings.NewReplacer(`\`, `\\`, `|`, `\|`, "\r\n", "<br>", "\n", "<br>", "\r", "<br>")

func appendLine(dst []byte, cells []string) []byte {
	dst = append(dst, '|')
	for _, text := range cells {
		dst = append(dst, ' ')
		dst = append(dst, cell.Replace(text)...)
		dst = append(dst, " |"...)
	}
	return dst
}
