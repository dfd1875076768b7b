package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Assignments finds the names in words that have a value: a token in double or single
// quotes, or a bare word (letters, digits, "_", "$" and "-"). A sign joins them: ":",
// "=" or "=>". With Spots, it also finds names that are joined to a value without
// such a sign, as in tables, XML and command lines. It keeps its memory between texts,
// and is not safe for concurrent use. The zero value is ready.
type Assignments struct {
	Spots Spots // may be nil

	text     []byte
	at, to   int // words that Next did not look at
	floor    int // no value that was found reaches behind this place
	ahead    signed
	spot     int // the end of the next word of Spots, if it is behind at
	readings readings
	nesting  nesting
	look     region
	words    lineWord
	headless int // the lines up to here hold no header of a table
	armour   int // no line of armour ends behind this place; 0 is unknown
	end      ending
}

// Spots finds places where the names of rules may end.
type Spots interface {
	// Next returns the first place behind from at the end of a word. A result behind the
	// end of the text means none.
	Next(text []byte, from int) int
}

// Assignment is a name that may have a value.
type Assignment struct {
	Name   scan.Span // without its quotes
	Quoted bool      // the name
	Sign   int       // the place of the sign; the end of the name if there is none
	Behind int       // the value may begin here
	URL    bool      // the value is a password in a URL; the name is its user
	Bare   bool      // no sign follows; Reach finds a value, if any
}

// signed is the next name with a sign.
type signed struct {
	Assignment
	ok bool // false: there is no sign up to Sign
}

// Read begins with the words text[from:to]. A name may begin before them, and a
// value reach further, up to the end of text: for a comment, that is CommentEnd. Before
// the same memory holds another text, Read(nil, 0, 0) is due.
func (a *Assignments) Read(text []byte, from, to int) {
	if len(text) != len(a.text) || len(text) == 0 || &text[0] != &a.text[0] || from < a.nesting.at {
		a.nesting, a.look, a.words, a.headless, a.armour = nesting{at: from}, region{}, lineWord{}, 0, 0
	}
	a.text, a.at, a.to, a.spot, a.floor = text, from, to, from, from
	a.ahead = signed{Assignment: Assignment{Sign: -1}}
	a.readings.trim()
}

// Next returns the next assignment. It may lie in the value of the last one, if
// Reach was not called for that.
func (a *Assignments) Next() (found Assignment, ok bool) {
	if a.ahead.Sign < a.at {
		a.ahead.Assignment, a.ahead.ok = a.signedFrom(a.at, a.to)
	}
	if found, ok = a.spotted(); ok {
		a.at = found.Behind
		return found, true
	}
	found, ok = a.ahead.Assignment, a.ahead.ok
	a.at = found.Behind
	return found, ok
}

// signedFrom returns the first name with a sign in text[i:to]; else its sign is to.
func (a *Assignments) signedFrom(i, to int) (found Assignment, ok bool) {
	for ; i < to; i = found.Behind {
		if i = separator(a.text[:to], i); i >= to {
			break
		}
		if found, ok = a.before(i); ok {
			return found, true
		}
	}
	return Assignment{Sign: to, Behind: to}, false
}

// before returns the name before the separator at i.
func (a *Assignments) before(i int) (found Assignment, ok bool) {
	found.Sign = i
	found.Behind = a.behind(i)
	end := colourBack(a.text, blanksBack(a.text, 0, i))
	if end == 0 {
		return found, false
	}
	if a.text[i] == ':' && i+1 < len(a.text) && a.text[i+1] > ' ' {
		if start := bareWord(a.text, i); inURL(a.text, start, i) {
			found.URL, found.Name = true, scan.Span{Start: start, End: i}
			return found, true
		}
	}
	behind := writtenBlanksBack(a.text, end)
	if behind == 0 {
		return found, false
	}
	if a.text[end-1] == ']' {
		behind, end = end-1, end-1
		if end == 0 {
			return found, false
		}
	}
	if sign := quoteBefore(a.text, behind); sign != nil {
		found.Quoted = true
		found.Name, ok = quoted(a.text, behind, sign)
		return found, ok
	}
	if compares(a.text, i) || lineEnd(a.text[:i], end) < i {
		return found, false
	}
	for n := 0; n < 2 && end > 0 && bytes.IndexByte([]byte("?*`"), a.text[end-1]) >= 0; n++ {
		end-- // an optional member of TypeScript, bold text and code of Markdown
	}
	end = blanksBack(a.text, end-min(end, 1), end)
	found.Name = scan.Span{Start: bareWord(a.text, end), End: end}
	return found, found.Name.Start < end
}

// compares reports whether the sign at i is part of "==".
func compares(text []byte, i int) bool {
	return text[i] == '=' && (i > 0 && text[i-1] == '=' || i+1 < len(text) && text[i+1] == '=')
}

// behind returns the index after the separator at i. The equals sign of ":=" is part
// of it, and so is the bracket of "=>".
func (a *Assignments) behind(i int) (next int) {
	if a.text[i] == wideLead {
		return i + len("：")
	}
	if i+1 < len(a.text) {
		switch c := a.text[i+1]; {
		case c == '=' && a.text[i] == ':', c == '>' && a.text[i] == '=':
			return i + 2
		}
	}
	return i + 1
}

// spotted returns the next name without a sign, if it precedes the next name with a sign.
func (a *Assignments) spotted() (found Assignment, ok bool) {
	for a.Spots != nil {
		if a.spot <= a.at {
			a.spot = a.Spots.Next(a.text[:a.to], a.at)
		}
		end := a.spot
		if end > a.to || a.ahead.ok && end > a.ahead.Name.Start {
			return found, false
		}
		if a.standsAlone(end) {
			name := scan.Span{Start: bareWord(a.text, end), End: end}
			if name.Start >= a.at && name.Start < end {
				return Assignment{Name: name, Quoted: a.isInQuotes(name), Sign: end, Behind: end, Bare: true}, true
			}
		}
		a.spot = a.Spots.Next(a.text[:a.to], end)
	}
	return found, false
}

// standsAlone reports whether no bare word continues at end.
func (a *Assignments) standsAlone(end int) bool {
	if end == len(a.text) {
		return true
	}
	c := a.text[end]
	return c < 0x80 && !ofWord[c]
}

// isInQuotes reports whether a name is quoted.
func (a *Assignments) isInQuotes(name scan.Span) bool {
	if name.Start == 0 || name.End == len(a.text) {
		return false
	}
	c := a.text[name.End]
	return (c == '"' || c == '\'') && a.text[name.Start-1] == c
}
