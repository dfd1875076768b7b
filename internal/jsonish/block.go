package jsonish

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// opensBlock reports whether a YAML value begins on the line below. The line of its name
// then has nothing but a comment, or ends with "|" or ">" and at most two more signs.
func opensBlock(line []byte, quoted bool) bool {
	if bytes.HasPrefix(line, []byte("#")) && !quoted {
		return true
	}
	i := len(line) - 1
	for n := 0; n < 2 && i > 0 && (line[i] == '-' || line[i] == '+' || line[i]-'0' <= 9); n++ {
		i--
	}
	if i < 0 || line[i] != '|' && line[i] != '>' {
		return false
	}
	return i == 0 || line[i-1] == ' ' || line[i-1] == '\t'
}

// lines returns the lines from the line end at i on that are deeper than the name, or are
// items of a list at its indentation. A blank line ends them unless blank is set.
func (a *Assignments) lines(of Assignment, i int, blank bool) (lines scan.Span) {
	lines = scan.Span{Start: i, End: i}
	indent := a.indent(of.Name.Start)
	for i < len(a.text) {
		if i = nextLine(a.text, i); !blank && isBlankLine(a.text, i) {
			return lines
		}
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

// indent returns the column of a name behind nothing but blanks and the dashes of lists.
// For any other name it returns the column of the first character of the line.
func (a *Assignments) indent(name int) int {
	start := 1 + bytes.LastIndexAny(a.text[:name], "\r\n")
	if start == 0 {
		start = edge(a.text)
	}
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

// edge returns the index after the byte order marks and other blanks at the
// beginning of a text that indent nothing.
func edge(text []byte) (i int) {
	for {
		r, size := utf8.DecodeRune(text[i:])
		if size < 2 || !isBlank(r) {
			return i
		}
		i += size
	}
}

// isItem reports whether a line begins like the item of a list.
func isItem(line []byte) bool {
	return line[0] == '-' && (len(line) == 1 || line[1] == ' ' || line[1] == '\t')
}
