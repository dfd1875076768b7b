package loose

import "github.com/seed-7aa78ce4/shape/internal/scan"

// Assignments finds the names in words that something is assigned to: a token in
// double or single quotes, or a bare word (letters, digits, "_", "$" and "-"),
// with a colon, "=>" or "=" behind it, the latter behind a bare word only right
// before a quote or a bracket. It keeps its memory between texts, and is not safe
// for concurrent use. The zero value is ready.
type Assignments struct {
	text     []byte
	at, to   int // words that Next did not look at
	readings readings
}

// Assignment is a name that something is assigned to.
type Assignment struct {
	Name   scan.Span // without its quotes
	Quoted bool      // the name
	Behind int       // the separator: where the value may begin
}

// Read begins with the words text[from:to]. A name may begin before them, and a
// value reach further, up to the end of text: for a comment, that is CommentEnd.
func (a *Assignments) Read(text []byte, from, to int) {
	a.text, a.at, a.to = text, from, to
	a.readings.trim()
}

// Next returns the next assignment. It may lie in the value of the last one, if
// Reach was not called for that.
func (a *Assignments) Next() (found Assignment, ok bool) {
	for !ok {
		i := separator(a.text[:a.to], a.at)
		if i >= a.to {
			a.at = a.to
			return found, false
		}
		found, ok = a.before(i)
		a.at = found.Behind
	}
	return found, true
}

// before tells which name stands before the separator at i.
func (a *Assignments) before(i int) (found Assignment, ok bool) {
	arrow := false
	found.Behind, arrow = a.behind(i)
	end := blanksBack(a.text, 0, i)
	if end == 0 {
		return found, false
	}
	behind := writtenBlanksBack(a.text, end)
	if behind == 0 {
		return found, false
	}
	if sign := quoteBefore(a.text, behind); sign != nil {
		found.Quoted = true
		found.Name, ok = quoted(a.text, behind, sign)
		return found, ok
	}
	if a.text[i] == '=' && !arrow && !opensValue(a.text, found.Behind) || lineEnd(a.text[:i], end) < i {
		return found, false
	}
	found.Name = scan.Span{Start: bareWord(a.text, end), End: end}
	return found, found.Name.Start < end
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
	return i < len(text) && quoteAt(text, i) != nil
}
