package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/code"
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
)

// In source code, a literal is withheld, and an expression, a type or a bare word stays.
// Text counts as code only if the line of the name or the lines around it look like code.

// isCode reports whether the line at i, or those around it, are source code.
func (r *finder) isCode(i int) bool { return r.around.Holds(r.text, i) }

// inCode returns the literal of a value that begins at from in source code, or nothing
// if the value stays. Not code is data: all of the value goes.
func (r *finder) inCode(of Assignment, from int) (start, end int, isCode bool) {
	line := r.text[from:r.text.Near(from)]
	if code.IsReference(line) {
		return from, from, true
	}
	if r.text[of.Sign] == ':' && !of.Quoted {
		n, alone := code.Typed(line)
		if alone {
			return from, from, true
		}
		from, line = from+n, line[n:]
	}
	// The value of a quoted name may be a bare word of code if no backslash precedes the
	// quote, unlike in a string.
	first := lex.Text(line).At(0)
	mayBeWord := (first == '_' || lex.IsAlnum(first) && first > '9') && r.text.Before(of.Name.Start-1) != '\\'
	if r.isData(of, line) || of.Quoted && !mayBeWord {
		return from, 0, false
	}
	isCall := code.IsCall(line)
	assignsCall := isCall && (r.text[of.Sign] == '=' && r.isSpaced(of) || bytes.IndexByte(line[:bytes.IndexAny(line, "([")], '.') > 0)
	word := bytes.TrimRight(line, ",;) \t")
	repeats := len(word) < len(line) && bytes.Equal(word, r.text[of.Name.Start:of.Name.End]) // "password: password,"
	if !assignsCall && !repeats && !r.isCode(of.Name.Start) {
		return from, 0, false
	}
	if isCall {
		if start, end = code.DefaultIn(line); end > start {
			return from + start, from + end, true
		}
	}
	return from, r.literalEnd(of, from, line), true
}

// isData reports whether a line of code-like text is data: an assignment without blanks
// that fills its line, as in shells and dotenv files.
func (r *finder) isData(of Assignment, line []byte) bool {
	name := of.Name.Start
	if r.text[of.Sign] == ':' && of.Behind == of.Sign+2 && isPlaceholder(r.text[name:of.Name.End]) && r.text.BeginsItsLine(name) {
		return true // a variable of make
	}
	if r.text[of.Sign] != '=' || r.isSpaced(of) || of.Quoted || len(line) == 0 {
		return false
	}
	switch string(bytes.TrimSpace(r.text[r.text.LineStart(name):name])) {
	case "", "export", "set", "-e", "ENV", "declare -x", "env":
		return !lex.EndsWithAny(bytes.TrimRight(line, " \t"), ",", ";", ")") && !bytes.ContainsAny(line, "($`{")
	}
	return false
}

// isSpaced reports whether the sign has blanks on both sides.
func (r *finder) isSpaced(of Assignment) bool {
	return r.text.Before(of.Sign) == ' ' && r.text.At(of.Behind) == ' '
}

// literalEnd returns the end of the literal at the beginning of a value in code; from is
// none. That is quoted text, a number of four digits or more, or a list that begins with
// quoted text. A prefix of Python, C# or Rust, or backslashes, may precede quoted text.
func (r *finder) literalEnd(of Assignment, from int, line []byte) (end int) {
	e := r.ending(of, from)
	i := from
	for i < len(r.text) && i < from+2 && (lex.IsAlnum(r.text[i]) || r.text[i] == '@' || r.text[i] == '#') {
		i++
	}
	for i < len(r.text) && r.text[i] == '\\' {
		i++
	}
	if i < len(r.text) {
		if sign := r.text.QuoteAt(i); sign != nil && r.text.OpensQuote(from, i) {
			return e.quoteEnd(sign, i)
		}
	}
	if n := code.LongNumber(line); n > 0 {
		return from + n
	}
	if len(line) > 1 && lex.KindOf[line[0]] == lex.Opens && (lex.IsQuote(line[1]) || line[1] == '`') {
		return e.group(from)
	}
	return from
}
