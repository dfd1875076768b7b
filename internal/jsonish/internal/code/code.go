// Package code tells source code from data, by lines and by the text around a line.
package code

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
)

// Around remembers whether a part of a text is source code. It holds for one text; the
// zero value is ready.
type Around struct {
	from, to int
	code     bool
}

const (
	step   = 512 // bytes of a part
	beside = 768 // bytes on each side that count as well
)

// Holds reports whether the line at i, or those around it, are source code.
func (a *Around) Holds(text lex.Text, i int) bool {
	if start := text.LineStart(i); start == 0 || lex.IsLineEnd(text[start-1]) {
		line := text[start:text.Near(i)]
		if isLogged(line) {
			return false
		}
		if lookOf(line) == certain {
			return true
		}
	}
	if a.from <= i && i < a.to {
		return a.code
	}
	a.from = i / step * step
	a.to = a.from + step
	code, all := 0, 0
	for rest := text[max(0, a.from-beside):min(len(text), a.to+beside)]; len(rest) > 0; {
		n := min(rest.LineEnd(0)+1, len(rest))
		switch lookOf(rest[:n]) {
		case certain, likely:
			code, all = code+1, all+1
		case unlikely:
			all++
		}
		rest = rest[n:]
	}
	a.code = code > 1 && 2*code >= all
	return a.code
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

// lookOf returns the evidence that a line is source code.
func lookOf(line []byte) int {
	line = bytes.TrimSpace(line)
	if string(line) == "-" || bytes.HasPrefix(line, []byte("at ")) { // an item of YAML, or a trace
		return unlikely
	}
	if len(line) < 3 || bytes.IndexByte([]byte("{}[]()"), line[0]) >= 0 && len(line) < 4 {
		return empty
	}
	last := line[len(line)-1]
	word := line
	if n := bytes.IndexAny(line, " (:.;"); n >= 0 {
		word = line[:n]
	}
	k, ok := keywords()[string(word)]
	if ok && (k == certain && len(word) < len(line) || bytes.ContainsAny(line, "(){};=") || last == ':') {
		return certain
	}
	switch string(line[:2]) {
	case "//", "/*", "* ", "# ":
		return empty
	case "- ", "->":
		return unlikely
	}
	if lex.EndsWithAny(line, ");", ") {", "):", "),", ";", "{", "(") {
		return likely
	}
	if n := bytes.IndexByte(line, '('); last == ')' && n > 0 && (lex.IsAlnum(line[n-1]) || line[n-1] == '_') { // a call
		return likely
	}
	if slices.ContainsFunc(signs, func(sign string) bool { return bytes.Contains(line, []byte(sign)) }) {
		return likely
	}
	return unlikely
}

// signs stand in lines of code.
var signs = []string{" := ", " == ", " != ", " && ", " || ", "() "}

// keywords begin lines of code: always, or if a sign of code follows.
var keywords = sync.OnceValue(func() map[string]int {
	words := map[string]int{}
	for look, of := range map[int]string{
		likely: `if for while return with case from type use package export switch try catch except
			else do yield lambda del print int char bool void unsigned auto local my new defer go select goto break continue
			end module template using }`,
		certain: `def class func fn public private protected static const async await elif throw raise
			assert self this #include #define function struct enum interface typedef namespace extern val var let pub impl
			import require`,
	} {
		for word := range strings.FieldsSeq(of) {
			words[word] = look
		}
	}
	return words
})
