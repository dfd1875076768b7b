package jsonish

import (
	"bytes"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/table"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Assignments finds the names in words that have a value: a token in double or single
// quotes, or a bare word (letters, digits, "_", "$" and "-"). A sign joins them: ":",
// "=" or "=>". With Spots, it also finds names that are joined to a value without
// such a sign, as in tables, XML and command lines. It keeps its memory between texts,
// and is not safe for concurrent use. The zero value is ready.
type Assignments struct {
	Spots Spots // may be nil

	finder
	at       int        // words that Next did not look at begin here
	ahead    Assignment // the next name with a sign; its sign is to if there is none
	isAhead  bool
	spot     int // the end of the next word of Spots, if it is behind at
	readings readings
	words    lineWord
	headless int // the lines up to here hold no header of a table
	beside   int // the text up to here holds no header cell of markup
	inserted int // the text up to here holds no INSERT with a value to hide
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

// Read begins with the words text[from:to]. A name may begin before them, and a
// value reach further, up to the end of text: for a comment, that is CommentEnd. Before
// the same memory holds another text, Read(nil, 0, 0) is due.
func (a *Assignments) Read(text []byte, from, to int) {
	if len(text) != len(a.text) || len(text) == 0 || &text[0] != &a.text[0] || from < a.nesting.at {
		a.finder, a.words, a.headless, a.beside, a.inserted = finder{nesting: nesting{at: from}}, lineWord{}, 0, 0, 0
	}
	a.text, a.at, a.to, a.spot, a.floor = text, from, to, from, from
	a.ahead, a.isAhead = Assignment{Sign: -1}, false
	a.readings.trim()
}

// Next returns the next assignment. It may lie in the value of the last one, if
// Reach was not called for that.
func (a *Assignments) Next() (found Assignment, ok bool) {
	if a.ahead.Sign < a.at {
		a.ahead, a.isAhead = a.signedFrom(a.at, a.to)
	}
	if found, ok = a.spotted(); !ok {
		found, ok = a.ahead, a.isAhead
	}
	a.at = found.Behind
	return found, ok
}

// spotted returns the next name without a sign, if it precedes the next name with a sign.
func (a *Assignments) spotted() (found Assignment, ok bool) {
	for a.Spots != nil {
		if a.spot <= a.at {
			a.spot = a.Spots.Next(a.text[:a.to], a.at)
		}
		end := a.spot
		if end > a.to || a.isAhead && end > a.ahead.Name.Start {
			return found, false
		}
		if r, _ := utf8.DecodeRune(a.text[end:]); !lex.IsOfWords(r) {
			name, c := scan.Span{Start: a.text.BareWord(end), End: end}, a.text.At(end)
			if name.Start >= a.at && name.Start < end {
				return Assignment{Name: name, Quoted: lex.IsQuote(c) && a.text.Before(name.Start) == c, Sign: end, Behind: end, Bare: true}, true
			}
		}
		a.spot = a.Spots.Next(a.text[:a.to], end)
	}
	return found, false
}

// Table calls hide for the cells below a header line that contains a name, in the columns
// of the names that private accepts. It returns the end of the table, and ok is false if the name
// stands in no header. Next continues behind the table.
func (a *Assignments) Table(of Assignment, private func(name []byte) bool, hide func(cell scan.Span)) (end int, ok bool) {
	words := a.text[:a.to]
	if end, ok = table.HideMarkup(words, a.beside, of.Name, private, hide); !ok && of.Name.End > a.inserted {
		if end, ok = table.HideInsert(words, of.Name, private, hide); !ok {
			a.inserted = end
		}
	}
	if a.beside = of.Name.End; ok {
		a.Pass(end)
		return end, true
	} else if of.Name.End <= a.headless {
		return 0, false
	}
	start := a.text.LineStart(of.Name.Start)
	a.headless = words.LineEnd(of.Name.End)
	if a.headless-start > 16*lex.MaxLine || start > 0 && !lex.IsLineEnd(a.text[start-1]) {
		return 0, false
	}
	if end, ok = table.Hide(words, start, of.Name, private, hide); ok {
		a.Pass(end)
	}
	return end, ok
}

// Pass makes Next continue at the end of a table or of a value in it.
func (a *Assignments) Pass(end int) {
	a.at = max(a.at, end)
	a.floor, a.beside = a.at, a.at
}

// lineWord remembers the last word of a line that may be a secret.
type lineWord struct{ from, end, word int }

// Missed reports whether a name without a withheld value may have one. A sign and more
// then follow on its line, or a word like a secret does. Such a word has eight characters
// or more, with a digit or in mixed case. It may also fill the next line.
func (a *Assignments) Missed(of Assignment) bool {
	i := a.text.InLine(of.Behind)
	if i >= len(a.text) || a.marked(i) > 0 || a.commandOf(of) != "" {
		return false
	}
	if lex.IsLineEnd(a.text[i]) && (!of.Bare || a.text.BeginsItsLine(of.Name.Start)) {
		word := a.wordBelow(i, false)
		return LooksSecret(a.text[word.Start:word.End])
	}
	if !of.Bare {
		return bytes.IndexByte([]byte(",;)]}"), a.text[i]) < 0
	}
	w := &a.words
	if i < w.from || i >= w.end {
		*w = lineWord{from: i, end: a.text.LineEnd(i), word: -1}
		for at := i; at < w.end; at++ {
			start := at
			for at < w.end && (lex.IsAlnum(a.text[at]) || a.text[at] == '_') {
				at++
			}
			if LooksSecret(a.text[start:at]) {
				w.word = start
			}
		}
	}
	return w.word >= i
}

// LooksSecret reports whether a word has eight characters or more, and a digit or letters
// of mixed case.
func LooksSecret(word []byte) bool {
	if len(word) < 8 {
		return false
	}
	digit, letter, mixed := false, false, false
	for i, c := range word {
		digit = digit || c-'0' <= 9
		letter = letter || c|0x20 >= 'a' && c|0x20 <= 'z'
		mixed = mixed || i > 0 && c >= 'A' && c <= 'Z' && word[i-1] >= 'a' && word[i-1] <= 'z'
	}
	return letter && (digit || mixed)
}
