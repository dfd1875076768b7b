package table

import (
	"bytes"
	"iter"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// HideMarkup hides the cells of a table of HTML, MediaWiki, Jira or AsciiDoc below or beside
// the header cell that contains a name. It reads nothing before floor. It returns the index
// behind the table. ok is false if the name is in no header cell.
func HideMarkup(text lex.Text, floor int, name scan.Span, private func(name []byte) bool, hide func(cell scan.Span)) (end int, ok bool) {
	floor = max(floor, name.Start-16*lex.MaxLine)
	m := markup{text: text, private: private, hide: hide}
	head := text[floor:name.Start]
	line := floor + bytes.LastIndexByte(head, '\n') + 1
	if line == floor && floor > 0 && text[floor-1] != '\n' {
		line = name.Start // the line begins before the floor
	}
	switch above := bytes.TrimSpace(text[max(floor, line-lex.MaxPair):line]); {
	case lastTag(head, "<th") > lastTag(head, "</th"):
		if n := lastTag(head, "<tr"); n >= 0 {
			end = m.html(floor + n)
		}
	case text.At(line) == '!':
		for line > floor { // the first header cell of the row
			before := max(floor, 1+bytes.LastIndexByte(text[floor:line-1], '\n')+floor)
			if text.At(before) != '!' {
				break
			}
			line = before
		}
		end = m.wiki(line)
	case bytes.HasPrefix(text[line:], []byte("||")):
		end = m.jira(line)
		m.any = m.any && m.hid // else the line may be a row of MoinMoin with a name and a value
	case text.At(line) == '|' && bytes.HasSuffix(above, []byte("===")) && bytes.HasSuffix(bytes.TrimRight(above, "="), []byte("|")):
		if bytes.Contains(above, []byte("header")) || text.IsBlankLine(text.NextLine(text.LineEnd(line))) {
			end = m.asciidoc(line)
		}
	}
	return end, m.any
}

// lastTag returns the index of the last such tag, in any case, or -1.
func lastTag(text []byte, tag string) int {
	for n := len(text); ; {
		n = bytes.LastIndexByte(text[:n], '<')
		if n < 0 || len(text)-n >= len(tag) && bytes.EqualFold(text[n:n+len(tag)], []byte(tag)) {
			return n
		}
	}
}

// markup is a table whose header cells tell themselves apart.
type markup struct {
	text    lex.Text
	private func(name []byte) bool
	hide    func(cell scan.Span)
	any     bool // a header cell is private
	hid     bool // a cell was hidden
	column  int  // of the next cell
	beside  bool // a private header cell precedes in the row
	hidden  [maxColumns]bool
}

func (m *markup) newRow() { m.column, m.beside = 0, false }

// head reads a header cell.
func (m *markup) head(cell scan.Span) {
	name := m.text[cell.Start:cell.End]
	for bytes.HasPrefix(name, []byte("<")) { // tags in the cell
		_, name, _ = bytes.Cut(name, []byte(">"))
		name = bytes.TrimSpace(name)
	}
	if n := bytes.IndexByte(name, '<'); n >= 0 {
		name = name[:n]
	}
	name = bytes.Trim(name, "\"'`*_ \t")
	m.beside = len(name) > 0 && len(name) <= lex.MaxPair && m.private(name)
	if m.any = m.any || m.beside; m.column < maxColumns {
		m.hidden[m.column] = m.beside
	}
	m.column++
}

// data reads any other cell, and reports whether it was hidden.
func (m *markup) data(cell scan.Span) bool {
	isHidden := cell.End > cell.Start && (m.beside || m.column < maxColumns && m.hidden[m.column])
	if m.column++; isHidden && m.any {
		m.hid = true
		m.hide(cell)
	}
	return isHidden
}

// html reads the cells from the row at i to the end of the table.
func (m *markup) html(i int) int {
	for i < len(m.text) {
		n := bytes.IndexByte(m.text[i:], '<')
		if n < 0 {
			break
		}
		i += n
		tag := m.text[i:min(len(m.text), i+len("</table"))]
		i++
		switch {
		case bytes.EqualFold(tag, []byte("</table")):
			return i
		case len(tag) < 3:
		case bytes.EqualFold(tag[:3], []byte("<tr")):
			if m.column > 0 && !m.any {
				return i
			}
			m.newRow()
		case bytes.EqualFold(tag[:3], []byte("<td")), bytes.EqualFold(tag[:3], []byte("<th")) && !lex.IsAlnum(m.text.At(i+2)):
			near := m.text[:min(len(m.text), i+16*lex.MaxLine)]
			start := i + bytes.IndexByte(near[i:], '>') + 1
			if start == i {
				return i
			}
			i = len(near) // the end of a cell that does not end near
			for n := start; n+2 < len(near); n++ {
				if near[n] == '<' && near[n+1] == '/' && near[n+2]|0x20 == 't' {
					i = n
					break
				}
			}
			if cell := m.text.Trimmed(scan.Span{Start: start, End: i}); tag[2]|0x20 == 'd' {
				m.data(cell)
			} else {
				m.head(cell)
			}
			if i == len(near) {
				return i
			}
		}
		if !m.any && m.column >= maxColumns {
			break
		}
	}
	return i
}

// wiki reads the cells of MediaWiki from the header row at i to the end of the table.
func (m *markup) wiki(i int) int {
	goesOn := false // the cell before was hidden, and may have more lines
	for end := i; i < len(m.text); i = m.text.NextLine(end) {
		end = m.text.LineEnd(i)
		switch line := m.text[i:end]; {
		case len(line) == 0 || bytes.HasPrefix(line, []byte("|}")) || !m.any && m.column >= maxColumns:
			return i
		case bytes.HasPrefix(line, []byte("|-")):
			if !m.any {
				return i
			}
			m.newRow()
		case line[0] == '!':
			for cell := range m.cells(i+1, end, "!!") {
				m.head(cell)
			}
		case line[0] == '|':
			for cell := range m.cells(i+1, end, "||") {
				goesOn = m.data(cell)
			}
		case goesOn:
			m.hide(m.text.Trimmed(scan.Span{Start: i, End: end}))
		default:
			return i
		}
	}
	return i
}

// cells yields the cells of text[i:end] between signs, without the attributes before a bar.
func (m *markup) cells(i, end int, sign string) iter.Seq[scan.Span] {
	return func(yield func(scan.Span) bool) {
		for more := true; more; {
			cell := m.text[i:end]
			n := bytes.Index(cell, []byte(sign))
			if more = n >= 0; more {
				cell = cell[:n]
			}
			start := i + bytes.LastIndexByte(cell, '|') + 1
			if !yield(m.text.Trimmed(scan.Span{Start: start, End: i + len(cell)})) {
				return
			}
			i += len(cell) + len(sign)
		}
	}
}

// jira reads the cells of Jira from the row at i to the first line without a bar. Two bars
// begin a header cell. In MoinMoin they begin each cell, and names in the header are bold.
func (m *markup) jira(i int) int {
	isDressed := bytes.Contains(m.text[i:m.text.LineEnd(i)], []byte("'''"))
	for head := i; m.text.At(i) == '|' && (i == head || m.any); {
		m.newRow()
		end, mayBeHead := m.text.LineEnd(i), !isDressed || i == head
		if IsRule(m.text[i:end]) {
			i = end
		}
		for i < end {
			isHead := m.text.At(i+1) == '|' && mayBeHead
			for i < end && m.text[i] == '|' {
				i++
			}
			n := bytes.IndexByte(m.text[i:end], '|')
			if n < 0 {
				break
			}
			if cell := m.text.Trimmed(scan.Span{Start: i, End: i + n}); isHead {
				m.head(cell)
			} else {
				m.data(cell)
			}
			i += n
		}
		i = m.text.NextLine(end)
	}
	return i
}

// asciidoc reads the cells of AsciiDoc from the header line at i to the end of the table. A
// row may take several lines, and a line several rows.
func (m *markup) asciidoc(i int) int {
	columns, goesOn := 0, false
	for end := i; i < len(m.text); i = m.text.NextLine(end) {
		end = m.text.LineEnd(i)
		bar := bytes.IndexByte(m.text[i:end], '|')
		switch {
		case bytes.HasPrefix(m.text[i:end], []byte("|===")), columns > 0 && !m.any:
			return i
		case bar < 0 && goesOn && i < end:
			m.hide(m.text.Trimmed(scan.Span{Start: i, End: end}))
		case bar < 0:
		case columns == 0:
			for cell := range m.cells(i+bar+1, end, "|") {
				m.head(cell)
			}
			columns = m.column
		default:
			for cell := range m.cells(i+bar+1, end, "|") {
				if m.column >= columns {
					m.newRow()
				}
				m.beside = false
				goesOn = m.data(cell)
			}
		}
	}
	return i
}
