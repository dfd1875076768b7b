package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// joined returns the value of a name without a sign: in XML, a list of two, a command
// line, or the columns of a line. It is empty if there is none.
func (a *Assignments) joined(of Assignment) (v scan.Span) {
	before, after := of.Name.Start, of.Name.End
	if of.Quoted {
		before, after = before-1, after+1
	}
	if v, _ := a.typed(of, after); v.End > v.Start {
		return v
	}
	if a.commandOf(of) != "" {
		return a.command(of, after)
	}
	for _, find := range [...]func(*Assignments, Assignment, int, int) scan.Span{
		(*Assignments).element, (*Assignments).escapedElement, (*Assignments).cell, (*Assignments).attribute, (*Assignments).keyed,
		(*Assignments).arrow, (*Assignments).couple, (*Assignments).argument, (*Assignments).flag, (*Assignments).set,
		(*Assignments).aligned, (*Assignments).login, (*Assignments).listed, (*Assignments).explicit, (*Assignments).alone,
	} {
		if v = find(a, of, before, after); v.End > v.Start {
			break
		}
	}
	if v.End > v.Start && a.marked(v.Start) > 0 {
		v.End = a.marked(v.Start)
	}
	return v
}

// prev returns the byte before i; 0 at the beginning.
func (a *Assignments) prev(i int) byte {
	if i > 0 {
		return a.text[i-1]
	}
	return 0
}

// next returns the byte at i; 0 at the end.
func (a *Assignments) next(i int) byte {
	if i < len(a.text) {
		return a.text[i]
	}
	return 0
}

// element returns the text of an XML element with the given name. The element may have
// attributes.
func (a *Assignments) element(of Assignment, before, after int) (v scan.Span) {
	start := before
	if a.prev(start) == ':' {
		start = bareWord(a.text, start-1)
	}
	if of.Quoted || a.prev(start) != '<' {
		return v
	}
	n := bytes.IndexByte(a.text[after:min(len(a.text), after+maxLine)], '>')
	if n < 0 || a.prev(after+n) == '/' {
		return v
	}
	v.Start = after + n + 1
	v.End = a.closingTag(v.Start, a.text[start:after])
	if v.End == v.Start && bytes.IndexByte(a.text[after:v.Start], '<') < 0 {
		v.End = a.otherTag(v.Start)
	}
	return a.trimmed(v)
}

// escapedElement is the text of an XML element whose signs are escaped.
func (a *Assignments) escapedElement(_ Assignment, before, after int) (v scan.Span) {
	if !bytes.HasSuffix(a.text[:before], []byte("&lt;")) || !bytes.HasPrefix(a.text[after:], []byte("&gt;")) {
		return v
	}
	v.Start = after + 4
	v.End, _ = paragraph(a.text, v.Start, v.Start+1<<16)
	if n := bytes.Index(a.text[v.Start:v.End], []byte("&lt;")); n >= 0 {
		v.End = v.Start + n
	}
	return v
}

// closingTag returns the place of the tag that closes the element of a name, if it is one
// of the next tags. Opening tags count too, so that a text of opening tags takes linear
// time.
func (a *Assignments) closingTag(i int, name []byte) int {
	const tags = 128
	text := a.text[:min(len(a.text), i+1<<16)]
	at := i
	for range tags {
		n := bytes.IndexByte(text[at:], '<')
		if n < 0 {
			break
		}
		at += n + 1
		if a.next(at) == '/' && bytes.HasPrefix(a.text[at+1:], name) {
			return at - 1
		}
	}
	return i
}

// otherTag returns the place of the tag behind the word at i if it closes another element;
// else i.
func (a *Assignments) otherTag(i int) int {
	text := a.text[i:a.near(i)]
	if n := bytes.IndexAny(text, "< \t"); n > 0 && bytes.HasPrefix(text[n:], []byte("</")) {
		return i + n
	}
	return i
}

// cell returns the text of the element behind an element that contains the name. Examples
// are the value of a key in a property list and the next cell in HTML.
func (a *Assignments) cell(_ Assignment, before, after int) (v scan.Span) {
	if a.prev(before) != '>' || !bytes.HasPrefix(a.text[after:], []byte("</")) {
		return v
	}
	n := bytes.IndexByte(a.text[after:min(len(a.text), after+maxPair)], '>')
	if n < 0 {
		return v
	}
	i := blanks(a.text, after+n+1)
	if a.next(i) != '<' || a.next(i+1) == '/' {
		return v
	}
	return a.textOf(i)
}

// textOf is the text of the element whose tag begins at i.
func (a *Assignments) textOf(i int) (v scan.Span) {
	n := bytes.IndexByte(a.text[i:min(len(a.text), i+maxLine)], '>')
	if n < 0 || a.prev(i+n) == '/' {
		return v
	}
	v.Start = i + n + 1
	v.End = min(len(a.text), v.Start+1<<16)
	if n = bytes.IndexByte(a.text[v.Start:v.End], '<'); n >= 0 {
		v.End = v.Start + n
	}
	v.End, _ = paragraph(a.text, v.Start, v.End)
	return a.trimmed(v)
}

// attribute returns the value beside an attribute that contains the name, such as
// name="password" value="x". It also returns the text of such an element, and the part of
// a form.
func (a *Assignments) attribute(of Assignment, before, after int) (v scan.Span) {
	if !of.Quoted || a.prev(before) != '=' {
		return v
	}
	line := a.text[after:a.near(after)]
	for _, name := range [...]string{"value=", "content="} {
		if n := bytes.Index(line, []byte(name)); n >= 0 && bytes.IndexByte(line[:n], '>') < 0 {
			return a.token(after + n + len(name))
		}
	}
	if n := bytes.IndexByte(line, '>'); n >= 0 && a.prev(after+n) != '/' {
		return a.textOf(after)
	}
	if len(bytes.TrimSpace(line)) > 0 || after == len(a.text) {
		return v
	}
	end := a.near(after)
	if isBlankLine(a.text, nextLine(a.text, end)) { // the part of a form behind its header
		v.Start = blanks(a.text, end)
		v.End = lineEnd(a.text, v.Start)
	}
	return v
}

// arrow is the value behind "->".
func (a *Assignments) arrow(of Assignment, _, after int) (v scan.Span) {
	i := inLine(a.text, after)
	if !bytes.HasPrefix(a.text[i:], []byte("->")) {
		return v
	}
	of.Sign, of.Behind, of.Bare = i, i+2, false
	if a.isCode(of.Name.Start) {
		return v
	}
	all := a.value(of)
	return scan.Span{Start: all.start, End: all.end}
}

// couple is the second one of two in brackets, or the literal behind a keyword of Lisp:
// ("password", "x"), (password . "x"), :password "x".
func (a *Assignments) couple(of Assignment, before, after int) (v scan.Span) {
	for before > 0 && a.prev(before) == ' ' && a.prev(before-1) == '(' {
		before--
	}
	opening := a.prev(before)
	i := inLine(a.text, after)
	switch {
	case kindOf[opening] == opens && a.next(i) == ',':
		if !a.isArgument(of, before) {
			return a.lastToken(inLine(a.text, i+1))
		}
	case of.Quoted || i == after:
	case opening == '(':
		if a.next(i) == '.' {
			i = inLine(a.text, i+1)
		}
		if kindOf[a.next(i)] == quotes && a.next(i) != 'u' {
			return a.token(i)
		}
	case opening == ':' && kindOf[a.prev(before-1)] != other:
		return a.token(i)
	}
	return v
}

// isArgument reports whether the bracket before a name may open the arguments of a call,
// of a function that sets nothing.
func (a *Assignments) isArgument(of Assignment, before int) bool {
	opening := a.prev(before)
	if !of.Quoted && opening != '{' {
		return true
	}
	return opening == '(' && isAlnum(a.prev(before-1)) && !setsArgument(a.text[:before-1])
}

// lastToken is the literal or the word at i, if a closing bracket follows.
func (a *Assignments) lastToken(i int) (v scan.Span) {
	if v = a.token(i); kindOf[a.next(inLine(a.text, v.End))] == shuts {
		return v
	}
	return scan.Span{}
}

// setsArgument reports whether a text ends with a function that gives its first argument
// the second one as its value.
func setsArgument(text []byte) bool {
	for _, name := range [...]string{"define", "put", "set", "add", "Property", "putIfAbsent"} {
		if bytes.HasSuffix(text, []byte(name)) {
			return true
		}
	}
	return false
}

// token is the literal or the word that begins at i.
func (a *Assignments) token(i int) (v scan.Span) {
	v = scan.Span{Start: i, End: i}
	if i >= len(a.text) {
		return v
	}
	if sign := quoteAt(a.text, max(i, 1)); i > 0 && sign != nil && a.text[i] != 'u' {
		e := ending{text: a.text, start: i}
		v.End = e.quoteEnd(sign, i)
		return v
	}
	for v.End < len(a.text) && (kindOf[a.text[v.End]] == other || a.text[v.End] == 'u' || a.text[v.End] == '/' || a.text[v.End] == '&' || a.text[v.End] == '|') {
		v.End++
	}
	return v
}

// flag is the word behind a flag of a command line.
func (a *Assignments) flag(of Assignment, _, after int) (v scan.Span) {
	if a.text[of.Name.Start] != '-' || a.next(after) != ' ' {
		return v
	}
	v = a.token(after + 1)
	if v.End == v.Start || a.text[v.Start] == '-' || isPlaceholder(a.text[v.Start:v.End]) {
		return scan.Span{}
	}
	for v.End < len(a.text) && kindOf[a.text[v.End]] != breaks && a.text[v.End] != ' ' && a.text[v.End] != '\t' {
		v.End++
	}
	c := a.text[v.Start]
	end := inLine(a.text, v.End)
	ends := end >= len(a.text) || isLineEnd(a.text[end]) || a.text[end] == '-' || a.text[end] == '\\'
	if c == '"' || c == '\'' || LooksSecret(a.text[v.Start:v.End]) || ends && !a.isCode(of.Name.Start) {
		return v
	}
	return scan.Span{}
}

// isPlaceholder reports whether a word is the placeholder of a value in the help of a
// command.
func isPlaceholder(word []byte) bool {
	return types()[string(word)] || bytes.IndexByte([]byte("<[{$("), word[0]) >= 0 || isLoud(word)
}

// isLoud reports whether a word is in upper case.
func isLoud(word []byte) bool {
	for _, c := range word {
		if c < 'A' && c != '_' && c != '-' || c > 'Z' && c != '_' {
			return false
		}
	}
	return true
}

// LooksSecret reports whether a word has eight characters or more, and a digit or letters
// of mixed case.
func LooksSecret(word []byte) bool {
	if len(word) < 8 {
		return false
	}
	digit, letter, mixed := false, false, false
	for i, c := range word {
		digit = digit || c-'0' <= 9
		letter = letter || c|0x20 >= 'a' && c|0x20 <= 'z'
		mixed = mixed || i > 0 && c >= 'A' && c <= 'Z' && word[i-1] >= 'a' && word[i-1] <= 'z'
	}
	return letter && (digit || mixed)
}

// aligned is the second column of a line that begins with the name, or with a bar: a
// word, and behind a bar any text.
func (a *Assignments) aligned(of Assignment, before, after int) (v scan.Span) {
	i, bar, ok := a.nextColumn(after)
	if _, isTyped := a.typed(of, after); isTyped || !ok || !a.beginsColumn(before) && !a.beginsColumn(a.phraseStart(before)) {
		return v
	}
	v = a.columnAt(i, bar)
	word := a.text[v.Start:v.End]
	dividers := " \t|"
	if bar {
		dividers = "\t|"
	}
	if len(word) == 0 || bytes.ContainsAny(word, dividers) || isPlaceholder(word) || isRule(word) || a.isCode(of.Name.Start) {
		return scan.Span{}
	}
	return v
}

// beginsColumn reports whether a column begins before i: at the beginning of a line, or
// behind a bar or a tab.
func (a *Assignments) beginsColumn(i int) bool {
	for i > 0 && a.text[i-1] == ' ' {
		i--
	}
	return a.beginsItsLine(i) || a.prev(i) == '|' || a.prev(i) == '\t'
}

// phraseStart returns the start of the words that may belong to a bare word at i.
func (a *Assignments) phraseStart(i int) int {
	for range mostBefore {
		i = a.wordBefore(i)
	}
	return i
}

// nextColumn returns the start of the column behind a name that ends at i. ok is true if a
// bar, a tab, two blanks or four dots separate them.
func (a *Assignments) nextColumn(i int) (start int, bar, ok bool) {
	dots := inLine(a.text, i)
	ok = dots >= i+2 || a.next(i) == '\t'
	for i = dots; a.next(i) == '.'; i++ {
		ok = ok || i == dots+3
	}
	if i = inLine(a.text, i); a.next(i) == '|' {
		return inLine(a.text, i+1), true, true
	}
	return i, false, ok
}

// columnAt returns the text of the column at i. Without a bar before it, the column ends
// at a tab or two blanks. With one, only bars at the end of the line are left out.
func (a *Assignments) columnAt(i int, bar bool) (v scan.Span) {
	v = a.trimmed(scan.Span{Start: i, End: a.near(i)})
	for v.End > v.Start && a.text[v.End-1] == '|' {
		v = a.trimmed(scan.Span{Start: v.Start, End: v.End - 1})
	}
	if bar {
		return v
	}
	word := a.text[v.Start:v.End]
	if n := bytes.IndexAny(word, " \t|"); n > 0 && (word[n] == '\t' || bytes.HasPrefix(word[n:], []byte("  "))) {
		v.End = v.Start + n
	}
	return v
}

// typed is the value of a declaration such as "Password string = \"v\"", with a type
// behind the name. A value that is no literal in quotes stays.
func (a *Assignments) typed(of Assignment, after int) (v scan.Span, isTyped bool) {
	text := a.text[after:max(after, min(a.near(after), a.to))]
	sign := bytes.IndexByte(text, '=')
	if of.Quoted || sign <= 0 || a.next(after+sign+1) == '=' {
		return v, false
	}
	kind := bytes.TrimSpace(text[:sign])
	if len(kind) == 0 || bytes.ContainsAny(kind, " \t\"'|") || !isAlnum(kind[0]) && bytes.IndexByte([]byte("*&["), kind[0]) < 0 {
		return v, false
	}
	v.Start = inLine(a.text[:a.to], after+sign+1)
	if kindOf[a.next(v.Start)] != quotes {
		return scan.Span{}, true
	}
	value := bytes.TrimRight(bytes.TrimSpace(a.text[v.Start:lineEnd(a.text[:a.to], v.Start)]), ",;")
	if v.End = v.Start + len(value); len(value) < 2 {
		return scan.Span{}, true
	}
	return v, true
}

// login is the word behind a name in a line of netrc.
func (a *Assignments) login(of Assignment, before, after int) (v scan.Span) {
	if a.next(after) != ' ' {
		return v
	}
	start := a.lineStart(before)
	if !beginsLogin(a.text[start:before]) {
		if !a.beginsItsLine(before) || start == 0 || !beginsLogin(a.text[a.lineStart(start-1):start]) {
			return v
		}
	}
	v = scan.Span{Start: after + 1, End: after + 1}
	for v.End < len(a.text) && a.text[v.End] > ' ' {
		v.End++
	}
	if string(a.text[v.Start:v.End]) == "string" { // a struct of Go with the names of netrc
		return scan.Span{}
	}
	return v
}

// listed returns the value on the line below the name, as in a redis list, an etcd path or
// a printed list of R.
func (a *Assignments) listed(of Assignment, before, after int) (v scan.Span) {
	end := a.near(after)
	if len(bytes.TrimSpace(a.text[after:min(end, after+maxPair)])) > 0 || end == len(a.text) {
		return v
	}
	start := a.lineStart(before)
	head := a.text[start:before]
	below := inLine(a.text, nextLine(a.text, end))
	line := a.text[below:a.near(below)]
	n := bytes.IndexByte(line, ' ')
	switch {
	case of.Quoted && bytes.HasSuffix(head, []byte(") ")) && n > 0 && line[n-1] == ')':
		return a.token(below + n + 1)
	case len(head) == 0 && a.text[of.Name.Start] == '$' && bytes.HasPrefix(line, []byte("[1] ")):
		return a.token(below + 4)
	case len(head) > 1 && head[0] == '/' && head[len(head)-1] == '/' && bytes.IndexByte(head, ' ') < 0 && n < 0 && len(line) > 0 && line[0] != '/' && line[0] != '.':
		return scan.Span{Start: below, End: lineEnd(a.text, below)}
	}
	return v
}

// alone is the word below a name that is alone on its line, if it has a digit and letters
// of both cases.
func (a *Assignments) alone(_ Assignment, before, after int) (v scan.Span) {
	end := inLine(a.text, after)
	if end >= len(a.text) || !isLineEnd(a.text[end]) || !a.beginsItsLine(before) {
		return v
	}
	v = a.wordBelow(end)
	if word := a.text[v.Start:v.End]; LooksSecret(word) && bytes.ContainsAny(word, digits) && !bytes.Equal(bytes.ToLower(word), word) && !bytes.Equal(bytes.ToUpper(word), word) {
		return v
	}
	return scan.Span{}
}

const digits = "0123456789"

// beginsLogin reports whether a line begins with a name of netrc.
func beginsLogin(line []byte) bool {
	line = bytes.TrimSpace(line)
	return bytes.HasPrefix(line, []byte("login ")) || bytes.HasPrefix(line, []byte("machine "))
}

// trimmed is a span without the blanks at its ends.
func (a *Assignments) trimmed(v scan.Span) scan.Span {
	v.End = max(v.Start, v.End)
	for v.Start < v.End && a.text[v.Start] <= ' ' {
		v.Start++
	}
	for v.End > v.Start && a.text[v.End-1] <= ' ' {
		v.End--
	}
	return v
}
