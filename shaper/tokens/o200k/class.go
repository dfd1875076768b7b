package o200k

import (
	"unicode"
	"unicode/utf8"
)

// A class is the kind of a character in the tokenizer's pattern.
type class uint8

const (
	none    class = iota // the end of the text
	upper                // Lu, Lt
	lower                // Ll
	other                // letters of neither case: Lm, Lo
	mark                 // M, part of words and of signs
	number               // N
	newline              // \r, \n
	blank                // white space besides
	sign                 // all else
)

var ascii = func() (table [utf8.RuneSelf]class) {
	for c := range table {
		table[c] = classOf(rune(c))
	}
	return table
}()

// at returns the class of the character at i, and the offset of the next one.
func at(text []byte, i int) (of class, next int) {
	if i >= len(text) {
		return none, i
	}
	if c := text[i]; c < utf8.RuneSelf {
		return ascii[c], i + 1
	}
	r, n := utf8.DecodeRune(text[i:])
	return classOf(r), i + n
}

func classOf(r rune) class {
	switch {
	case r == '\r' || r == '\n':
		return newline
	case unicode.IsSpace(r):
		return blank
	case unicode.IsLower(r):
		return lower
	case unicode.IsUpper(r), unicode.IsTitle(r):
		return upper
	case unicode.IsLetter(r):
		return other
	case unicode.IsNumber(r):
		return number
	case unicode.IsMark(r):
		return mark
	}
	return sign
}

func (c class) inBoth() bool { return c == other || c == mark }

// isSign reports whether it may stand in a run of signs.
func (c class) isSign() bool { return c == sign || c == mark }
