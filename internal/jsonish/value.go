package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// value is the value of a name. GUARANTEES, withholding defines its end. It is empty if
// there is none.
type value struct {
	start, end int
	from, line int  // spans whose brackets and quotes decide the end: all but comments before it, and lines below
	block      bool // such lines are part of it
	quoted     bool // its name: comments in it are passed
}

func (a *Assignments) value(of Assignment) value {
	if of.Bare {
		s := a.joined(of)
		return value{start: s.Start, end: s.End, from: s.Start, line: s.End}
	}
	if of.URL {
		return value{start: of.Behind, end: userEnd(a.text, of.Name.Start, of.Behind), from: of.Behind, line: of.Behind}
	}
	i := inLine(a.text, of.Behind)
	if n := a.visibility(of, i); n > 0 {
		i = n
	}
	if n := colourAt(a.text, i); n > i {
		i = n
	}
	if i < len(a.text) && isLineEnd(a.text[i]) {
		if next := blanks(a.text, i); a.armoured(next) > 0 {
			return value{start: next, end: a.armoured(next), from: next, line: next}
		}
		if !of.Quoted {
			return a.below(of, i)
		}
		i = blanks(a.text, i)
	}
	from := passComments(a.text, i, of.Quoted)
	if next := writtenBlanks(a.text, from); of.Quoted && next < len(a.text) && (kindOf[a.text[next]] == quotes || kindOf[a.text[next]] == opens || a.text[next] == '\\') {
		from = next
	}
	if end := a.marked(from); end > 0 {
		return value{start: i, end: end, from: from, line: end, quoted: of.Quoted}
	}
	if start, end, code := a.inCode(of, from); code {
		if start > from {
			i, from = start, start
		}
		return value{start: i, end: max(end, i), from: from, line: max(end, i), quoted: of.Quoted}
	}
	if end := max(a.armoured(from), heredoc(a.text, from)); end > 0 {
		return value{start: i, end: end, from: from, line: end, quoted: of.Quoted}
	}
	return a.plainValue(of, i, from)
}

// plainValue is a value in data that begins at from, with comments from i on before it.
func (a *Assignments) plainValue(of Assignment, i, from int) value {
	e := a.ending(of, from)
	end := e.find()
	v := value{start: i, end: max(i, blanksBack(a.text, i, end)), from: from, line: end, quoted: of.Quoted}
	if !e.whole && end < len(a.text) && isLineEnd(a.text[end]) {
		if lines := a.goesOn(of, a.text[i:v.end], end, e.closes); lines > v.end {
			v.end, v.block = lines, true
		}
	}
	if !v.block && v.end > v.start+1 && (a.text[v.end-1] == ',' || a.text[v.end-1] == ';') {
		v.end = blanksBack(a.text, v.start, v.end-1)
	}
	if len(bytes.TrimLeft(a.text[v.start:min(v.end, v.start+maxPair)], ",;)]} \t")) == 0 {
		v.end = v.start
	}
	return v
}

// below returns the value of a name whose line ends at i, behind the sign. That is the
// deeper lines, or else a word alone on the next line that looks like a secret.
func (a *Assignments) below(of Assignment, i int) value {
	lines := scan.Span{Start: i, End: i}
	if a.isCode(of.Name.Start) {
		return value{start: i, end: i, from: i, line: i}
	} else if a.text[of.Sign] != '=' {
		lines = a.lines(of, i, a.beginsItsLine(a.phraseStart(of.Name.Start))) // a sentence ends at a blank line
	}
	if word := a.wordBelow(i); lines.End == lines.Start && LooksSecret(a.text[word.Start:word.End]) {
		return value{start: word.Start, end: word.End, from: word.Start, line: word.End}
	}
	return value{lines.Start, lines.End, i, i, true, false}
}

// wordBelow returns the word that is all of the line below the line end at i. It is empty
// if there is none, or if the line is an assignment.
func (a *Assignments) wordBelow(i int) (word scan.Span) {
	start := nextLine(a.text, i)
	word = a.trimmed(scan.Span{Start: start, End: a.near(start)})
	if bytes.ContainsAny(a.text[word.Start:word.End], " \t,;:=\"'`(){}[]<>") {
		return scan.Span{}
	}
	return word
}

// goesOn returns the end of the lines at i that continue the value. These are the lines of
// a block, or else the deeper lines up to a blank line.
func (a *Assignments) goesOn(of Assignment, line []byte, i int, inBrackets bool) (end int) {
	if opensBlock(line, of.Quoted) {
		if lines := a.lines(of, i, true); lines.End > lines.Start {
			return lines.End
		}
		return 0
	}
	if of.Quoted || inBrackets || len(line) == 0 || bytes.IndexByte([]byte(",;{(["), line[len(line)-1]) >= 0 {
		return 0
	}
	next := i + 1
	if a.text[i] == '\r' && next < len(a.text) && a.text[next] == '\n' {
		next++
	}
	if !a.beginsItsLine(of.Name.Start) || inLine(a.text, next) == next || a.isInSameColumn(of, next) || a.text[of.Sign] == '=' && a.startsPair(inLine(a.text, next)) {
		return 0
	}
	return a.lines(of, i, false).End
}

// isInSameColumn reports whether the line at next has the sign of the name in the same column,
// as in right-aligned lists of names.
func (a *Assignments) isInSameColumn(of Assignment, next int) bool {
	start := a.lineStart(of.Sign)
	sign := next + of.Sign - start
	return sign < a.near(next) && a.text[sign] == a.text[of.Sign]
}

// beginsItsLine reports whether only blanks, dashes of lists and a quote precede a name on
// its line.
func (a *Assignments) beginsItsLine(name int) bool {
	for name > 0 {
		switch c := a.text[name-1]; c {
		case ' ', '\t', '-', '"', '\'', '$':
			name--
		default:
			return isLineEnd(c)
		}
	}
	return true
}

// marked returns the end of the mark at i; 0 is none.
func (a *Assignments) marked(i int) (end int) {
	if bytes.HasPrefix(a.text[i:], []byte(Mark)) {
		return i + len(Mark)
	}
	return 0
}

// passComments passes the comments at i and the lines that they end, if a quoted name
// precedes them. Such a text is JSON or a part of it.
func passComments(text []byte, i int, quoted bool) int {
	for quoted && i < len(text) && isComment(text, i) {
		i, _ = readComment(text, i)
		i = blanks(text, i)
	}
	return i
}

// pass passes one byte of the value that begins at start, or the whole quoted text or
// comment that opens there.
func pass(text []byte, start, i int, quoted bool) (next int) {
	switch text[i] {
	case '"', '\'', '`', 'u':
		if sign := quoteAt(text, i); sign != nil && opensQuote(text, start, i) {
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

// opensQuote reports whether a quote at i may begin a token of a value that begins at
// start. No letter or digit may precede it, except for the prefixes of Python strings. A
// double quote behind a backslash qualifies: the blank before it may be an escape.
func opensQuote(text []byte, start, i int) bool {
	sign, quote := text[i], i
	for i > start && text[i-1] == '\\' {
		i--
	}
	if i == start || i < quote && sign != '\'' {
		return true
	}
	c := text[i-1]
	if c >= 0x80 {
		return false
	}
	if c == 'b' || c == 'r' || c == 'u' || c == 'f' || c == 'B' || c == 'R' || c == 'U' || c == 'F' {
		return i-1 == start || !isAlnum(text[i-2])
	}
	return !isAlnum(c)
}

func isAlnum(c byte) bool { return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'z' }

// visibility returns the start of the value behind a name with its visibility, as PHP
// prints it: [password:protected] => x. 0 is none.
func (a *Assignments) visibility(of Assignment, i int) int {
	if a.prev(of.Name.Start) != '[' || a.text[of.Sign] != ':' {
		return 0
	}
	n := bytes.Index(a.text[i:min(len(a.text), i+maxPair)], []byte("] => "))
	if n < 0 {
		return 0
	}
	return i + n + len("] => ")
}

// colourAt returns the end of the escape of a terminal at i; i is none.
func colourAt(text []byte, i int) int {
	if i+2 < len(text) && text[i] == 0x1b && text[i+1] == '[' {
		if n := bytes.IndexByte(text[i:min(len(text), i+10)], 'm'); n > 0 {
			return i + n + 1
		}
	}
	return i
}

// heredoc returns the end of the lines of a heredoc value in shells and HCL, as in <<EOT;
// 0 is none. It gives up behind sixteen lines with << of their own, so that a text of such
// lines takes linear time.
func heredoc(text []byte, i int) int {
	if !bytes.HasPrefix(text[i:], []byte("<<")) {
		return 0
	}
	end := lineEnd(text[:min(len(text), i+maxLine)], i)
	tag := bytes.Trim(text[i+2:end], "-~ \t\"'")
	if len(tag) == 0 || len(tag) > maxPair {
		return 0
	}
	others := 0
	for n := 0; n < 1<<12 && end < len(text) && others <= 16; n++ {
		start := nextLine(text, end)
		end = lineEnd(text, start)
		if line := bytes.TrimSpace(text[start:end]); string(line) == string(tag) {
			return end
		} else if bytes.Contains(line, []byte("<<")) {
			others++
		}
	}
	return 0
}
