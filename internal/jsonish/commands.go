package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Commands are words, in lower case, before a password that has no name of its own. They
// are of command lines such as "mysql -px" and of statements such as IDENTIFIED BY 'x'. Such
// a password goes by the name of a password in a URL.
var Commands = []string{"curl", "identified", "mysql", "mysqldump", "sshpass"}

// commandOf returns the command that a name without quotes is; empty is none.
func (a *Assignments) commandOf(of Assignment) string {
	if !of.Bare || of.Quoted {
		return ""
	}
	name := a.text[of.Name.Start:of.Name.End]
	for _, command := range Commands {
		if len(name) == len(command) && bytes.EqualFold(name, []byte(command)) {
			return command
		}
	}
	return ""
}

// command is the password behind a command on its line. That of curl has a sign.
func (a *Assignments) command(of Assignment, after int) (v scan.Span) {
	line := a.text[after:a.near(after)]
	switch a.commandOf(of) {
	case "identified":
		n := bytes.Index(bytes.ToUpper(line), []byte("BY "))
		if n < 0 {
			return v
		}
		i := inLine(a.text, after+n+len("BY "))
		if bytes.HasPrefix(bytes.ToUpper(a.text[i:a.near(i)]), []byte("PASSWORD ")) {
			i = inLine(a.text, i+len("PASSWORD "))
		}
		if isQuote(a.next(i)) {
			return a.token(i)
		}
	case "mysql", "mysqldump":
		return a.behindFlag(after, line, false)
	case "sshpass":
		return a.behindFlag(after, line, true)
	}
	return v
}

// behindFlag returns the word behind -p in a line that begins at i. A blank may separate
// them if blank is set.
func (a *Assignments) behindFlag(i int, line []byte, blank bool) (v scan.Span) {
	n := bytes.Index(line, []byte(" -p"))
	if n < 0 {
		return v
	}
	i += n + len(" -p")
	if blank && a.next(i) == ' ' {
		i++
	}
	if c := a.next(i); c == '`' || c == ',' {
		return v // a command ends here, in Markdown or in a sentence
	}
	v = a.token(i)
	for v.End < len(a.text) && a.text[v.End] > ' ' {
		v.End++
	}
	if v.End == v.Start || isPlaceholder(a.text[v.Start:v.End]) {
		return scan.Span{}
	}
	return v
}
