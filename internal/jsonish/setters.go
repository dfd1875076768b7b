package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// setters are the first words of lines that give a name a value.
var setters = [...]string{"set", "setenv", "setx", "set -gx", "#define", "define", "(define", "ENV", "SetEnv", "WITH", "proxy_set_header"}

// set returns the value behind a name and a blank in lines such as "setenv PASSWORD x".
// That is a literal, or a word that fills its line and looks like a secret.
func (a *Assignments) set(of Assignment, _, after int) (v scan.Span) {
	if of.Quoted || a.next(after) != ' ' {
		return v
	}
	head := bytes.TrimSpace(a.text[a.lineStart(of.Name.Start):of.Name.Start])
	switch {
	case endsWithSetter(head), isQuote(a.next(after+1)) && namesAccount(head):
		return a.setTo(after + 1)
	case len(head) > 0:
		return v
	}
	v = a.trimmed(scan.Span{Start: after + 1, End: a.near(after + 1)})
	word := bytes.TrimSuffix(a.text[v.Start:v.End], []byte(";"))
	v.End = v.Start + len(word)
	literal := isQuote(a.next(after+1)) && len(word) > 1 && word[len(word)-1] == word[0]
	if literal || bytes.IndexByte(word, ' ') < 0 && LooksSecret(word) {
		return v
	}
	return scan.Span{}
}

// endsWithSetter reports whether a text ends with a word that gives a name a value.
func endsWithSetter(text []byte) bool {
	for _, word := range setters {
		if endsWithWord(text, word) {
			return true
		}
	}
	return false
}

// namesAccount reports whether a text is the beginning of a statement of SQL about a user
// or a role.
func namesAccount(text []byte) bool {
	text = bytes.ToUpper(text)
	return (bytes.Contains(text, []byte("ALTER ")) || bytes.Contains(text, []byte("CREATE "))) &&
		(bytes.Contains(text, []byte(" USER ")) || bytes.Contains(text, []byte(" ROLE ")))
}

// setTo returns the value at i in a line that sets a name: a literal, or the rest of the
// line without its ending sign.
func (a *Assignments) setTo(i int) (v scan.Span) {
	if isQuote(a.next(i)) {
		return a.token(i)
	}
	v = a.trimmed(scan.Span{Start: i, End: lineEnd(a.text, i)})
	if v.End > v.Start && (a.text[v.End-1] == ';' || a.text[v.End-1] == ')') {
		v.End--
	}
	return v
}

// argument is the literal in brackets right behind the name, as of a setter.
func (a *Assignments) argument(of Assignment, _, after int) (v scan.Span) {
	if c := a.next(after + 1); bytes.HasPrefix(a.text[of.Name.Start:], []byte("set")) && a.next(after) == '(' && (c == '"' || c == '\'') {
		return a.token(after + 1)
	}
	return v
}
