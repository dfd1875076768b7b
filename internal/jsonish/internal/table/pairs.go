package table

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Pairs is a table whose rows are names and values, such as "name,type,value" of CSV. The zero
// value is none.
type Pairs struct {
	sign                  byte // between columns, as of table
	columns, name         int  // their number, and the index of that of the names
	firstValue, lastValue int
}

// IsRole reports whether a word names a column of names, and whether one of values.
type IsRole func(name []byte) (ofNames, ofValues bool)

// PairsBelow returns the table whose header is one of the first lines at start.
func PairsBelow(text lex.Text, start int, is IsRole) (p Pairs) {
	for n := 0; n < 4 && start < len(text); n++ {
		end := text.LineEnd(start)
		if end-start <= lex.MaxLine {
			for _, p.sign = range []byte("|\t,;\xe2 ") {
				if (p.sign != ',' || !bytes.ContainsAny(text[start:end], "(){}=:.")) && p.read(text, start, end, is) {
					return p
				}
			}
		}
		start = text.NextLine(end)
	}
	return Pairs{}
}

// read reads a header line, and reports whether it has both columns.
func (p *Pairs) read(text lex.Text, start, end int, is IsRole) bool {
	t := table{text: text, sign: p.sign}
	p.columns, p.name, p.firstValue = t.split(start, end), -1, -1
	if p.columns < 2 || p.columns > maxColumns {
		return false
	}
	for k, cell := range t.cells[:p.columns] {
		word := bytes.Trim(text[cell.Start:cell.End], dress)
		ofNames, ofValues := is(word)
		switch {
		case ofValues || p.name >= 0 && bytes.EqualFold(word, []byte("setting")):
			if p.lastValue = k; p.firstValue < 0 {
				p.firstValue = k
			}
		case ofNames && p.name < 0:
			p.name = k
		}
	}
	return p.name >= 0 && p.firstValue >= 0
}

// Value returns the cell of the value in the row that the name is in. It is empty unless the
// name ends a cell in the column of names.
func (p Pairs) Value(text lex.Text, name scan.Span) (v scan.Span) {
	row, end := text.LineStart(name.Start), text.Near(name.End)
	t := table{text: text, sign: p.sign}
	if p.columns == 0 || t.split(row, end) != p.columns {
		return v
	}
	of := t.cells[p.name]
	if of.Start > name.Start || of.End < name.End || len(bytes.Trim(text[name.End:of.End], dress)) > 0 {
		return v
	}
	return scan.Span{Start: t.cells[p.firstValue].Start, End: t.cells[p.lastValue].End}
}
