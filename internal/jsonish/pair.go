package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/code"
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/table"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// pair is a name that no sign joins to its value.
type pair struct {
	*finder
	of         Assignment
	start, end int // the ends of the name, its quotes included
}

// byNotation finds the value of a pair, each function in one notation. The first value
// counts, so the notations with the most signs stand first.
var byNotation = [...]func(pair) scan.Span{
	pair.element, pair.escapedElement, pair.cell, pair.attribute, // markup
	pair.keyed, pair.beside, pair.arrow, pair.couple, // records and lists
	pair.argument, pair.flag, pair.set, // calls and command lines
	pair.multiline, pair.purpose, pair.said, pair.section, pair.aligned, pair.login, pair.listed, pair.answer, pair.heading, pair.alone, // lines
}

// joined returns the value of a name without a sign: in XML, a list of two, a command
// line, or the columns of a line. It is empty if there is none.
func (r *finder) joined(of Assignment) scan.Span {
	p := pair{finder: r, of: of, start: of.Name.Start, end: of.Name.End}
	if of.Quoted {
		p.start, p.end = p.start-1, p.end+1
	}
	if v, _ := p.typed(); v.End > v.Start {
		return v
	}
	if command := r.commandOf(of); command != "" {
		return p.behindCommand(command)
	}
	for _, find := range byNotation {
		if v := find(p); v.End > v.Start {
			if end := r.marked(v.Start); end > 0 {
				v.End = end
			}
			return v
		}
	}
	return scan.Span{}
}

// withSign returns the value of the pair as if the text[i:behind] was the sign.
func (p pair) withSign(i, behind int) scan.Span {
	of := p.of
	of.Sign, of.Behind, of.Bare = i, behind, false
	v := p.value(of)
	return scan.Span{Start: v.start, End: v.end}
}

// typed is the value of a declaration such as "Password string = \"v\"", with a type
// behind the name. A value that is no literal in quotes stays.
func (p pair) typed() (v scan.Span, isTyped bool) {
	words := p.text[:p.to]
	line := p.text[p.end:max(p.end, min(p.text.Near(p.end), p.to))]
	sign := bytes.IndexByte(line, '=')
	if p.of.Quoted || sign <= 0 || p.text.At(p.end+sign+1) == '=' {
		return v, false
	}
	kind := bytes.TrimSpace(line[:sign])
	if len(kind) == 0 || bytes.ContainsAny(kind, " \t\"'|") || !lex.IsAlnum(kind[0]) && bytes.IndexByte([]byte("*&["), kind[0]) < 0 {
		return v, false
	}
	start := words.InLine(p.end + sign + 1)
	if lex.KindOf[p.text.At(start)] != lex.Quotes {
		return v, true // so that not each name of a long line looks for its end
	}
	value := bytes.TrimRight(bytes.TrimSpace(words[start:words.LineEnd(start)]), ",;")
	if len(value) < 2 {
		return v, true
	}
	return scan.Span{Start: start, End: start + len(value)}, true
}

// token returns the mark, the literal or the word that begins at i.
func (r *finder) token(i int) scan.Span {
	end := i
	if i < len(r.text) && r.text[i] != 'u' {
		if mark := r.marked(i); mark > 0 {
			return scan.Span{Start: i, End: mark}
		}
		if sign := r.text.QuoteAt(i); sign != nil {
			e := ending{text: r.text, start: i}
			return scan.Span{Start: i, End: e.quoteEnd(sign, i)}
		}
	}
	for end < len(r.text) && (lex.KindOf[r.text[end]] == lex.Other || bytes.IndexByte([]byte("u/&|"), r.text[end]) >= 0) {
		end++
	}
	return scan.Span{Start: i, End: end}
}

// arrow is the value behind "->", "→", "<<<" of a shell, or "to" of Kotlin. It is the literal behind
// "<-" of R, and the default behind "||" or "??".
func (p pair) arrow() (v scan.Span) {
	i := p.text.InLine(p.end)
	switch rest := p.text[i:]; {
	case bytes.HasPrefix(rest, []byte("->")) && !p.isCode(p.of.Name.Start):
		return p.withSign(i, i+2)
	case bytes.HasPrefix(rest, []byte("→")):
		return p.withSign(i, i+len("→"))
	case lex.KindOf[p.text.At(i+3)] == lex.Quotes && (bytes.HasPrefix(rest, []byte("<- ")) || bytes.HasPrefix(rest, []byte("|| ")) || bytes.HasPrefix(rest, []byte("?? "))):
		return p.token(i + 3)
	case bytes.HasPrefix(rest, []byte("<<< ")), p.of.Quoted && bytes.HasPrefix(rest, []byte(`to "`)):
		return p.token(i + bytes.IndexByte(rest, ' ') + 1)
	}
	return v
}

// multiline is the text of a heredoc right behind the name, as in the outputs of GitHub.
func (p pair) multiline() (v scan.Span) {
	end := p.heredoc(p.end)
	if end == 0 {
		return v
	}
	return p.text.Trimmed(scan.Span{Start: p.text.LineEnd(p.end), End: p.text.LineStart(end)})
}

// purpose is the value behind the words for its use: "Password for 'https://a.b': x".
func (p pair) purpose() (v scan.Span) {
	i := p.end + len(" for ")
	if !bytes.HasPrefix(p.text[p.end:], []byte(" for ")) {
		return v
	}
	inQuotes := lex.IsQuote(p.text.At(i))
	if inQuotes {
		i = p.token(i).End
	} else {
		for i < len(p.text) && p.text[i] > ' ' && p.text[i] != ':' {
			i++
		}
	}
	if p.text.At(i) != ':' || p.text.At(i+1) != ' ' {
		return v
	}
	v = p.text.Trimmed(scan.Span{Start: i + 1, End: p.text.LineEnd(i + 1)})
	if !inQuotes && bytes.IndexByte(p.text[v.Start:v.End], ' ') >= 0 {
		return scan.Span{} // a sentence
	}
	return v
}

// assigning are the ends of functions, in lower case, that give their first argument the second
// one as its value or default.
var assigning = []string{"define", "put", "set", "add", "property", "putifabsent", "env", "header", "append", "insert",
	"cookie", "param", "field", "string", "map.of"}

// couple is the second one of two in brackets, or the literal behind a keyword of Lisp:
// ("password", "x"), (password . "x"), :password "x". The two are no arguments of a call,
// except of a function that gives its first argument the second one as its value.
func (p pair) couple() (v scan.Span) {
	before := p.start
	for p.text.Before(before) == ' ' && p.text.Before(before-1) == '(' {
		before--
	}
	opening := p.text.Before(before)
	i := p.text.InLine(p.end)
	switch {
	case lex.KindOf[opening] == lex.Opens && p.text.At(i) == ',':
		return p.second(p.text[:before-1], opening, p.text.InLine(i+1))
	case p.of.Quoted || i == p.end:
	case opening == '(':
		if p.text.At(i) == '.' {
			i = p.text.InLine(i + 1)
		}
		if c := p.text.At(i); lex.KindOf[c] == lex.Quotes && c != 'u' {
			return p.token(i)
		}
	case opening == ':' && lex.KindOf[p.text.Before(before-1)] != lex.Other:
		return p.token(i)
	}
	return v
}

// second is the literal at i, the second one of two behind an opening bracket. Behind a function,
// more arguments may follow. A parser of flags gets a default instead: ("--token", default="x").
func (p pair) second(function lex.Text, opening byte, i int) (v scan.Span) {
	isFunction := opening == '(' && len(function) > 0 && lex.IsAlnum(function[len(function)-1])
	if isFunction && p.of.Quoted && p.text[p.of.Name.Start] == '-' {
		n := bytes.Index(p.text[i:p.text.Near(i)], []byte("default="))
		if at := i + n + len("default="); n >= 0 && lex.IsQuote(p.text.At(at)) {
			return p.token(at)
		}
	}
	first := p.text.At(i) // of a literal or an expression
	assigns := (lex.IsQuote(first) || first >= '0' && first <= '9') && lex.EndsWithAny(bytes.ToLower(function[max(0, len(function)-lex.MaxPair):]), assigning...)
	if isFunction && !assigns || !p.of.Quoted && opening != '{' {
		return v
	}
	v = p.token(i)
	next := p.text.At(p.text.InLine(v.End))
	if isMore := isFunction && next == ',' && v.End > v.Start+2 && lex.IsQuote(p.text[v.Start]); isMore || lex.KindOf[next] == lex.Shuts {
		return v
	}
	return scan.Span{}
}

// section is all of a section of TOML or ini with the name: [main.password].
func (p pair) section() (v scan.Span) {
	i := p.text.InLine(p.end + len("]"))
	if p.text.At(p.end) != ']' || !p.text.EndsLine(i) || p.text.At(p.text.LineStart(p.start)) != '[' {
		return v
	}
	if v.Start = p.text.Blanks(i); bytes.IndexByte(p.text[v.Start:p.text.Near(v.Start)], '=') < 1 {
		return scan.Span{}
	}
	v.End = len(p.text)
	if n := bytes.Index(p.text[v.Start:], []byte("\n[")); n >= 0 {
		v.End = v.Start + n
	}
	return p.text.Trimmed(v)
}

// aligned is the second column of a line that begins with the name, or with a bar: a
// word, and behind a bar any text. A column of types may stand between.
func (p pair) aligned() (v scan.Span) {
	p = p.dressed()
	i, bar, ok := p.nextColumn()
	if _, isTyped := p.typed(); isTyped || !ok || !p.beginsColumn(p.start) && !p.beginsColumn(p.phraseStart(p.start)) && !endsPath(p.text, p.start, p.end) {
		return v
	}
	v = p.column(i, bar)
	if word := p.text[v.Start:v.End]; code.IsType(word) || bytes.HasPrefix(word, []byte("REG_")) {
		if i = p.text.InLine(v.End); i < v.End+2 && p.text.At(v.End) != '\t' || p.text.At(i) == '`' { // a tag of Go
			return scan.Span{}
		}
		v = p.column(i, bar)
	}
	dividers := "\t|"
	if !bar {
		dividers = " \t|"
	}
	word := p.text[v.Start:v.End]
	if len(word) == 0 || bytes.ContainsAny(word, dividers) || isPlaceholder(word) || table.IsRule(word) || p.text.At(p.text.LineStart(p.start)) != '|' && p.isCode(p.of.Name.Start) {
		return scan.Span{}
	}
	return v
}

// dressed returns the pair with the signs of Markdown around its name.
func (p pair) dressed() pair {
	for c := p.text.At(p.end); (c == '`' || c == '*') && p.text.Before(p.start) == c && p.text.At(p.end) == c; {
		p.start, p.end = p.start-1, p.end+1
	}
	return p
}

// column returns the column of a line that begins at i, or all of the line behind a bar.
func (r *finder) column(i int, bar bool) (v scan.Span) {
	line, _, _ := bytes.Cut(r.text[i:r.text.Near(i)], []byte("│"))
	v = r.text.Trimmed(scan.Span{Start: i, End: i + len(line)})
	for v.End > v.Start && r.text[v.End-1] == '|' {
		v = r.text.Trimmed(scan.Span{Start: v.Start, End: v.End - 1})
	}
	word := r.text[v.Start:v.End]
	if n := bytes.IndexAny(word, " \t|"); !bar && n > 0 && (word[n] == '\t' || bytes.HasPrefix(word[n:], []byte("  "))) {
		v.End = v.Start + n
	}
	return v
}

// endsPath reports whether text[start:end] ends a path in a column between tabs.
func endsPath(text lex.Text, start, end int) bool {
	if text.Before(start) != '/' || text.At(end) != '\t' {
		return false
	}
	head := text[text.LineStart(start):start]
	return bytes.LastIndexByte(head, '\t') == bytes.LastIndexAny(head, "\t ")
}

// beginsColumn reports whether a column begins before i: at the beginning of a line, or
// behind a bar or a tab.
func (p pair) beginsColumn(i int) bool {
	for i > 0 && p.text[i-1] == ' ' {
		i--
	}
	return p.text.BeginsItsLine(i) || p.text.Before(i) == '|' || p.text.Before(i) == '\t' || lex.EndsWithAny(p.text[:i], "│")
}

// nextColumn returns the start of the column behind the name. ok is true if a bar, a tab,
// two blanks or four dots separate them.
func (p pair) nextColumn() (start int, bar, ok bool) {
	dots := p.text.InLine(p.end)
	ok = dots >= p.end+2 || p.text.At(p.end) == '\t'
	i := dots
	for ; p.text.At(i) == '.'; i++ {
		ok, bar = ok || i == dots+3, i >= dots+3 && dots > p.end
	}
	for _, sign := range [...]string{"|", "│"} {
		if i = p.text.InLine(i); bytes.HasPrefix(p.text[i:], []byte(sign)) {
			if i += len(sign); p.text.At(i) == '|' { // two of MediaWiki
				i++
			}
			return p.text.InLine(i), true, true
		}
	}
	return i, bar, ok
}

// login is the word behind a name in a line of netrc.
func (p pair) login() (v scan.Span) {
	if p.text.At(p.end) != ' ' {
		return v
	}
	start := p.text.LineStart(p.start)
	isBelow := start > 0 && p.text.BeginsItsLine(p.start) && beginsLogin(p.text[p.text.LineStart(start-1):start])
	if !isBelow && !beginsLogin(p.text[start:p.start]) {
		return v
	}
	v = scan.Span{Start: p.end + 1, End: p.text.WordEnd(p.end + 1)}
	if string(p.text[v.Start:v.End]) == "string" { // a struct of Go with the names of netrc
		return scan.Span{}
	}
	return v
}

// beginsLogin reports whether a line begins with a name of netrc.
func beginsLogin(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte("login ")) || bytes.HasPrefix(line, []byte("default login ")) || bytes.HasPrefix(line, []byte("machine "))
}

// listed returns the value on the line below the name, as in a redis list, an etcd path or a
// printed list of R. The key may also be an explicit one of YAML: "? password", below ": x".
func (p pair) listed() (v scan.Span) {
	end := p.text.Near(p.end)
	if len(bytes.TrimSpace(p.text[p.end:min(end, p.end+lex.MaxPair)])) > 0 || end == len(p.text) {
		return v
	}
	head := p.text[p.text.LineStart(p.start):p.start]
	below := p.text.InLine(p.text.NextLine(end))
	line := p.text[below:p.text.Near(below)]
	n := bytes.IndexByte(line, ' ')
	switch {
	case p.of.Quoted && bytes.HasSuffix(head, []byte(") ")) && n > 0 && line[n-1] == ')':
		return p.token(below + n + 1)
	case string(bytes.TrimSpace(head)) == "?" && p.text.At(below) == ':':
		return p.withSign(below, below+1)
	case len(head) == 0 && p.text[p.of.Name.Start] == '$' && bytes.HasPrefix(line, []byte("[1] ")):
		return p.token(below + 4)
	case len(head) > 1 && head[0] == '/' && head[len(head)-1] == '/' && bytes.IndexByte(head, ' ') < 0 && n < 0 && len(line) > 0 && line[0] != '/' && line[0] != '.':
		return scan.Span{Start: below, End: p.text.LineEnd(below)}
	}
	return v
}

// alone is the word below a name that is alone on its line, if it has a digit and letters
// of both cases.
func (p pair) alone() (v scan.Span) {
	end := p.text.InLine(p.end)
	if end >= len(p.text) || !lex.IsLineEnd(p.text[end]) || !p.text.BeginsItsLine(p.start) {
		return v
	}
	below := p.wordBelow(end, false)
	if word := p.text[below.Start:below.End]; LooksSecret(word) && bytes.ContainsAny(word, digits) && !bytes.Equal(bytes.ToLower(word), word) && !bytes.Equal(bytes.ToUpper(word), word) {
		return below
	}
	return v
}

// isPlaceholder reports whether a word is a placeholder in the help of a command. The mark is none.
func isPlaceholder(word []byte) bool {
	return len(word) > 0 && !bytes.HasPrefix(word, []byte(Mark)) && (code.IsType(word) || bytes.IndexByte([]byte("<[{$("), word[0]) >= 0 || lex.IsLoud(word))
}
