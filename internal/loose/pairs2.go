package loose

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// keyed is the value beside a key that holds the name: "name: password" and on the next
// line "value: x", {"key":"password","value":"x"}, variable "password" with its default.
func (a *Assignments) keyed(of Assignment, before, after int) (v scan.Span) {
	line := bytes.TrimRight(a.text[max(0, before-2*maxPair):before], " \t:=\"'\\/")
	if !endsWithWord(line, "name") && !endsWithWord(line, "key") && !endsWithWord(line, "variable") {
		line = bytes.TrimRight(line[:max(0, bytes.LastIndexByte(line, '"'))], " \t:") // a path before the name
		if !endsWithWord(line, "name") && !endsWithWord(line, "key") {
			return v
		}
	}
	part := a.text[after:min(len(a.text), after+maxLine)]
	if n := bytes.Index(part, []byte("\n\n")); n >= 0 {
		part = part[:n]
	}
	for _, word := range [...]string{"value", "default", "content"} {
		n := bytes.Index(part, []byte(word))
		if n <= 0 || isAlnum(part[n-1]) || bytes.Contains(part[:n], []byte("name")) {
			continue
		}
		i := after + n + len(word)
		quoted := a.next(i) == '"' || a.next(i) == '\''
		if quoted {
			i++
		}
		if i = inLine(a.text, i); a.next(i) != ':' && a.next(i) != '=' {
			continue
		}
		of = Assignment{Name: scan.Span{Start: after + n, End: after + n + len(word)}, Quoted: quoted, Sign: i, Behind: i + 1}
		all := a.value(of)
		return scan.Span{Start: all.start, End: all.end}
	}
	return v
}

// endsWithWord reports whether a text ends with a word.
func endsWithWord(text []byte, word string) bool {
	n := len(text) - len(word)
	return n >= 0 && string(text[n:]) == word && (n == 0 || !isAlnum(text[n-1]))
}

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

// listed is the value on the line below the name: of a list of redis, of a path of
// etcd, of a printed list of R.
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

// argument is the literal in brackets right behind the name, as of a setter.
func (a *Assignments) argument(of Assignment, _, after int) (v scan.Span) {
	if c := a.next(after + 1); bytes.HasPrefix(a.text[of.Name.Start:], []byte("set")) && a.next(after) == '(' && (c == '"' || c == '\'') {
		return a.token(after + 1)
	}
	return v
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

// explicit is the value of an explicit key of YAML: "? password" and below ": x".
func (a *Assignments) explicit(of Assignment, before, after int) (v scan.Span) {
	head := bytes.TrimSpace(a.text[a.lineStart(before):before])
	end := a.near(after)
	below := inLine(a.text, nextLine(a.text, end))
	if string(head) != "?" || a.next(below) != ':' {
		return v
	}
	of.Sign, of.Behind, of.Bare = below, below+1, false
	all := a.value(of)
	return scan.Span{Start: all.start, End: all.end}
}
