package forms

import (
	"bytes"
	"encoding/csv"
	"errors"
	"strings"
)

// table is a list of objects by their columns, in the order in which these come first.
// A cell is empty where the member is not there, or null.
type table struct {
	columns []string
	rows    [][]string
}

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
	at := map[string]int{}
	for _, row := range rows {
		for _, m := range row.inside {
			if _, known := at[m.name]; !known {
				at[m.name] = len(t.columns)
				t.columns = append(t.columns, m.name)
			}
		}
	}
	for _, row := range rows {
		cells := make([]string, len(t.columns))
		for _, m := range row.inside {
			if !m.is('n') {
				cells[at[m.name]] = m.text()
			}
		}
		t.rows = append(t.rows, cells)
	}
}

func appendCSV(dst []byte, t table) ([]byte, error) {
	if len(t.columns) == 0 {
		return dst, nil
	}
	var text bytes.Buffer
	w := csv.NewWriter(&text)
	err := errors.Join(w.Write(t.columns), w.WriteAll(t.rows))
	return append(dst, bytes.TrimSuffix(text.Bytes(), []byte("\n"))...), err
}

func appendMarkdown(dst []byte, t table) []byte {
	if len(t.columns) == 0 {
		return dst
	}
	dst = appendLine(dst, t.columns)
	dst = append(dst, "\n|"+strings.Repeat(" --- |", len(t.columns))...)
	for _, row := range t.rows {
		dst = appendLine(append(dst, '\n'), row)
	}
	return dst
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
