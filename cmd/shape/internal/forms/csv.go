// Package forms writes JSON documents as CSV.
package forms

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

var errTwice = errors.New("an object holds a name twice")

// AppendCSV appends a valid JSON text as CSV, without a newline at its end. lost names the
// members beside the list, since the table has no place for them. An error holds no content of
// the text, and leaves dst as it was.
func AppendCSV(dst, text []byte) (out []byte, lost []string, err error) {
	if scan.Check(text, scan.Limits{}, true) != nil {
		return dst, nil, errTwice
	}
	t, lost, err := tableOf(read(text))
	if err != nil {
		return dst, nil, err
	}
	if out, err = t.appendCSV(dst, mostGrowth*len(text)); err != nil {
		return dst, nil, err
	}
	return out, lost, nil
}

// table is a list of objects. Its columns are the names of all members, in the order of their
// first occurrence.
type table struct {
	columns []string
	at      map[string]int // index of each column
	rows    []value
}

// mostGrowth bounds the size of a table, in sizes of its document. Each row has a cell for each
// name of any row, so rows without common names would make a quadratic table.
const mostGrowth = 16

var errSparse = fmt.Errorf("no table: its rows share too few names, so that it would be over %d times as large as the document", mostGrowth)

var errNoTable = errors.New("the payload is no list of objects, and no object that holds one such list")

// tableOf returns the table of a list, or of the only list in an object. lost holds the names
// of the members beside that list.
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

// only returns the index of the only list of objects in an object. Without one it returns that
// of the only empty list, or else of the only member. It returns -1 if none of these exists.
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

// isList reports whether a value is a list that holds nothing but objects.
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

// fill sets cells to the texts of a row. A cell is empty if the row lacks the member or the
// member is null.
func (t *table) fill(cells []string, row *value) {
	clear(cells)
	for _, m := range row.inside {
		if !m.is('n') {
			cells[t.at[m.name]] = m.text()
		}
	}
}

// appendCSV appends t. It returns errSparse as soon as the table is larger than most bytes.
func (t *table) appendCSV(dst []byte, most int) ([]byte, error) {
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

// value is a JSON value.
type value struct {
	name   string // of a member
	raw    []byte // without white space
	inside []value
}

func read(text []byte) value {
	text = scan.AppendCompact(nil, text)
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v := value{}
	v.read(d, text)
	return v
}

// read reads the next value. The caller has checked the depth.
func (v *value) read(d *json.Decoder, text []byte) {
	start := int(d.InputOffset())
	for text[start] == ',' || text[start] == ':' {
		start++
	}
	if opener, ok := token(d).(json.Delim); ok {
		for d.More() {
			in := value{}
			if opener == '{' {
				in.name, _ = token(d).(string)
			}
			in.read(d, text)
			v.inside = append(v.inside, in)
		}
		token(d)
	}
	v.raw = text[start:d.InputOffset()]
}

func token(d *json.Decoder) json.Token {
	t, _ := d.Token() // the text is valid
	return t
}

func (v *value) is(opener byte) bool { return v.raw[0] == opener }

// text returns the content of a string, and any other value as it is written.
func (v *value) text() string {
	if v.is('"') {
		return scan.Text(v.raw)
	}
	return string(v.raw)
}
