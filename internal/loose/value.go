package loose

import "github.com/seed-7aa78ce4/shape/internal/scan"

// Value returns what is assigned to a name: all up to the first comma, semicolon,
// line end or closing bracket outside the quotes and brackets that it opens
// itself; what is not closed takes the rest of the text. Behind a quoted name it
// may begin on a later line; where the line of a bare name ends there, but for
// a comment, or any line in "|" or ">", the lines that are indented deeper are of it. It is empty
// where there is none. It is read as far as it goes, and not remembered: where a
// value stays, a caller had better not ask.
func (a *Assignments) Value(of Assignment) scan.Span {
	i := inLine(a.text, of.Behind)
	if i < len(a.text) && isLineEnd(a.text[i]) {
		if !of.Quoted {
			return a.block(of, i)
		}
		i = blanks(a.text, i)
	}
	end := valueEnd(a.text, passComments(a.text, i, of.Quoted))
	value := scan.Span{Start: i, End: blanksBack(a.text, i, end)}
	if end < len(a.text) && isLineEnd(a.text[end]) && opensBlock(a.text[i:value.End], of.Quoted) {
		if lines := a.block(of, end); lines.End > lines.Start {
			value.End = lines.End
		}
	}
	return value
}

// passComments passes the comments at i, in which what ends a value does not, if a
// quoted name stands before them: that is JSON, or was.
func passComments(text []byte, i int, quoted bool) int {
	for quoted && i < len(text)-1 && text[i] == '/' && (text[i+1] == '/' || text[i+1] == '*') {
		i, _ = readComment(text, i)
		i = blanks(text, i)
	}
	return i
}

// valueEnd returns the index of what ends the value at i.
func valueEnd(text []byte, i int) int {
	start, depth := i, 0
	for i < len(text) {
		switch text[i] {
		case ',', ';', '\n', '\r':
			if depth == 0 {
				return i
			}
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return i
			}
			depth--
		case '"', '\'', '`', 'u':
			if sign := quoteAt(text, i); sign != nil {
				i = quoteEnd(text, sign, start, i)
				continue
			}
		}
		i++
	}
	return len(text)
}
