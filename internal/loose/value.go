package loose

// value is what is assigned to a name: all up to the first comma, semicolon, line
// end or closing bracket outside the quotes and brackets that it opens itself;
// what is not closed takes the rest of the text. Behind a quoted name it may begin
// on a later line. Where the line of a bare name ends there, but for a comment, or
// that of any name ends in "|" or ">", the lines that are indented deeper are its
// value. It is empty where there is none.
type value struct {
	start, end int
	from, line int  // what brackets and quotes tell the end of: all but comments before it, and lines below
	block      bool // such lines are part of it
	quoted     bool // its name: comments in it are passed
}

func (a *Assignments) value(of Assignment) value {
	i := inLine(a.text, of.Behind)
	if i < len(a.text) && isLineEnd(a.text[i]) {
		if !of.Quoted {
			lines := a.block(of, i)
			return value{lines.Start, lines.End, i, i, true, false}
		}
		i = blanks(a.text, i)
	}
	from := passComments(a.text, i, of.Quoted)
	end := valueEnd(a.text, from, of.Quoted)
	v := value{start: i, end: blanksBack(a.text, i, end), from: from, line: end, quoted: of.Quoted}
	if end < len(a.text) && isLineEnd(a.text[end]) && opensBlock(a.text[i:v.end], of.Quoted) {
		if lines := a.block(of, end); lines.End > lines.Start {
			v.end, v.block = lines.End, true
		}
	}
	return v
}

// passComments passes the comments at i, and the lines that they end, if a quoted
// name stands before them: that is JSON, or was.
func passComments(text []byte, i int, quoted bool) int {
	for quoted && i < len(text) && isComment(text, i) {
		i, _ = readComment(text, i)
		i = blanks(text, i)
	}
	return i
}

// valueEnd returns the index of what ends the value at i.
func valueEnd(text []byte, i int, quoted bool) int {
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
		}
		i = pass(text, start, i, quoted)
	}
	return len(text)
}

// pass passes one byte of the value that begins at start, or all that stands in
// the quotes or in the comment that open there.
func pass(text []byte, start, i int, quoted bool) (next int) {
	switch text[i] {
	case '"', '\'', '`', 'u':
		if sign := quoteAt(text, i); sign != nil {
			return quoteEnd(text, sign, start, i)
		}
	case '/':
		if quoted && isComment(text, i) {
			next, _ = readComment(text, i)
			return next
		}
	}
	return i + 1
}
