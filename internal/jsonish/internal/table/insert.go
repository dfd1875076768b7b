package table

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// HideInsert hides the literals in an INSERT statement of SQL, in the columns of the names that
// private accepts. A row with more or fewer values than columns is hidden whole, if it has a
// literal. name stands in the list of columns. The text before end needs no second look. ok is
// false if nothing is hidden.
//
// Example: in INSERT INTO users (id, password) VALUES (1, 'x') it hides 'x'.
func HideInsert(text lex.Text, name scan.Span, private func(name []byte) bool, hide func(cell scan.Span)) (end int, ok bool) {
	before := bytes.TrimRight(text[max(0, name.Start-lex.MaxPair):name.Start], "\"'`[ \t\r\n")
	if len(before) == 0 || before[len(before)-1] != '(' && before[len(before)-1] != ',' {
		return 0, false
	}
	floor := max(0, name.Start-16*lex.MaxLine)
	open := floor + bytes.LastIndexByte(text[floor:name.Start], '(')
	if open < floor || !bytes.Contains(bytes.ToUpper(text[max(0, open-2*lex.MaxPair):open]), []byte("INTO ")) {
		return 0, false
	}
	shut := name.End + bytes.IndexByte(text[name.End:min(len(text), name.End+16*lex.MaxLine)], ')')
	i := text.Blanks(shut + 1)
	if shut < name.End || !bytes.EqualFold(text[i:min(len(text), i+len("VALUES"))], []byte("VALUES")) {
		return 0, false
	}
	var hidden [maxColumns]bool
	var cells [maxColumns + 1]scan.Span // of a row
	columns := bytes.Split(text[open+1:shut], []byte(","))
	for k := range min(len(columns), maxColumns) {
		hidden[k] = private(bytes.Trim(columns[k], "\"'`[] \t\r\n"))
	}
	for i = text.Blanks(i + len("VALUES")); text.At(i) == '('; {
		n, row := 0, i+1
		for n == 0 || text.At(i) == ',' {
			n = min(n+1, maxColumns+1)
			from := i + 1
			i = valueEnd(text, from)
			cells[n-1] = text.Trimmed(scan.Span{Start: from, End: i})
		}
		isOdd := n != len(columns) || n > maxColumns
		if isOdd {
			n, cells[0] = 1, text.Trimmed(scan.Span{Start: row, End: i})
		}
		for k, cell := range cells[:n] {
			if (isOdd || hidden[k]) && isLiteral(text[cell.Start:cell.End]) {
				hide(cell)
				ok = true
			}
		}
		if i = text.Blanks(min(i+1, len(text))); text.At(i) == ',' {
			i = text.Blanks(i + 1)
		}
	}
	return i, ok
}

// isLiteral reports whether a value of SQL is a number, or has a literal in quotes.
func isLiteral(value []byte) bool {
	return len(value) > 0 && (value[0]-'0' <= 9 || bytes.IndexByte(value, '\'') >= 0 || value[0] == '"')
}

// valueEnd returns the index of the comma or the bracket behind the value at i.
func valueEnd(text lex.Text, i int) int {
	depth, quote := 0, byte(0)
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case quote != 0:
			if next := text.At(i + 2); c == '\\' && next != ',' && next != ')' { // PostgreSQL knows no such escapes
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == ')' || c == ',' && depth == 0:
			return i
		}
	}
	return len(text)
}
