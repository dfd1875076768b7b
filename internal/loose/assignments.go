package loose

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Assignments finds the names in words that something is assigned to: a token in
// double or single quotes, or a bare word (letters, digits, "_", "$" and "-"),
// with a colon, "=>" or "=" behind it, the latter behind a bare word only right
// before a quote or a bracket. It keeps its memory between texts, and is not safe
// for concurrent use. The zero value is ready.
type Assignments struct {
	text     []byte
	from, to int // the words
	at       int // Next goes on here
	readings readings
}

// Assignment is a name that something is assigned to.
type Assignment struct {
	Name   scan.Span // without its quotes
	Quoted bool      // the name
	Behind int       // the separator: where the value may begin
}

// Read begins with the words text[from:to]. A value may reach further, up to the
// end of text: a comment ends there.
func (a *Assignments) Read(text []byte, from, to int) {
	a.text, a.from, a.to, a.at = text, from, to, from
}

// Next returns the next assignment, which may lie in the value of the last one:
// a caller who takes that value away reads on behind it.
func (a *Assignments) Next() (found Assignment, ok bool) {
	for {
		i := separator(a.text[:a.to], a.at)
		if i == a.to {
			a.at = a.to
			return found, false
		}
		a.at = i + 1
		if found, ok = a.before(i); ok {
			a.at = found.Behind
			return found, true
		}
	}
}

// separator returns the index of the first colon or equals sign from i on, or
// len(text).
func separator(text []byte, i int) int {
	for i < len(text) && text[i] != ':' && text[i] != '=' {
		i++
	}
	return i
}

// before looks at what stands before the separator at i.
func (a *Assignments) before(i int) (found Assignment, ok bool) {
	behind, arrow := a.behind(i)
	end := blanksBack(a.text, a.from, i)
	if end == a.from {
		return found, false
	}
	if c := a.text[end-1]; c == '"' || c == '\'' {
		name, ok := a.quoted(end - 1)
		return Assignment{name, true, behind}, ok
	}
	if a.text[i] == '=' && !arrow && !opensValue(a.text, behind) {
		return found, false
	}
	start := bareWord(a.text, a.from, end)
	if start == end || bytes.ContainsAny(a.text[end:i], "\r\n") {
		return found, false
	}
	return Assignment{scan.Span{Start: start, End: end}, false, behind}, true
}

// behind returns the index after the separator at i, and whether it is "=>". The
// equals sign of ":=" is part of it.
func (a *Assignments) behind(i int) (next int, arrow bool) {
	if i+1 < len(a.text) {
		switch c := a.text[i+1]; {
		case c == '=' && a.text[i] == ':':
			return i + 2, false
		case c == '>' && a.text[i] == '=':
			return i + 2, true
		}
	}
	return i + 1, false
}

// opensValue reports whether a quote, behind backslashes or not, or a bracket
// stands at i.
func opensValue(text []byte, i int) bool {
	if i < len(text) && (text[i] == '(' || text[i] == '[' || text[i] == '{') {
		return true
	}
	for i < len(text) && text[i] == '\\' {
		i++
	}
	return i < len(text) && (text[i] == '"' || text[i] == '\'' || text[i] == '`')
}

// quoted returns the name whose closing quote is at i: it was opened by a quote
// of its kind behind at least as many backslashes.
func (a *Assignments) quoted(i int) (name scan.Span, ok bool) {
	end := i - backslashes(a.text, a.from, i)
	n := bytes.LastIndexByte(a.text[a.from:end], a.text[i])
	if n < 0 {
		return name, false
	}
	open := a.from + n
	if backslashes(a.text, a.from, open) < i-end {
		return name, false
	}
	return scan.Span{Start: open + 1, End: end}, true
}

// backslashes counts the backslashes right before i, from floor on.
func backslashes(text []byte, floor, i int) (n int) {
	for i-n > floor && text[i-n-1] == '\\' {
		n++
	}
	return n
}
