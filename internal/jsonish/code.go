package jsonish

import (
	"bytes"
	"sync"
)

// In source code, a literal is withheld, and an expression, a type or a bare word stays.
// Text counts as code only if the line of the name or the lines around it look like code.

// inCode returns the literal of a value that begins at from in source code, or nothing
// if the value stays. Not code is data: all of the value goes.
func (a *Assignments) inCode(of Assignment, from int) (start, end int, code bool) {
	line := a.text[from:a.near(from)]
	if isReference(line) {
		return from, from, true
	}
	if a.text[of.Sign] == ':' && !of.Quoted && isTyped(line) {
		n := defaultOf(line)
		if n == 0 && isTypeAlone(line) {
			return from, from, true
		}
		from, line = from+n, line[n:]
	}
	if a.isData(of, line) || of.Quoted && !a.mayBeWord(of, line) || !a.readsAsCode(of, line) {
		return from, 0, false
	}
	start, end = a.literalIn(of, from, line)
	return start, end, true
}

// isTypeAlone reports whether no value follows the type at the start of a line.
func isTypeAlone(line []byte) bool {
	n := len(typeWord(line))
	return n == len(line) || !isAlnum(line[n]) && line[n] != ' ' && line[n] != '-'
}

// readsAsCode reports whether the value, or the text around it, is source code.
func (a *Assignments) readsAsCode(of Assignment, line []byte) bool {
	return a.assignsCall(of, line) || a.repeats(of, line) || a.isCode(of.Name.Start)
}

// assignsCall reports whether the value is a function call in code. The equals sign then
// stands between blanks, or the name of the function has a dot.
func (a *Assignments) assignsCall(of Assignment, line []byte) bool {
	if !isCall(line) {
		return false
	}
	isSpaced := a.text[of.Sign] == '=' && a.isSpaced(of)
	return isSpaced || bytes.IndexByte(line[:bytes.IndexAny(line, "([")], '.') > 0
}

// literalIn returns the literal of a value in code: the default value in a call, or the
// literal that begins the value. It is empty if there is none.
func (a *Assignments) literalIn(of Assignment, from int, line []byte) (start, end int) {
	if isCall(line) {
		if start, end = defaultIn(line); end > start {
			return from + start, from + end
		}
	}
	if end, ok := a.ending(of, from).codeLiteral(line); ok {
		return from, end
	}
	return from, from
}

// mayBeWord reports whether the value of a quoted name may be a bare word of code. The
// quotes then have no backslashes, unlike those in a string, and the value begins with a
// letter.
func (a *Assignments) mayBeWord(of Assignment, line []byte) bool {
	return len(line) > 0 && (line[0] == '_' || line[0]|0x20 >= 'a' && line[0]|0x20 <= 'z') && a.prev(of.Name.Start-1) != '\\'
}

// repeats reports whether a value is its own name, as in code: "password: password,".
func (a *Assignments) repeats(of Assignment, line []byte) bool {
	word := bytes.TrimRight(line, ",;) \t")
	return len(word) < len(line) && bytes.Equal(word, a.text[of.Name.Start:of.Name.End])
}

// isData reports whether a line of code-like text is data: an assignment without blanks
// that fills its line, as in shells and dotenv files.
func (a *Assignments) isData(of Assignment, line []byte) bool {
	if a.text[of.Sign] == ':' && of.Behind == of.Sign+2 && isPlaceholder(a.text[of.Name.Start:of.Name.End]) && a.beginsItsLine(of.Name.Start) {
		return true // a variable of make
	}
	if a.text[of.Sign] != '=' || a.isSpaced(of) || of.Quoted || len(line) == 0 {
		return false
	}
	start := a.lineStart(of.Name.Start)
	before := bytes.TrimSpace(a.text[start:of.Name.Start])
	switch string(before) {
	case "", "export", "set", "-e", "ENV", "declare -x", "env":
	default:
		return false
	}
	if endsWithAny(bytes.TrimRight(line, " \t"), ",", ";", ")") {
		return false
	}
	return !bytes.ContainsAny(line, "($`{")
}

// isSpaced reports whether the sign has blanks on both sides.
func (a *Assignments) isSpaced(of Assignment) bool {
	return of.Sign > 0 && a.text[of.Sign-1] == ' ' && of.Behind < len(a.text) && a.text[of.Behind] == ' '
}

// codeLiteral returns the end of a literal at the beginning of a value. That is quoted
// text, a number of four digits or more, or a list that begins with quoted text.
func (e *ending) codeLiteral(line []byte) (end int, ok bool) {
	if end, ok = e.quotedLiteral(); ok {
		return end, true
	}
	if n := longNumber(line); n > 0 {
		return e.start + n, true
	}
	if len(line) > 1 && kindOf[line[0]] == opens && (isQuote(line[1]) || line[1] == '`') {
		return e.group(e.start), true
	}
	return 0, false
}

// quotedLiteral returns the end of quoted text. A Python prefix or backslashes may precede
// it.
func (e *ending) quotedLiteral() (end int, ok bool) {
	i := e.start
	for i < len(e.text) && i < e.start+2 && isAlnum(e.text[i]) {
		i++
	}
	for i < len(e.text) && e.text[i] == '\\' {
		i++
	}
	if i == 0 || i == len(e.text) {
		return 0, false
	}
	sign := quoteAt(e.text, i)
	if sign == nil || !opensQuote(e.text, e.start, i) {
		return 0, false
	}
	return e.quoteEnd(sign, i), true
}

// longNumber returns the length of a number of four digits or more; 0 is none.
func longNumber(line []byte) (n int) {
	for n < len(line) && (line[n]-'0' <= 9 || line[n] == '.' || line[n] == '_') {
		n++
	}
	if n < 4 || n < len(line) && isAlnum(line[n]) {
		return 0
	}
	return n
}

// isReference reports whether a value is only a reference to another one, such as
// ${NAME} and {{ .Values.name }}.
func isReference(line []byte) bool {
	line = bytes.Trim(line, " \t\"'`,;")
	switch {
	case bytes.HasPrefix(line, []byte("${")) || bytes.HasPrefix(line, []byte("$(")):
		n := bytes.IndexAny(line, "})")
		return n == len(line)-1 || n == len(line)-2 && bytes.HasSuffix(line, []byte("}}"))
	case bytes.HasPrefix(line, []byte("{{")):
		return bytes.Index(line, []byte("}}")) == len(line)-2
	}
	return false
}

// types are the words that name a type in common languages.
var types = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, w := range bytes.Fields([]byte(`string str String int int64 Int Integer number Number float Float double
		bool boolean Boolean bytes Bytes byte any Any unknown object Object void None null nil undefined never char
		text Text secret SecretStr EmailStr Optional Option Union Vec List list dict Dict Array array Record Promise
		Callable Iterable Sequence uint u8 u32 u64 i32 i64 usize f64 varchar VARCHAR TEXT NULL uuid UUID symbol bigint
		Vec Box Result Maybe Token SecureString`)) {
		words[string(w)] = true
	}
	return words
})

// typeWord returns the word at the beginning of a line, without the sign of a reference.
func typeWord(line []byte) []byte {
	n := 0
	for n < len(line) && (line[n] == '&' || line[n] == '*') {
		n++
	}
	for n < len(line) && (isAlnum(line[n]) || line[n] == '_') {
		n++
	}
	return line[:n]
}

// isTyped reports whether a value begins with the name of a type.
func isTyped(line []byte) bool {
	word := typeWord(line)
	if len(word) == 0 || !types()[string(bytes.TrimLeft(word, "&*"))] {
		return false
	}
	if len(word) == len(line) {
		return true
	}
	c := line[len(word)]
	return bytes.IndexByte([]byte(" ,;=)[]<|?}\"'"), c) >= 0
}

// defaultOf returns the length of a type and an equals sign before a default value.
func defaultOf(line []byte) int {
	n := bytes.IndexByte(line, '=')
	if n < 0 || n+1 >= len(line) || line[n+1] == '=' || line[n+1] == '>' || n > maxPair {
		return 0
	}
	for n++; n < len(line) && line[n] == ' '; n++ {
	}
	return n
}

// isCall reports whether a value is a call, such as os.getenv("X").
func isCall(line []byte) bool {
	n := 0
	for n < len(line) && (isAlnum(line[n]) || bytes.IndexByte([]byte("_.:&*$>-"), line[n]) >= 0) {
		n++
	}
	if n == 0 || n == len(line) || line[n] != '(' && line[n] != '[' || line[0]-'0' <= 9 {
		return false
	}
	end := bytes.TrimRight(line, " \t;,")
	return end[len(end)-1] == ')' || end[len(end)-1] == ']'
}

// region is the kind of text around a name.
type region struct {
	from, to int
	code     bool
}

const (
	regionStep = 512
	around     = 768 // bytes on each side
)

// isCode reports whether the line at i, or those around it, are source code.
func (a *Assignments) isCode(i int) bool {
	if start := a.lineStart(i); start == 0 || isLineEnd(a.text[start-1]) {
		line := a.text[start:a.near(i)]
		if isLogged(line) {
			return false
		}
		if codeLine(line) == certain {
			return true
		}
	}
	if a.look.from <= i && i < a.look.to {
		return a.look.code
	}
	a.look.from = i / regionStep * regionStep
	a.look.to = a.look.from + regionStep
	code, all := 0, 0
	text := a.text[max(0, a.look.from-around):min(len(a.text), a.look.to+around)]
	for len(text) > 0 {
		n := min(lineEnd(text, 0)+1, len(text))
		switch codeLine(text[:n]) {
		case certain, likely:
			code, all = code+1, all+1
		case unlikely:
			all++
		}
		text = text[n:]
	}
	a.look.code = code > 1 && 2*code >= all
	return a.look.code
}

// isLogged reports whether a line begins like one of a log.
func isLogged(line []byte) bool {
	line = bytes.TrimLeft(line, " \t[")
	return len(line) > 4 && line[0]-'0' <= 9 && line[1]-'0' <= 9 && (line[4]-'0' <= 9 || line[2] == ':' || line[2] == '/' || line[4] == '-')
}

// The looks of a line.
const (
	empty = iota
	unlikely
	likely
	certain
)

// codeLine returns the evidence that a line is source code.
func codeLine(line []byte) int {
	line = bytes.TrimSpace(line)
	if len(line) < 3 || bytes.IndexByte([]byte("{}[]()"), line[0]) >= 0 && len(line) < 4 {
		return empty
	}
	last := line[len(line)-1]
	word := line
	if n := bytes.IndexAny(line, " (:.;"); n >= 0 {
		word = line[:n]
	}
	if k, ok := keywords()[string(word)]; ok {
		if k == certain && len(word) < len(line) || bytes.ContainsAny(line, "(){};=") || last == ':' {
			return certain
		}
	}
	switch {
	case beginsWithAny(line, "//", "/*", "* ", "# "):
		return empty
	case beginsWithAny(line, "at ", "- "):
		return unlikely
	case endsWithAny(line, ");", ") {", "):", "),"):
		return likely
	case last == ';' || last == '{' || last == '(':
		return likely
	case last == ')' && hasCall(line):
		return likely
	case containsAny(line, " := ", " == ", " != ", " && ", " || ", "() "):
		return likely
	}
	return unlikely
}

// hasCall reports whether a bracket opens right behind a letter, with no blank before it
// in its word.
func hasCall(line []byte) bool {
	n := bytes.IndexByte(line, '(')
	return n > 0 && (isAlnum(line[n-1]) || line[n-1] == '_')
}

// keywords begin lines of code: always, or if a sign of code follows.
var keywords = sync.OnceValue(func() map[string]int {
	words := map[string]int{}
	for _, w := range bytes.Fields([]byte(`def class func fn public private protected static const async await elif throw raise
		assert self this #include #define function struct enum interface typedef namespace extern val var let pub impl
		import require`)) {
		words[string(w)] = certain
	}
	for _, w := range bytes.Fields([]byte(`if for while return with case from type use package export switch try catch except
		else do yield lambda del print int char bool void unsigned auto local my new defer go select goto break continue
		val end module template using }`)) {
		if words[string(w)] == 0 {
			words[string(w)] = likely
		}
	}
	return words
})

// defaultIn is the literal at the end of a call: os.getenv("X", "default").
func defaultIn(line []byte) (start, end int) {
	end = len(bytes.TrimRight(line, ");, "))
	if end < 2 || line[end-1] != '"' && line[end-1] != '\'' {
		return 0, 0
	}
	start = bytes.LastIndexByte(line[:end-1], line[end-1])
	before := bytes.TrimRight(line[:max(start, 0)], " ")
	if len(before) == 0 || before[len(before)-1] != ',' {
		return 0, 0
	}
	return start, end
}

func beginsWithAny(line []byte, signs ...string) bool {
	for _, sign := range signs {
		if len(line) >= len(sign) && string(line[:len(sign)]) == sign {
			return true
		}
	}
	return false
}

func endsWithAny(line []byte, signs ...string) bool {
	for _, sign := range signs {
		if len(line) >= len(sign) && string(line[len(line)-len(sign):]) == sign {
			return true
		}
	}
	return false
}

func containsAny(line []byte, signs ...string) bool {
	for _, sign := range signs {
		if bytes.Contains(line, []byte(sign)) {
			return true
		}
	}
	return false
}
