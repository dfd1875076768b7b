package loose

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// setters are the first words of lines that give a name a value.
var setters = [...]string{"set", "setenv", "setx", "set -gx", "#define", "define", "(define", "ENV", "SetEnv", "WITH", "proxy_set_header"}

// set is the value behind a name and a blank in lines such as "setenv PASSWORD x", a
// literal there, or a word that fills its line and looks like a secret.
func (a *Assignments) set(of Assignment, before, after int) (v scan.Span) {
	if of.Quoted || a.next(after) != ' ' {
		return v
	}
	i := after + 1
	start := a.lineStart(of.Name.Start)
	head := bytes.TrimSpace(a.text[start:of.Name.Start])
	command := false
	for _, word := range setters {
		command = command || endsWithWord(head, word)
	}
	literal := kindOf[a.next(i)] == quotes && a.next(i) != 'u' && a.next(i) != '/' && a.next(i) != '`'
	if command {
		if literal {
			return a.token(i)
		}
		v = a.trimmed(scan.Span{Start: i, End: lineEnd(a.text, i)})
		if v.End > v.Start && bytes.IndexByte([]byte(";)"), a.text[v.End-1]) >= 0 {
			v.End--
		}
		return v
	}
	if len(head) > 0 {
		return v
	}
	v = a.trimmed(scan.Span{Start: i, End: a.near(i)})
	word := bytes.TrimSuffix(a.text[v.Start:v.End], []byte(";"))
	if v.End = v.Start + len(word); literal && len(word) > 1 && word[len(word)-1] == word[0] || bytes.IndexByte(word, ' ') < 0 && looksSecret(word) {
		return v
	}
	return scan.Span{}
}

// argument is the literal in brackets right behind the name, as of a setter.
func (a *Assignments) argument(of Assignment, _, after int) (v scan.Span) {
	if c := a.next(after + 1); bytes.HasPrefix(a.text[of.Name.Start:], []byte("set")) && a.next(after) == '(' && (c == '"' || c == '\'') {
		return a.token(after + 1)
	}
	return v
}
