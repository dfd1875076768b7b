package jsonish

import (
	"bytes"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/table"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// closing are the signs that may stand between a name and the end of its line. Examples are
// print(password) and a heading.
const closing = " \t\"'`)]}<>;%#=*:"

// printers are the first words of commands whose output is only the named value.
var printers = [...]string{"echo", "printenv", "print", "puts", "p", "Write-Output"}

// answer returns the first line below a command at a prompt, if the command ends with the
// name. The line is quoted text, or a word that looks like a secret. Below a printer it is any
// text. If the command goes on behind the name, the line is all of the output and has a digit.
func (p pair) answer() (v scan.Span) {
	line, behind, below := p.nextLine()
	prompt := promptEnd(line)
	if below == 0 || prompt == 0 {
		return v
	}
	if end := p.armoured(below); end > 0 {
		return scan.Span{Start: below, End: end}
	}
	command := bytes.TrimLeft(line[prompt:], " ")
	v, isResult := p.result(p.text.Trimmed(scan.Span{Start: below, End: p.text.LineEnd(below)}))
	text := p.text[v.Start:v.End]
	isPrinted := prints(command) && !isPlaceholder(text)
	switch {
	case len(text) == 0 || !isResult && promptEnd(text) > 0:
	case bytes.TrimSpace(line)[0] == '#' && !isPrinted: // a comment
	case lex.EndsWithAny(behind, "\\"): // the command goes on
	case len(behind) > 0 && (!hasDigit(bytes.Trim(text, `"'`)) || !p.endsParagraph(below) && promptEnd(p.text[p.text.NextLine(p.text.Near(below)):]) == 0):
	case lex.IsQuote(text[0]):
		return p.token(v.Start)
	case isPrinted || LooksSecret(text) && bytes.IndexByte(text, ' ') < 0 && !scan.IsOpener(text[0]):
		return v
	}
	return scan.Span{}
}

// prints reports whether a command prints only the value that it names. The command ends before
// the name.
func prints(command []byte) bool {
	return slices.ContainsFunc(printers[:], func(printer string) bool {
		rest, ok := bytes.CutPrefix(command, []byte(printer))
		return ok && len(rest) > 0 && (rest[0] == ' ' || rest[0] == '(') && bytes.IndexByte(bytes.TrimLeft(rest, " "), ' ') < 0
	})
}

// result returns a printed value without the signs that an interpreter writes before it.
// Examples are "=> 1" of Ruby, "[1] 1" of R, "Out[1]: 1" and "$1 = 0x1 1" of gdb.
func (p pair) result(v scan.Span) (value scan.Span, isResult bool) {
	for _, lead := range [...]struct{ begins, ends string }{{"=> ", "> "}, {"= ", "= "}, {"[1] ", "] "}, {"Out[", ": "}, {"$", "= "}} {
		line := p.text[v.Start:v.End]
		if n := bytes.Index(line, []byte(lead.ends)); n >= 0 && n < 8 && bytes.HasPrefix(line, []byte(lead.begins)) {
			v.Start, isResult = v.Start+n+len(lead.ends), true
			break
		}
	}
	if bytes.HasPrefix(p.text[v.Start:v.End], []byte("0x")) {
		v.Start = min(v.End, p.text.InLine(p.text.WordEnd(v.Start)))
	}
	return v, isResult
}

// nextLine returns the text before the name on its line, and the text behind it without closing
// signs. below is the start of the line below; 0 is none.
func (p pair) nextLine() (before, behind []byte, below int) {
	end := p.text.Near(p.end)
	rest := p.text[p.end:end]
	if end >= len(p.text) || !lex.IsLineEnd(p.text[end]) || len(rest) > lex.MaxPair {
		return nil, nil, 0
	}
	return p.text[p.text.LineStart(p.of.Name.Start):p.of.Name.Start], bytes.Trim(rest, closing), p.text.InLine(p.text.NextLine(end))
}

// promptEnd returns the index behind the prompt of a shell or an interpreter at the beginning
// of a line; 0 is none.
func promptEnd(line []byte) int {
	for i, c := range line[:min(len(line), lex.MaxPair)] {
		if i == 0 || c != ' ' {
			if c == '<' || c == '"' || c == '(' && i == 1 {
				return 0
			}
			continue
		}
		switch before := line[i-1]; before {
		case '>', '$', '#', '%':
			return i + 1
		case ':':
			if bytes.HasPrefix(line, []byte("In [")) {
				return i + 1
			}
		case ')':
			if line[0] == '(' {
				return i + 1
			}
		case ']':
			if line[0] == '[' {
				return i + 1
			}
		}
	}
	return 0
}

// heading returns the word that is all of the paragraph below a heading with the name, if it
// looks like a secret with a digit. Example: "## Password", a blank line, "hunter2secret".
func (p pair) heading() (v scan.Span) {
	before, behind, below := p.nextLine()
	head := before[:max(0, len(before)-(p.of.Name.Start-p.phraseStart(p.start)))]
	mark := bytes.TrimLeft(head, "#=*h123456.")
	isMarked := len(mark) < len(head) && (string(mark) == " " && head[0] != '*' || string(head) == "*" || string(head) == "**")
	if below == 0 || len(behind) > 0 || !isMarked && (len(head) > 0 || !table.IsRule(p.text[below:p.text.Near(below)])) {
		return v
	}
	word := p.wordBelow(p.text.Near(p.end), true)
	if !p.endsParagraph(word.End) || !hasDigit(p.text[word.Start:word.End]) {
		return v
	}
	return word
}

// hasDigit reports whether a word looks like a secret and has a digit.
func hasDigit(word []byte) bool { return LooksSecret(word) && bytes.ContainsAny(word, digits) }

// endsParagraph reports whether a blank line, a fence or a heading follows the line of i.
func (r *finder) endsParagraph(i int) bool {
	next := r.text.NextLine(r.text.Near(i))
	return r.text.EndsLine(r.text.InLine(next)) || r.isFence(next) || bytes.IndexByte([]byte("#=*h"), r.text[next]) >= 0
}

// isFence reports whether the line at i opens or closes a block of code in Markdown or Jira.
func (r *finder) isFence(i int) bool {
	begins := func(sign string) bool { return bytes.HasPrefix(r.text[i:], []byte(sign)) }
	return begins("```") || begins("~~~") || begins("{code") || begins("{noformat")
}

// wordBelow returns the word that is all of the line below the line end at i. A rule or the
// opening of a fence may stand between; if far is set, a blank line as well. It is empty if
// there is none, or for an assignment.
func (r *finder) wordBelow(i int, far bool) (word scan.Span) {
	start := r.text.NextLine(i)
	if table.IsRule(r.text[start:r.text.Near(start)]) {
		start = r.text.NextLine(r.text.Near(start))
	}
	fence := start
	if r.text.IsBlankLine(fence) {
		fence = r.text.NextLine(r.text.Near(fence))
	}
	if r.isFence(fence) {
		start = r.text.NextLine(r.text.Near(fence))
	} else if far {
		start = fence
	}
	word = r.text.Trimmed(scan.Span{Start: start, End: r.text.Near(start)})
	for word.End > word.Start+1 && r.text[word.Start] == '`' && r.text[word.End-1] == '`' {
		word.Start, word.End = word.Start+1, word.End-1
	}
	if bytes.ContainsAny(bytes.TrimRight(r.text[word.Start:word.End], "="), " \t,;:=\"'`(){}[]<>") {
		return scan.Span{}
	}
	return word
}

// paragraph remembers the paragraph of a place, and the table of names and values that begins it.
type paragraph struct {
	start, seen int // its beginning; blank lines before seen were found
	isRead      bool
	pairs       table.Pairs
}

// beside is the value in the row of the name, if the header of the table says so. Example:
// "name,type,value" and below "password,string,x".
func (p pair) beside() (v scan.Span) {
	at := &p.paragraph
	row := p.text.LineStart(p.start)
	if row < at.seen {
		*at = paragraph{start: row, seen: row}
	}
	for _, blank := range [...]string{"\n\n", "\n\r\n"} {
		if n := bytes.LastIndex(p.text[at.seen:row], []byte(blank)); n >= 0 {
			*at = paragraph{start: at.seen + n + len(blank), seen: at.seen}
		}
	}
	if at.seen = max(at.start, row-len("\n\r\n")); !at.isRead {
		at.isRead, at.pairs = true, table.PairsBelow(p.text[:row], at.start, isRole)
	}
	v = at.pairs.Value(p.text[:p.to], scan.Span{Start: p.start, End: p.end})
	if word := bytes.Trim(p.text[v.Start:v.End], "\"'`-"); len(word) == 0 || isPlaceholder(word) && !lex.IsLoud(word) {
		return scan.Span{}
	}
	return v
}

// isRole reports whether a column holds names, or values.
func isRole(name []byte) (ofNames, ofValues bool) {
	key := keyOf(name)
	return key == namingKey, key == valueKey || key == defaultKey
}
