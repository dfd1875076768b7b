// Package lex reads the signs of a text at an offset: blanks, words, lines, quotes and
// comments. It knows no names and no values.
package lex

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Text is a text. Its methods take offsets from 0 to its length, and return the same.
type Text []byte

// Bounds on the text that is looked at beside a name.
const (
	MaxLine = 256 // of its line
	MaxPair = 64  // up to the next name and its sign
)

// The kinds of bytes that may end a value.
const (
	Other = iota
	Breaks
	Opens
	Shuts
	Divides
	Quotes
)

// KindOf holds the kind of each byte.
var KindOf = func() (kind [256]uint8) {
	for k, signs := range []string{Breaks: "\r\n", Opens: "([{", Shuts: ")]}", Divides: ",;&| \t<>", Quotes: "\"'`u/"} {
		for _, c := range []byte(signs) {
			kind[c] = uint8(k)
		}
	}
	return kind
}()

// IsAlnum reports whether a byte is an ASCII letter or digit.
func IsAlnum(c byte) bool { return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'z' }

// IsGap reports whether a byte is a blank within a line.
func IsGap(c byte) bool { return c == ' ' || c == '\t' }

// IsLoud reports whether a word is in upper case.
func IsLoud(word []byte) bool {
	for _, c := range word {
		if c < 'A' && c != '_' && c != '-' || c > 'Z' && c != '_' {
			return false
		}
	}
	return true
}

// EndsWithAny reports whether a text ends with one of some signs.
func EndsWithAny(text []byte, signs ...string) bool {
	for _, sign := range signs {
		if len(text) >= len(sign) && string(text[len(text)-len(sign):]) == sign {
			return true
		}
	}
	return false
}

// At returns the byte at i; 0 at the end.
func (t Text) At(i int) byte {
	if i < len(t) {
		return t[i]
	}
	return 0
}

// Before returns the byte before i; 0 at the beginning.
func (t Text) Before(i int) byte {
	if i > 0 {
		return t[i-1]
	}
	return 0
}

// Trimmed returns a span without the blanks at its ends.
func (t Text) Trimmed(s scan.Span) scan.Span {
	s.End = max(s.Start, s.End)
	for s.Start < s.End && t[s.Start] <= ' ' {
		s.Start++
	}
	for s.End > s.Start && t[s.End-1] <= ' ' {
		s.End--
	}
	return s
}

// BareWord returns the index of the first character of the bare word that ends at end.
// Combining marks count as letters: scripts spell words with them. Characters without
// width are part of the word around them.
func (t Text) BareWord(end int) (start int) {
	start = end
	for i := end; i > 0; {
		r, size := rune(t[i-1]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeLastRune(t[:i])
		}
		hasWidth := r < utf8.RuneSelf || !unicode.Is(unicode.Cf, r)
		if hasWidth && !IsOfWords(r) {
			break
		}
		if i -= size; hasWidth {
			start = i
		}
	}
	return start
}

// WordBefore returns the start of the bare word that ends one blank before i; i is none.
func (t Text) WordBefore(i int) (start int) {
	if t.Before(i) != ' ' {
		return i
	}
	if start = t.BareWord(i - 1); start == i-1 {
		return i
	}
	return start
}

// WordEnd returns the index of the first blank from i on.
func (t Text) WordEnd(i int) int {
	for i < len(t) && t[i] > ' ' {
		i++
	}
	return i
}

// IsOfWords reports whether bare words are made of a character.
func IsOfWords(r rune) bool {
	if r < utf8.RuneSelf {
		return ofWord[r]
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || unicode.Is(unicode.Pc, r)
}

// ofWord holds for the ASCII characters that a bare word is made of.
var ofWord = func() (is [utf8.RuneSelf]bool) {
	for c := range is {
		is[c] = c == '_' || c == '$' || c == '-' || IsAlnum(byte(c))
	}
	return is
}()

// IsComment reports whether a comment begins at i.
func (t Text) IsComment(i int) bool {
	return t[i] == '/' && i+1 < len(t) && (t[i+1] == '/' || t[i+1] == '*')
}

// Comment reads the comment at i to the end of the line or to its closing sign. Without
// ok, end is the index of the first byte that cannot be right.
func (t Text) Comment(i int) (end int, ok bool) {
	switch {
	case bytes.HasPrefix(t[i:], []byte("//")):
		return t.LineEnd(i), true
	case !bytes.HasPrefix(t[i:], []byte("/*")):
		return i, false
	}
	if n := bytes.Index(t[i+2:], []byte("*/")); n >= 0 {
		return i + 2 + n + 2, true
	}
	return len(t), false
}

// PassComments passes the comments at i and the lines that they end.
func (t Text) PassComments(i int) int {
	for i < len(t) && t.IsComment(i) {
		i, _ = t.Comment(i)
		i = t.Blanks(i)
	}
	return i
}

// Mark replaces a withheld value.
const Mark = "[withheld]"
