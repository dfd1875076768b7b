package loose

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// blockHeader returns the index of the line end after the "|" or ">" at i, which
// in YAML says that the value is the lines below, or i if there is none.
func blockHeader(text []byte, i int) (end int) {
	if i == len(text) || text[i] != '|' && text[i] != '>' {
		return i
	}
	end = i + 1
	for end < len(text) && (text[end] == '-' || text[end] == '+' || text[end]-'0' <= 9) {
		end++
	}
	if end = inLine(text, end); end < len(text) && !isLineEnd(text[end]) {
		return i
	}
	return end
}

// block returns the lines from the line end at i on that are indented deeper
// than the name, or are items of a list at its own indentation.
func (a *Assignments) block(of Assignment, i int) (lines scan.Span) {
	lines = scan.Span{Start: i, End: i}
	indent := a.indent(of.Name.Start)
	for i < len(a.text) {
		for i < len(a.text) && isLineEnd(a.text[i]) {
			i++
		}
		first := inLine(a.text, i)
		end := lineEnd(a.text, first)
		if first < end {
			if deep := first - i; deep < indent || deep == indent && !isItem(a.text[first:end]) {
				return lines
			}
			if lines.End == lines.Start {
				lines.Start = first
			}
			lines.End = blanksBack(a.text, first, end)
		}
		i = end
	}
	return lines
}

// indent is the column of a name that only blanks and the dashes of lists stand
// before, and else that of the first character of its line.
func (a *Assignments) indent(name int) int {
	start := 1 + bytes.LastIndexAny(a.text[:name], "\r\n")
	first := inLine(a.text, start)
	for i := first; ; i = inLine(a.text, i+1) {
		if i >= name-1 {
			return min(i, name) - start
		}
		if !isItem(a.text[i:]) {
			return first - start
		}
	}
}

// isItem reports whether a line begins like the item of a list.
func isItem(line []byte) bool {
	return line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
}
