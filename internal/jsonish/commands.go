package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/code"
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Commands are words, in lower case, before a password that has no name of its own. They
// are of command lines such as "mysql -px" and of statements such as IDENTIFIED BY 'x'. Such
// a password goes by the name of a password in a URL.
var Commands = []string{"curl", "identified", "mysql", "mysqldump", "sshpass"}

// commandOf returns the command that a name without quotes is; empty is none.
func (r *finder) commandOf(of Assignment) string {
	if !of.Bare || of.Quoted {
		return ""
	}
	name := r.text[of.Name.Start:of.Name.End]
	for _, command := range Commands {
		if len(name) == len(command) && bytes.EqualFold(name, []byte(command)) {
			return command
		}
	}
	return ""
}

// behindCommand is the password behind a command on its line. That of curl has a sign.
func (p pair) behindCommand(command string) (v scan.Span) {
	line := p.text[p.end:p.text.Near(p.end)]
	switch command {
	case "identified":
		n := bytes.Index(bytes.ToUpper(line), []byte("BY "))
		if n < 0 {
			return v
		}
		i := p.text.InLine(p.end + n + len("BY "))
		if bytes.HasPrefix(bytes.ToUpper(p.text[i:p.text.Near(i)]), []byte("PASSWORD ")) {
			i = p.text.InLine(i + len("PASSWORD "))
		}
		if lex.IsQuote(p.text.At(i)) {
			return p.token(i)
		}
	case "mysql", "mysqldump", "sshpass":
		n := bytes.Index(line, []byte(" -p"))
		if n < 0 {
			return v
		}
		i := p.end + n + len(" -p")
		if command == "sshpass" && p.text.At(i) == ' ' {
			i++
		}
		if c := p.text.At(i); c == '`' || c == ',' {
			return v // the command ends here, in Markdown or in a sentence
		}
		end := p.text.WordEnd(p.token(i).End)
		if end > i && !isPlaceholder(p.text[i:end]) {
			return scan.Span{Start: i, End: end}
		}
	}
	return v
}

// argument is the literal in brackets right behind the name, as of a setter or a builder.
func (p pair) argument() (v scan.Span) {
	if (bytes.HasPrefix(p.text[p.of.Name.Start:], []byte("set")) || p.text.Before(p.start) == '.') && p.text.At(p.end) == '(' && lex.IsQuote(p.text.At(p.end+1)) {
		return p.token(p.end + 1)
	}
	return v
}

// flag is the word behind a flag of a command line.
func (p pair) flag() (v scan.Span) {
	if p.text[p.of.Name.Start] != '-' || p.text.At(p.end) != ' ' {
		return v
	}
	word := p.token(p.end + 1)
	if word.End == word.Start || p.text[word.Start] == '-' || isPlaceholder(p.text[word.Start:word.End]) {
		return v
	}
	for word.End < len(p.text) && lex.KindOf[p.text[word.End]] != lex.Breaks && !lex.IsGap(p.text[word.End]) {
		word.End++
	}
	end := p.text.InLine(word.End)
	ends := p.text.EndsLine(end) || p.text[end] == '-' || p.text[end] == '\\'
	if lex.IsQuote(p.text[word.Start]) || LooksSecret(p.text[word.Start:word.End]) || ends && !p.isCode(p.of.Name.Start) {
		return word
	}
	return v
}

// setters are the first words of lines that give a name a value.
var setters = [...]string{
	"set", "SET", "put", "setenv", "setx", "set -x", "set -gx", "#define", "define", "Define", "(define", "ENV", "SetEnv", "WITH",
	"proxy_set_header", "add_header", "set-header", "fastcgi_param", "git config", "--global",
}

// set returns the value behind a name and a blank in lines such as "setenv PASSWORD x".
// That is a literal, or the rest of the line without its ending sign. Without a setter it
// is a literal or a word that fills its line and looks like a secret.
func (p pair) set() (v scan.Span) {
	i := p.end + 1
	if p.of.Quoted || p.text.At(p.end) != ' ' {
		return v
	}
	head := withoutPath(p.text[p.text.LineStart(p.of.Name.Start):p.of.Name.Start])
	if by := p.text[i:min(len(p.text), i+len("BY "))]; bytes.EqualFold(by, []byte("BY ")) && lex.EndsWithAny(head, "WITH") {
		i = p.text.InLine(i + len(by)) // IDENTIFIED WITH a_password BY 'x'
	}
	inQuotes := lex.IsQuote(p.text.At(i))
	switch {
	case endsWithSetter(head) || inQuotes && namesAccount(head):
		if inQuotes {
			return p.token(i)
		}
		v = p.text.Trimmed(scan.Span{Start: i, End: p.text.LineEnd(i)})
		word := bytes.TrimSuffix(bytes.TrimSuffix(p.text[v.Start:v.End], []byte(";")), []byte(")"))
		if v.End = v.Start + len(word); code.IsReference(word) {
			v.End = v.Start
		}
		return v
	case isKind(p.text[i:p.text.Near(i)]): // Cisco writes a digit for the kind of a password
		return scan.Span{Start: i + len("0 "), End: p.text.Near(i)}
	case inQuotes && hasDigit(bytes.Trim(p.text[i:p.token(i).End], `"'`)) && !p.isCode(p.of.Name.Start):
		return p.token(i)
	case len(head) > 0:
		return v
	}
	line := p.text.Trimmed(scan.Span{Start: i, End: p.text.Near(i)})
	word := bytes.TrimSuffix(p.text[line.Start:line.End], []byte(";"))
	isLiteral := inQuotes && len(word) > 1 && word[len(word)-1] == word[0]
	if isLiteral || bytes.IndexByte(word, ' ') < 0 && LooksSecret(word) {
		return scan.Span{Start: line.Start, End: line.Start + len(word)}
	}
	return v
}

// withoutPath returns the words before a name, without the path that the name ends.
func withoutPath(head []byte) []byte {
	if len(head) > 0 && bytes.IndexByte([]byte("/.:"), head[len(head)-1]) >= 0 {
		head = head[:bytes.LastIndexByte(head, ' ')+1]
	}
	return bytes.TrimSpace(head)
}

// isKind reports whether the rest of a line is a digit and a word that looks like a secret.
func isKind(line []byte) bool {
	return len(line) > 2 && line[0]-'0' <= 9 && line[1] == ' ' && bytes.IndexByte(line[2:], ' ') < 0 && LooksSecret(line[2:])
}

// said is the literal that a sentence gives: "the password is `x`". It looks like a secret.
func (p pair) said() (v scan.Span) {
	i := p.end + len(" is ")
	if c := p.text.At(i); !bytes.HasPrefix(p.text[p.end:], []byte(" is ")) || c != '`' && !lex.IsQuote(c) {
		return v
	}
	if v = p.token(i); !hasDigit(bytes.Trim(p.text[v.Start:v.End], "`\"'")) {
		return scan.Span{}
	}
	return v
}

// endsWithSetter reports whether a text ends with a word that gives a name a value.
func endsWithSetter(text []byte) bool {
	for _, word := range setters {
		if lex.EndsWithAny(text, word) && !lex.IsAlnum(lex.Text(text).Before(len(text)-len(word))) {
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
