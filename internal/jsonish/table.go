package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Table reads the rows below a header line that contains a name. It calls hide for each
// cell in the columns of the names that private accepts. Tabs, commas, semicolons, bars,
// or two blanks or more separate columns. It returns false if the line of the name is no
// header. Next continues behind the table.
func (a *Assignments) Table(of Assignment, private func(name []byte) bool, hide func(cell scan.Span)) bool {
	if of.Name.End <= a.headless {
		return false
	}
	start := a.lineStart(of.Name.Start)
	end := lineEnd(a.text[:a.to], of.Name.End)
	a.headless = end
	t := table{text: a.text[:a.to], private: private, first: of.Name}
	if end-start > 16*maxLine || start > 0 && !isLineEnd(a.text[start-1]) || !t.begins(start, end) {
		return false
	}
	at := end
	for at < len(t.text) {
		row := nextLine(t.text, at)
		if at = t.rowEnd(row); row >= len(t.text) || !t.row(row, at, hide) {
			at = row
			break
		}
		t.rows++
	}
	if t.rows > 0 {
		a.at = max(a.at, min(at, a.to))
		a.floor = a.at
	}
	return t.rows > 0
}

// table is a table whose header was read.
type table struct {
	text    []byte
	private func(name []byte) bool
	first   scan.Span // the name that was found
	sign    byte      // between columns; ' ' is two blanks or more
	columns int
	hidden  [maxColumns]bool
	starts  [maxColumns]int // of the columns in the line
	cells   [maxColumns]scan.Span
	rows    int
	open    int // a quote before this place closes nowhere
}

const maxColumns = 64

// nextLine returns the start of the line behind the line end at i.
func nextLine(text []byte, i int) int {
	if i+1 < len(text) && text[i] == '\r' && text[i+1] == '\n' {
		return i + 2
	}
	return min(i+1, len(text))
}

// begins reads the header text[start:end], and reports whether rows may follow.
func (t *table) begins(start, end int) bool {
	below := nextLine(t.text, end)
	if below >= len(t.text) {
		return false
	}
	next := t.text[below:lineEnd(t.text, below)]
	line := t.text[start:end]
	if t.copies(start, line) || t.isSingle(start, line, next) {
		return t.mark(start)
	}
	for _, sign := range []byte("|\t,;\xe2 ") {
		t.sign, t.open = sign, 0
		if t.columns = t.split(start, end); t.columns < 2 || t.columns > maxColumns {
			continue
		}
		ruled := isRule(bytes.TrimSpace(next))
		if sign == '|' && !ruled && bytes.Contains(line, []byte(" | ")) || !ruled && t.hasValues() {
			continue
		}
		if sign == ',' && bytes.ContainsAny(line, "(){}=:") || !ruled && !t.mayBegin(start, below) {
			continue
		}
		if (ruled || !t.isUpright()) && t.mark(start) {
			return true
		}
	}
	return false
}

// mayBegin reports whether a table without a rule may begin with the line at start. The
// line begins a block, or its names are in upper case. The row below has as many cells.
func (t *table) mayBegin(start, below int) bool {
	if !t.startsBlock(start) && !t.isLoud(t.cells[:t.columns]...) {
		return false
	}
	return t.sign == ' ' || t.count(below, t.rowEnd(below)) == t.columns
}

// copies reports whether a line is a statement of PostgreSQL that rows follow, and finds
// its columns: COPY users (id, password) FROM stdin;
func (t *table) copies(start int, line []byte) bool {
	upper := bytes.ToUpper(line)
	open, shut := bytes.IndexByte(line, '('), bytes.IndexByte(line, ')')
	if !bytes.HasPrefix(upper, []byte("COPY ")) || open < 0 || shut < open || !bytes.HasPrefix(bytes.TrimSpace(upper[shut+1:]), []byte("FROM STDIN")) {
		return false
	}
	t.sign = ','
	if t.columns = t.split(start+open+1, start+shut); !bytes.Contains(upper, []byte("CSV")) {
		t.sign = '\t'
	}
	return t.columns <= maxColumns
}

// isSingle reports whether a line is the header of a single psql column. It stands behind
// a blank, above a rule that is longer than the name.
func (t *table) isSingle(start int, line, next []byte) bool {
	rule := bytes.TrimRight(next, "\r")
	if len(line) == 0 || line[0] != ' ' || len(bytes.TrimRight(rule, "-")) > 0 || len(rule) < len(bytes.TrimSpace(line))+2 {
		return false
	}
	t.sign = single
	t.columns = t.split(start, start+len(line))
	return t.columns == 1
}

// single is the sign of a table of one column: nothing separates its cells.
const single = 0

// hasValues reports whether a cell cannot be the name of a column.
func (t *table) hasValues() bool {
	for _, cell := range t.cells[:min(t.columns, maxColumns)] {
		name := bytes.Trim(t.text[cell.Start:cell.End], "\"'`")
		if len(name) > 0 && (name[0]-'0' <= 9 || name[0] == '/' || string(name) == "TRUE") {
			return true
		}
	}
	return false
}

// isUpright reports whether a line may be a row of names and values. It then has two
// cells, and the name is the first.
func (t *table) isUpright() bool {
	first := t.cells[0]
	if t.columns == 3 && first.End == first.Start || t.columns == 4 && first.End == first.Start { // bars at the edges
		first = t.cells[1]
	} else if t.columns != 2 || t.sign == ',' || t.sign == ';' {
		return false
	}
	if t.first.Start > first.End {
		return false
	}
	return t.sign != ' ' || !t.isLoud(first)
}

// isLoud reports whether two blanks or more separate the columns, and their names are in
// upper case, as kubectl and docker print them.
func (t *table) isLoud(names ...scan.Span) bool {
	for _, name := range names {
		if !isLoud(bytes.ReplaceAll(t.text[name.Start:name.End], []byte(" "), nil)) {
			return false
		}
	}
	return t.sign == ' '
}

// mark notes the columns whose names are private.
func (t *table) mark(start int) (any bool) {
	for k, cell := range t.cells[:t.columns] {
		name := bytes.Trim(t.text[cell.Start:cell.End], "\"'`* \t")
		t.starts[k] = cell.Start - start
		if len(name) > maxPair {
			return false
		}
		t.hidden[k] = len(name) > 0 && t.private(name)
		any = any || t.hidden[k]
	}
	return any
}

// startsBlock reports whether a line is the first one, or follows a blank line, a rule or
// a title.
func (t *table) startsBlock(start int) bool {
	if start == 0 {
		return true
	}
	above := bytes.TrimSpace(t.text[max(0, start-maxLine):start])
	line := bytes.TrimSpace(t.text[max(0, start-maxLine) : start-1])
	if n := bytes.LastIndexByte(t.text[max(0, start-maxLine):start-1], '\n'); n >= 0 {
		line = bytes.TrimSpace(t.text[max(0, start-maxLine)+n : start-1])
	}
	return len(above) == 0 || len(line) == 0 || isRule(line) || line[len(line)-1] == ':' || line[0] == '#' || line[0] == '$' || line[0] == '`'
}

// isRule reports whether a line holds only the signs of a rule.
func isRule(line []byte) bool {
	if len(line) < 2 {
		return false
	}
	for _, c := range line {
		if bytes.IndexByte([]byte("-+|=: \t"), c) < 0 && c < 0x80 {
			return false
		}
	}
	if line[0] >= 0x80 {
		return bytes.Contains(line, []byte("─")) || bytes.Contains(line, []byte("═"))
	}
	return bytes.IndexByte(line, '-') >= 0 || bytes.IndexByte(line, '=') >= 0
}

// split finds the cells of a line.
func (t *table) split(start, end int) (n int) {
	for i := start; i <= end; {
		from := i
		i = t.cellEnd(i, end)
		cell := scan.Span{Start: from, End: i}
		for cell.Start < cell.End && t.text[cell.Start] <= ' ' {
			cell.Start++
		}
		for cell.End > cell.Start && t.text[cell.End-1] <= ' ' {
			cell.End--
		}
		if t.sign == ' ' && cell.End == cell.Start {
			i++
			continue
		}
		if n < maxColumns {
			t.cells[n] = cell
		}
		n++
		if i++; t.sign == 0xe2 {
			i += 2
		}
	}
	return n
}

// count counts the cells of a line.
func (t *table) count(start, end int) int {
	kept := t.cells
	n := t.split(start, end)
	t.cells = kept
	return n
}

// cellEnd returns the end of the cell at i.
func (t *table) cellEnd(i, end int) int {
	if t.sign == ',' || t.sign == ';' {
		if i < end && t.text[i] == '"' {
			for i++; i < end && (t.text[i] != '"' || i+1 < end && t.text[i+1] == '"'); i++ {
				if t.text[i] == '"' {
					i++
				}
			}
		}
	}
	for ; i < end; i++ {
		c := t.text[i]
		if c == t.sign && c != ' ' && (c != 0xe2 || bytes.HasPrefix(t.text[i:end], []byte("│"))) {
			return i
		}
		if t.sign == ' ' && (c == '\t' || c == ' ' && i+1 < end && t.text[i+1] == ' ') {
			return i
		}
	}
	return end
}

// rowEnd returns the end of the row at i: the end of a line. If commas or semicolons
// separate the columns, line ends in quotes are part of the row.
func (t *table) rowEnd(i int) (end int) {
	end = lineEnd(t.text, i)
	if t.sign != ',' && t.sign != ';' {
		return end
	}
	for i < end {
		if t.text[i] == '"' {
			if i = t.closing(i); i == 0 {
				return end
			} else if i > end {
				end = lineEnd(t.text, i)
			}
		}
		n := bytes.IndexByte(t.text[i:end], t.sign)
		if n < 0 {
			break
		}
		i += n + 1
	}
	return end
}

// closing returns the index after the quote that closes the one at i, before a separator
// or a line end; 0 is none. Quotes in the cell are written twice.
func (t *table) closing(i int) int {
	if i < t.open {
		return 0
	}
	for i++; i < len(t.text); i += 2 {
		n := bytes.IndexByte(t.text[i:], '"')
		if n < 0 {
			break
		}
		i += n
		if i+1 == len(t.text) || t.text[i+1] == t.sign || isLineEnd(t.text[i+1]) {
			return i + 1
		} else if t.text[i+1] != '"' {
			t.open = i
			return 0
		}
	}
	t.open = len(t.text)
	return 0
}

// row hides the private cells of a row. It returns false at the end of the table.
func (t *table) row(start, end int, hide func(cell scan.Span)) bool {
	line := bytes.TrimSpace(t.text[start:end])
	if len(line) == 0 || string(line) == `\.` {
		return false
	}
	if isRule(line) {
		return true
	}
	if t.sign == single && t.text[start] != ' ' {
		return false
	}
	n := t.split(start, end)
	shift := 0
	if n == t.columns+1 && t.sign == ' ' && n <= maxColumns { // rows with a number before them
		shift = 1
	} else if n != t.columns {
		if t.sign != ' ' {
			return t.ragged(n, hide)
		}
		return t.byPlace(start, end, hide)
	}
	for k, cell := range t.cells[shift:n] {
		if t.hidden[k] && cell.End > cell.Start {
			hide(cell)
		}
	}
	return true
}

// ragged hides the private cells of a row of n cells that has more or fewer than the
// header: a private value may hold separators. A row of one cell is none.
func (t *table) ragged(n int, hide func(cell scan.Span)) bool {
	if n < 2 || n > maxColumns {
		return false
	}
	more := max(0, n-t.columns)
	for k := range min(n, t.columns) {
		if cell := (scan.Span{Start: t.cells[k].Start, End: t.cells[k+min(more, n-1-k)].End}); t.hidden[k] && cell.End > cell.Start {
			hide(cell)
			return true
		}
	}
	return true
}

// byPlace hides the cells below the private columns of a header, in a row with fewer
// cells.
func (t *table) byPlace(start, end int, hide func(cell scan.Span)) bool {
	if bytes.Contains(t.text[start:end], []byte(Mark)) {
		return true
	}
	n := t.split(start, end)
	if n > maxColumns || n < 2 {
		return false
	}
	for _, cell := range t.cells[:n] {
		for k := range t.columns {
			from, to := start+t.starts[k], end
			if k+1 < t.columns {
				to = start + t.starts[k+1]
			}
			if t.hidden[k] && cell.Start < to && cell.End > from {
				hide(cell)
				break
			}
		}
	}
	return true
}
