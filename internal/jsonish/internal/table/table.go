// Package table reads tables in texts: of Markdown, CSV, psql, and columns beside each other.
package table

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/code"
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Hide reads the rows below the header line that begins at start and contains a name. It
// calls hide for each cell in the columns of the names that private accepts. Tabs, commas,
// semicolons, bars, or two blanks or more separate columns. It returns the index behind
// the table. ok is false if the line is no header, or if no row follows.
//
// Example: in "id,password\n1,x" it hides "x".
func Hide(text lex.Text, start int, name scan.Span, private func(name []byte) bool, hide func(cell scan.Span)) (end int, ok bool) {
	t := table{text: text, private: private, hide: hide, first: name}
	end = text.LineEnd(name.End)
	if !t.begins(start, end) {
		return end, false
	}
	for end < len(text) {
		row := text.NextLine(end)
		if end = t.rowEnd(row); row >= len(text) || !t.row(row, end) {
			return row, ok
		}
		ok = ok || !IsRule(bytes.TrimSpace(text[row:end]))
	}
	return end, ok
}

// table is a table whose header was read.
type table struct {
	text       lex.Text
	private    func(name []byte) bool
	hide       func(cell scan.Span)
	first      scan.Span // the name that was found
	sign       byte      // between columns; ' ' is two blanks or more
	columns    int
	hidden     [maxColumns]bool
	starts     [maxColumns]int // of the columns in the line
	cells      [maxColumns]scan.Span
	open       int  // a quote before this place closes nowhere
	isLog      bool // lines that begin with a hash sign are no rows
	isNumbers  bool // rows begin with their numbers
	ruled      bool // a rule below the header has a part for each column
	isIndented bool // rows stand behind a blank
	isPlaced   bool // cells stand below the parts of the rule, perhaps one blank apart
}

const maxColumns = 64

// Three signs are no characters between columns.
const (
	single = 0    // a table of one column
	blank  = 1    // a blank or a tab
	box    = 0xe2 // the first byte of "│" and of the like
)

// begins reads the header text[start:end], and reports whether rows may follow.
func (t *table) begins(start, end int) bool {
	below := t.text.NextLine(end)
	if below >= len(t.text) {
		return false
	}
	next := t.text[below:t.text.LineEnd(below)]
	line := t.text[start:end]
	if t.copies(start, line) || t.logs(start, line, next) || t.isSingle(start, line, next) || t.isUnderlined(start, line, next) {
		return t.mark(start)
	}
	for _, sign := range []byte("|\t,;\xe2 &") {
		t.sign, t.open = sign, 0
		t.columns = t.split(start, end)
		if t.columns > 1 && t.columns <= maxColumns && t.isHeader(start, below, line, next) && t.mark(start) {
			return true
		}
	}
	return t.isNumbered(start, end, next) && t.mark(start)
}

// isNumbered reports whether a line may be the header of a data frame of R, and finds its columns.
// The rows begin with their numbers. A line of types may follow.
func (t *table) isNumbered(start, end int, next []byte) bool {
	t.sign, t.isNumbers = blank, true
	first := bytes.Fields(next[:min(len(next), lex.MaxLine)])
	t.columns = t.split(start, end)
	isRow := len(first) == t.columns+1 && string(first[0]) == "1"
	isTypes := len(first) == t.columns && len(first) > 1 && len(first[0]) <= len("<dbl>") && first[0][0] == '<'
	return t.columns <= maxColumns && (isRow || isTypes) && t.startsBlock(start)
}

// isHeader reports whether the split line at start may be a header, above the row at below.
func (t *table) isHeader(start, below int, line, next []byte) bool {
	ruled := IsRule(bytes.TrimSpace(next)) || bytes.HasPrefix(next, []byte("     │ ")) // the types of Julia
	t.ruled = ruled && next[0] == '-' && len(next) < 16*lex.MaxLine && isASCII(line) && len(bytes.Fields(next)) == t.columns
	switch {
	case t.sign == ',' && bytes.ContainsAny(line, "(){}=:"):
	case t.sign == '&' && !bytes.Contains(line, []byte(`\\`)): // of LaTeX
	case t.sign == '|' && bytes.Contains(line, []byte(" || ")): // a row of MediaWiki
	case t.sign == ' ' && bytes.Contains(line, []byte(" | ")), ruled && t.isBelowRow(start):
	case ruled:
		return true
	case t.sign == '|' && bytes.Contains(line, []byte(" | ")):
	default:
		return !t.hasValues() && t.mayBegin(start, below) && !t.isUpright()
	}
	return false
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

// logs reports whether a line names the fields of a log, and finds its columns. Examples are
// "#Fields: date cs-host" of W3C and "#fields" of Zeek.
func (t *table) logs(start int, line, next []byte) bool {
	const mark = "#fields"
	if len(line) <= len(mark) || !bytes.EqualFold(line[:len(mark)], []byte(mark)) {
		return false
	}
	start += len(line) - len(bytes.TrimLeft(line[len(mark):], ": \t"))
	t.sign, t.isLog = blank, true
	if t.columns = t.split(start, t.text.LineEnd(start)); bytes.IndexByte(line, '\t') > 0 || bytes.IndexByte(next, '\t') > 0 {
		t.sign = '\t'
	}
	return t.columns <= maxColumns
}

// isSingle reports whether a line is the header of a single column. That of psql stands behind
// a blank, above a rule that is longer than the name. Below others the first row is one word
// that may be a secret.
func (t *table) isSingle(start int, line, next []byte) bool {
	rule, name := bytes.TrimRight(next, "\r"), bytes.TrimSpace(line)
	if len(line) == 0 || len(bytes.TrimRight(rule, "-")) > 0 || len(rule) < len(name) {
		return false
	}
	first := t.text.NextLine(t.text.NextLine(start+len(line)) + len(next))
	row := bytes.TrimSpace(t.text[first:t.text.LineEnd(first)])
	isSecret := len(row) > 7 && bytes.ContainsAny(row, "0123456789") && !bytes.ContainsAny(row, " \t") && !bytes.ContainsAny(name, " \t|,;")
	if line[0] != ' ' && !isSecret || line[0] == ' ' && len(rule) < len(name)+2 {
		return false
	}
	t.sign, t.isIndented = single, line[0] == ' '
	t.columns = t.split(start, start+len(line))
	return t.columns == 1
}

// isUnderlined reports whether a rule of several parts underlines names, some of them one blank
// apart, as PowerShell prints them. It finds their columns.
func (t *table) isUnderlined(start int, line, next []byte) bool {
	t.sign = ' '
	if len(next) > 16*lex.MaxLine || len(bytes.Trim(next, "-= \r")) > 0 || t.split(start, start+len(line)) == len(bytes.Fields(next)) {
		return false
	}
	t.columns = 0
	for i, c := range next {
		if c <= ' ' || i > 0 && next[i-1] > ' ' {
			continue
		}
		if t.columns == maxColumns || i >= len(line) || i > 0 && line[i-1] != ' ' {
			return false
		}
		if t.columns > 0 {
			t.cells[t.columns-1] = t.text.Trimmed(scan.Span{Start: t.cells[t.columns-1].Start, End: start + i})
		}
		t.cells[t.columns] = t.text.Trimmed(scan.Span{Start: start + i, End: start + len(line)})
		t.columns++
	}
	t.ruled, t.isPlaced = isASCII(line), t.columns > 1
	return t.isPlaced
}

// hasValues reports whether a cell cannot be the name of a column.
func (t *table) hasValues() bool {
	for _, cell := range t.cells[:t.columns] {
		name := bytes.Trim(t.text[cell.Start:cell.End], "\"'`")
		if len(name) > 0 && (name[0]-'0' <= 9 || name[0] == '/' || string(name) == "TRUE" || string(name) == "|") {
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

// startsBlock reports whether a line is the first one, or follows a blank line, a title, or a
// rule that is not below another header.
func (t *table) startsBlock(start int) bool {
	if start == 0 {
		return true
	}
	above := t.text[max(0, start-2*lex.MaxLine) : start-1]
	n := max(0, bytes.LastIndexByte(above, '\n'))
	line := bytes.TrimSpace(above[n:])
	if IsRule(line) && n > 0 {
		from := start - 1 - len(above)
		return t.count(from+1+bytes.LastIndexByte(above[:n], '\n'), from+n) < t.columns
	}
	return len(line) == 0 || IsRule(line) || line[len(line)-1] == ':' || bytes.IndexByte([]byte("#$`"), line[0]) >= 0
}

// isBelowRow reports whether a line continues a table whose rows, or some of them, have a rule
// below.
func (t *table) isBelowRow(start int) bool {
	from := t.text.LineStart(max(0, start-1))
	above := bytes.TrimSpace(t.text[from:start])
	if IsRule(above) {
		return !t.startsBlock(start)
	}
	return t.count(from, max(from, start-1)) == t.columns && (bytes.Contains(above, []byte(" | ")) || bytes.Contains(above, []byte("│")))
}

// count counts the cells of another line, and keeps those of the header.
func (t *table) count(start, end int) int {
	header := t.cells
	defer func() { t.cells = header }()
	return t.split(start, end)
}

// isUpright reports whether a line may be a row of names and values. It then has two
// cells, and only the first is a private name.
func (t *table) isUpright() bool {
	first, second := t.cells[0], t.cells[1]
	if (t.columns == 3 || t.columns == 4) && first.End == first.Start { // bars at the edges
		first, second = second, t.cells[2]
	} else if t.columns == 3 && !t.quotes() && code.IsType(t.text[t.cells[1].Start:t.cells[1].End]) {
		return t.first.Start <= first.End // a name, a type and a value
	} else if t.columns != 2 || t.quotes() {
		return false
	}
	return t.first.Start <= first.End && !t.isLoud(t.cells[:t.columns]...) && !t.private(t.text[second.Start:second.End])
}

// isLoud reports whether two blanks or more separate the columns, and their names are in
// upper case, as kubectl and docker print them.
func (t *table) isLoud(names ...scan.Span) bool {
	for _, name := range names {
		if t.sign != ' ' || !lex.IsLoud(bytes.ReplaceAll(t.text[name.Start:name.End], []byte(" "), nil)) {
			return false
		}
	}
	return true
}

// dress are signs around the name of a column.
const dress = "\"'`*\\ \t─"

// mark notes the columns whose names are private.
func (t *table) mark(start int) (any bool) {
	for k, cell := range t.cells[:t.columns] {
		name := bytes.Trim(t.text[cell.Start:cell.End], dress)
		t.starts[k] = cell.Start - start
		if len(name) > lex.MaxPair {
			return false
		}
		t.hidden[k] = len(name) > 0 && t.private(name)
		any = any || t.hidden[k]
	}
	return any
}

var latexRules = []string{`\hline`, `\toprule`, `\midrule`, `\bottomrule`}

// IsRule reports whether a line holds only the signs of a rule, or is a rule of LaTeX.
func IsRule(line []byte) bool {
	if len(line) < 2 || line[0] == '\\' {
		return slices.Contains(latexRules, string(line))
	}
	for _, c := range line {
		if bytes.IndexByte([]byte("-+|=: \t"), c) < 0 && c < 0x80 {
			return false
		}
	}
	if line[0] >= 0x80 {
		return bytes.Contains(line, []byte("─")) || bytes.Contains(line, []byte("═")) || bytes.Contains(line, []byte("━"))
	}
	return bytes.ContainsAny(line, "-=")
}

// split finds the cells of a line, and counts them.
func (t *table) split(start, end int) (n int) {
	for i := start; i <= end; i++ {
		from := i
		i = t.cellEnd(i, end)
		cell := t.text.Trimmed(scan.Span{Start: from, End: i})
		if (t.sign == ' ' || t.sign == blank) && cell.End == cell.Start {
			continue
		}
		if n < maxColumns {
			t.cells[n] = cell
		}
		n++
		if t.sign == box {
			i += len("│") - 1
		}
	}
	return n
}

// quotes reports whether cells may stand in double quotes, with separators in them.
func (t *table) quotes() bool { return t.sign == ',' || t.sign == ';' }

// cellEnd returns the end of the cell at i.
func (t *table) cellEnd(i, end int) int {
	if t.quotes() && i < end && t.text[i] == '"' {
		for i++; i < end && (t.text[i] != '"' || i+1 < end && t.text[i+1] == '"'); i++ {
			if t.text[i] == '"' {
				i++
			}
		}
	}
	for i < end && !t.isSeparator(i, end) {
		i++
	}
	return i
}

// isSeparator reports whether the column ends at i.
func (t *table) isSeparator(i, end int) bool {
	switch c := t.text[i]; t.sign {
	case ' ':
		return c == '\t' || c == ' ' && i+1 < end && t.text[i+1] == ' '
	case blank:
		return lex.IsGap(c)
	case box:
		return c == box && bytes.IndexAny(t.text[i:min(end, i+len("│"))], "│┃┆┊║┌┬┐") == 0
	default:
		return c == t.sign
	}
}

// rowEnd returns the end of the row at i: the end of a line. If commas or semicolons
// separate the columns, line ends in quotes are part of the row.
func (t *table) rowEnd(i int) (end int) {
	end = t.text.LineEnd(i)
	for t.quotes() && i < end {
		if t.text[i] == '"' {
			if i = t.closing(i); i == 0 {
				return end
			} else if i > end {
				end = t.text.LineEnd(i)
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
		if t.text.EndsLine(i+1) || t.text[i+1] == t.sign {
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
func (t *table) row(start, end int) bool {
	line := bytes.TrimSpace(t.text[start:end])
	switch {
	case len(line) == 0 || string(line) == `\.` || t.isNumbers && line[0]-'0' > 9 && line[0] != '<':
		return false
	case IsRule(line), line[0] == '#' && t.isLog:
		return true
	case t.isIndented && t.text[start] != ' ':
		return false
	}
	n, before := t.split(start, end), 0
	switch {
	case t.isPlaced:
		return t.byPlace(start, end, n)
	case n == t.columns:
	case t.sign != ' ' && (!t.isNumbers || n != t.columns+1):
		return t.ragged(n)
	case n == t.columns+1 && n <= maxColumns:
		before = 1 // a number of the row
	default:
		return t.byPlace(start, end, n)
	}
	for k, cell := range t.cells[before:n] {
		if t.hidden[k] && cell.End > cell.Start {
			t.hide(cell)
		}
	}
	return true
}

// ragged hides the private cells of a row of n cells that has more or fewer than the
// header: a private value may hold separators. A row of one cell is none.
func (t *table) ragged(n int) bool {
	if n < 2 || n > maxColumns {
		return false
	}
	more := max(0, n-t.columns)
	for k := range min(n, t.columns) {
		if cell := (scan.Span{Start: t.cells[k].Start, End: t.cells[k+min(more, n-1-k)].End}); t.hidden[k] && cell.End > cell.Start {
			t.hide(cell)
			break
		}
	}
	return true
}

// isTight reports whether a row has one word for each column, and perhaps a number: values
// that fill their columns have one blank between them.
func (t *table) isTight(start, end int) bool {
	words := len(bytes.Fields(t.text[start:min(end, start+16*lex.MaxLine)]))
	return words == t.columns || words == t.columns+1
}

// byPlace hides the cells below the private columns of a header, in a row of n cells, as
// many as fit no other way.
func (t *table) byPlace(start, end, n int) bool {
	if bytes.Contains(t.text[start:end], []byte(lex.Mark)) {
		return true
	}
	isTight := (t.ruled || n == 1 && t.isTight(start, end)) && isASCII(t.text[start:end])
	if n < 2 && !isTight && !t.isPlaced && !t.isInColumn(start, t.cells[0]) || n > maxColumns {
		return false
	}
	if isTight {
		t.hideBelow(start, end)
		return true
	}
	for _, cell := range t.cells[:n] {
		for k := range t.columns {
			to := end
			if k+1 < t.columns {
				to = start + t.starts[k+1]
			}
			if t.hidden[k] && cell.Start < to && cell.End > start+t.starts[k] {
				t.hide(cell)
				break
			}
		}
	}
	return true
}

// isInColumn reports whether a cell of the row at start begins and ends with a column.
func (t *table) isInColumn(start int, cell scan.Span) bool {
	k := slices.Index(t.starts[:t.columns], cell.Start-start)
	return k == t.columns-1 || k >= 0 && cell.End < start+t.starts[k+1]
}

// hideBelow hides the text below the private columns, with all of the words that it cuts.
func (t *table) hideBelow(start, end int) {
	before := start
	for k := range t.columns {
		from, to := min(end, max(before, start+t.starts[k])), end
		if k+1 < t.columns {
			to = min(end, start+t.starts[k+1])
		}
		for from > before && from < end && t.text[from-1] > ' ' && t.text[from] > ' ' {
			from--
		}
		for to > start && to < end && t.text[to-1] > ' ' && t.text[to] > ' ' {
			to++
		}
		before = to
		if cell := t.text.Trimmed(scan.Span{Start: from, End: max(from, to)}); t.hidden[k] && cell.End > cell.Start {
			t.hide(cell)
		}
	}
}

// isASCII reports whether each character of a line is one byte.
func isASCII(line []byte) bool { return utf8.RuneCount(line) == len(line) }
