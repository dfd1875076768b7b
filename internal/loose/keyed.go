package loose

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// keyed is the value beside a key that holds the name: "name: password" and on the next
// line "value: x", {"key":"password","value":"x"}, variable "password" with its default.
func (a *Assignments) keyed(_ Assignment, before, after int) (v scan.Span) {
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
		of := Assignment{Name: scan.Span{Start: after + n, End: after + n + len(word)}, Quoted: quoted, Sign: i, Behind: i + 1}
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
