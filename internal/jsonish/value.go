package jsonish

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/code"
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// finder finds the values of names in a text.
type finder struct {
	text      lex.Text
	to        int // the words end here
	floor     int // no value that was found reaches behind this place
	nesting   nesting
	around    code.Around
	armour    int // no line of armour ends behind this place; 0 is unknown
	record    record
	paragraph paragraph
}

// value is the value of a name. GUARANTEES, withholding defines its end. It is empty if
// there is none.
type value struct {
	start, end int
	from, line int  // spans whose brackets and quotes decide the end: all but comments before it, and lines below
	block      bool // such lines are part of it
	quoted     bool // its name: comments in it are passed
	passed     int  // the value was read up to here, after from
}

// value returns the value of a name with a sign.
func (r *finder) value(of Assignment) value {
	if of.URL {
		return value{start: of.Behind, end: userEnd(r.text, of.Name.Start, of.Behind), from: of.Behind, line: of.Behind}
	}
	i := r.text.InLine(of.Behind)
	if r.text[of.Sign] == ':' && lex.EndsWithAny(r.text[:of.Name.Start], "[", `["`) { // PHP prints [password:protected] => x
		if n := bytes.Index(r.text[i:min(len(r.text), i+lex.MaxPair)], []byte("=>")); n > 0 && lex.EndsWithAny(r.text[:i+n], "]", "] ") {
			i = r.text.InLine(i + n + len("=>"))
		}
	}
	if bytes.HasPrefix(r.text[i:], []byte("\x1b[")) { // a colour
		i += 1 + bytes.IndexByte(r.text[i:min(len(r.text), i+10)], 'm')
	}
	if v := r.behindTag(i); !of.Quoted && v.End > v.Start {
		return value{start: v.Start, end: v.End, from: v.Start, line: v.End}
	}
	if i < len(r.text) && lex.IsLineEnd(r.text[i]) {
		next := r.text.Blanks(i)
		if end := r.armoured(next); end > 0 {
			return value{start: next, end: end, from: next, line: next}
		}
		if !of.Quoted {
			return r.below(of, i)
		}
		i = next
	}
	from := i
	if of.Quoted { // such a text is JSON or a part of it
		from = r.text.PassComments(i)
		next := r.text.WrittenBlanks(from)
		if c := r.text.At(next); c == '\\' || lex.KindOf[c] == lex.Quotes || lex.KindOf[c] == lex.Opens {
			from = next
		}
	}
	if end := max(r.marked(from), r.armoured(from), r.heredoc(from)); end > 0 {
		return value{start: i, end: end, from: from, line: end, quoted: of.Quoted}
	}
	if start, codeEnd, isCode := r.inCode(of, from); isCode {
		if start > from {
			i, from = start, start
		}
		end := max(codeEnd, i)
		return value{start: i, end: end, from: from, line: end, quoted: of.Quoted}
	}
	return r.inData(of, i, from)
}

// behindTag returns the text behind the closing tag at i, up to the next tag in the line:
// <b>Password:</b> x<br>.
func (r *finder) behindTag(i int) (v scan.Span) {
	if r.text.At(i) != '<' || r.text.At(i+1) != '/' {
		return v
	}
	v.Start = i + 1 + bytes.IndexByte(r.text[i:min(len(r.text), i+10)], '>')
	if v.End = r.text.LineEnd(v.Start); v.Start == i {
		return scan.Span{}
	}
	if n := bytes.IndexByte(r.text[v.Start:v.End], '<'); n >= 0 {
		v.End = v.Start + n
	}
	return r.text.Trimmed(v)
}

// inData returns the value in data that begins at from, with comments from i on before it.
func (r *finder) inData(of Assignment, i, from int) value {
	head := r.text[i:min(len(r.text), i+lex.MaxPair)]
	if len(bytes.TrimLeft(head, ",;)]} \t")) == 0 { // no value, so its end is not looked for
		return value{start: i, end: i, from: from, line: i}
	}
	e := r.ending(of, from)
	end := e.find()
	v := value{start: i, end: max(i, r.text.BlanksBack(i, end)), from: from, line: end, quoted: of.Quoted}
	if !e.whole && end < len(r.text) && lex.IsLineEnd(r.text[end]) {
		if lines := r.goesOn(of, r.text[i:v.end], end, e.closes); lines > v.end {
			v.end, v.block = lines, true
		}
	}
	if !v.block && v.end > v.start+1 && (r.text[v.end-1] == ',' || r.text[v.end-1] == ';') {
		v.end = r.text.BlanksBack(v.start, v.end-1)
	}
	if len(bytes.TrimLeft(r.text[v.start:min(v.end, v.start+lex.MaxPair)], ",;)]} \t")) == 0 {
		v.end = v.start
	}
	return v
}

// below returns the value of a name whose line ends at i, behind the sign. That is the
// deeper lines, or else a word alone on the next line that looks like a secret.
func (r *finder) below(of Assignment, i int) value {
	if r.isCode(of.Name.Start) {
		return value{start: i, end: i, from: i, line: i}
	}
	lines := scan.Span{Start: i, End: i}
	if begins := r.text.BeginsItsLine(r.phraseStart(of.Name.Start)); begins || r.text[of.Sign] != '=' {
		lines = r.lines(of, i, begins && r.text[of.Sign] != '=') // a sentence ends at a blank line
	}
	if lines.End == lines.Start {
		word := r.wordBelow(i, false)
		if word.End == word.Start { // a paragraph of one word
			if word = r.wordBelow(i, true); !hasDigit(r.text[word.Start:word.End]) || !r.endsParagraph(word.End) {
				word.End = word.Start
			}
		}
		if LooksSecret(r.text[word.Start:word.End]) {
			return value{start: word.Start, end: word.End, from: word.Start, line: word.End}
		}
	}
	return value{start: lines.Start, end: lines.End, from: i, line: i, block: true}
}

// phraseStart returns the start of the words that may belong to a bare word at i.
func (r *finder) phraseStart(i int) int {
	for range mostBefore {
		i = r.text.WordBefore(i)
	}
	return i
}

// goesOn returns the end of the lines at i that continue the value. These are the lines of
// a block, or else the deeper lines up to a blank line. 0 is none.
func (r *finder) goesOn(of Assignment, line []byte, i int, inBrackets bool) (end int) {
	if opensBlock(line, of.Quoted) {
		if lines := r.lines(of, i, true); lines.End > lines.Start {
			return lines.End
		}
		return 0
	}
	if of.Quoted || inBrackets || len(line) == 0 || bytes.IndexByte([]byte(",;{(["), line[len(line)-1]) >= 0 || !r.text.BeginsItsLine(of.Name.Start) {
		return 0
	}
	next := r.text.NextLine(i)
	first := r.text.InLine(next)
	sign := next + of.Sign - r.text.LineStart(of.Sign)
	inSameColumn := sign < r.text.Near(next) && r.text[sign] == r.text[of.Sign] // as in right-aligned lists of names
	if first == next || inSameColumn || r.text[of.Sign] == '=' && r.startsPair(first) {
		return 0
	}
	return r.lines(of, i, false).End
}

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
	return i >= 0 && (line[i] == '|' || line[i] == '>') && (i == 0 || lex.IsGap(line[i-1]))
}

// lines returns the lines behind the line end at i that are deeper than the name. Items of
// a list at the indentation of the name count too. A blank line ends them unless blank is set.
func (r *finder) lines(of Assignment, i int, blank bool) (lines scan.Span) {
	lines = scan.Span{Start: i, End: i}
	indent := r.indent(of.Name.Start)
	for i < len(r.text) {
		if i = r.text.NextLine(i); !blank && r.text.IsBlankLine(i) {
			return lines
		}
		for i < len(r.text) && lex.IsLineEnd(r.text[i]) {
			i++
		}
		first := r.text.InLine(i)
		end := r.text.LineEnd(first)
		if first < end {
			if deep := first - i; deep < indent || deep == indent && !r.text[:end].IsItem(first) {
				return lines
			}
			if lines.End == lines.Start {
				lines.Start = first
			}
			lines.End = r.text.BlanksBack(first, end)
		}
		i = end
	}
	return lines
}

// indent returns the column of a name behind nothing but blanks and the dashes of lists.
// For any other name it returns the column of the first character of the line.
func (r *finder) indent(name int) int {
	start := 1 + bytes.LastIndexAny(r.text[:name], "\r\n")
	if start == 0 { // byte order marks and other wide blanks indent nothing here
		for c, size := utf8.DecodeRune(r.text); size > 1 && lex.IsBlank(c); c, size = utf8.DecodeRune(r.text[start:]) {
			start += size
		}
	}
	first := r.text.InLine(start)
	for i := first; ; i = r.text.InLine(i + 1) {
		if i >= name-1 {
			return min(i, name) - start
		}
		if !r.text.IsItem(i) {
			return first - start
		}
	}
}

// marked returns the end of the mark at i; 0 is none.
func (r *finder) marked(i int) (end int) {
	if bytes.HasPrefix(r.text[i:], []byte(Mark)) {
		return i + len(Mark)
	}
	return 0
}

// armoured returns the end of the armour, such as that of PEM, that begins at i; 0 is none.
func (r *finder) armoured(i int) (end int) {
	for i < len(r.text) && (lex.IsQuote(r.text[i]) || r.text[i] == '\\') {
		i++
	}
	if !bytes.HasPrefix(r.text[i:], []byte("-----BEGIN ")) {
		return 0
	}
	n := -1
	if r.armour <= i {
		n = bytes.Index(r.text[i:], []byte("-----END "))
	}
	if n < 0 {
		r.armour = len(r.text)
		end, _ = r.text.Paragraph(i, len(r.text))
		return end
	}
	end = i + n + len("-----END ")
	if n = bytes.Index(r.text[end:min(end+100, len(r.text))], []byte("-----")); n >= 0 {
		end += n + 5
	}
	for end < len(r.text) && bytes.IndexByte([]byte(`"'\`), r.text[end]) >= 0 {
		end++
	}
	return end
}

// heredoc returns the end of the lines of a heredoc value in shells, HCL and PHP, as in
// <<EOT; 0 is none. It gives up behind sixteen lines with << of their own, so that a text of such
// lines takes linear time.
func (r *finder) heredoc(i int) int {
	if !bytes.HasPrefix(r.text[i:], []byte("<<")) {
		return 0
	}
	end := r.text.Near(i)
	tag := bytes.Trim(r.text[i+2:end], "<-~ \t\"'")
	if len(tag) == 0 || len(tag) > lex.MaxPair {
		return 0
	}
	others := 0
	for n := 0; n < 1<<12 && end < len(r.text) && others <= 16; n++ {
		start := r.text.NextLine(end)
		end = r.text.LineEnd(start)
		if line := bytes.TrimSpace(r.text[start:end]); string(bytes.TrimRight(line, ";")) == string(tag) {
			return end
		} else if bytes.Contains(line, []byte("<<")) {
			others++
		}
	}
	return 0
}

// nesting is how many brackets are open before a place of a line.
type nesting struct{ at, depth int }

// depth returns how many brackets are open before i on its line.
func (r *finder) depth(i int) int {
	n := &r.nesting
	if i < n.at {
		*n = nesting{at: r.text.LineStart(i)}
	}
	if end := bytes.LastIndexAny(r.text[n.at:i], "\r\n"); end >= 0 {
		*n = nesting{at: n.at + end + 1}
	}
	for ; n.at < i; n.at++ {
		switch c := r.text[n.at]; {
		case lex.KindOf[c] == lex.Opens || c == '<':
			n.depth++
		case lex.KindOf[c] == lex.Shuts || c == '>':
			n.depth = max(0, n.depth-1)
		}
	}
	return n.depth
}
