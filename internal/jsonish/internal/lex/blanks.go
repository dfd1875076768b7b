package lex

import (
	"bytes"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// IsBlank reports whether a character may separate documents. These are white space of any
// kind, a byte order mark, and the record separator of RFC 7464.
func IsBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\uFEFF' || r == '\u200B' || r == '\x1E'
}

// Blanks returns the index of the first character from i on that is not blank.
func (t Text) Blanks(i int) int {
	for {
		i = scan.Space(t, i)
		r, size := utf8.DecodeRune(t[i:])
		if size == 0 || !IsBlank(r) {
			return i
		}
		i += size
	}
}

// BlanksBack returns the index after the last character before i that is not blank, from
// floor on.
func (t Text) BlanksBack(floor, i int) int {
	for i > floor {
		r, size := utf8.DecodeLastRune(t[floor:i])
		if !IsBlank(r) {
			return i
		}
		i -= size
	}
	return i
}

// InLine passes the blanks at i that end no line.
func (t Text) InLine(i int) int {
	for i < len(t) && !IsLineEnd(t[i]) {
		r, size := utf8.DecodeRune(t[i:])
		if !IsBlank(r) {
			break
		}
		i += size
	}
	return i
}

// WrittenBlanksBack is BlanksBack for escaped white space, as in a document inside a string.
func (t Text) WrittenBlanksBack(i int) int {
	for {
		start := i - 1
		if size := len("u0009"); i >= size && isWrittenBlank(t[i-size:i]) {
			start = i - size
		}
		if start < 1 || t[start-1] != '\\' || start == i-1 && bytes.IndexByte([]byte("ntr"), t[start]) < 0 {
			return i
		}
		for start > 0 && t[start-1] == '\\' {
			start--
		}
		i = t.BlanksBack(0, start)
	}
}

// WrittenBlanks passes the white space at i, both literal and escaped.
func (t Text) WrittenBlanks(i int) int {
	for {
		next := i
		for next < len(t) && t[next] == '\\' {
			next++
		}
		switch size := len("u0009"); {
		case next == i || next == len(t):
			return i
		case bytes.IndexByte([]byte("ntr"), t[next]) >= 0:
			next++
		case next+size <= len(t) && isWrittenBlank(t[next:next+size]):
			next += size
		default:
			return i
		}
		i = t.Blanks(next)
	}
}

// isWrittenBlank reports whether an escape without its backslash is white space.
func isWrittenBlank(escape []byte) bool {
	return slices.Contains(blankEscapes, string(escape))
}

var blankEscapes = []string{"u0009", "u000a", "u000A", "u000d", "u000D", "u0020"}

// IsWrittenAlnum reports whether the escape at i stands for an ASCII letter or digit, as
// \u0061 does for a. It may have any number of backslashes.
func (t Text) IsWrittenAlnum(i int) bool {
	digits := bytes.TrimLeft(t[i:], "\\")
	if len(digits) < len("u0061") || digits[0] != 'u' {
		return false
	}
	n, err := strconv.ParseUint(string(digits[1:len("u0061")]), 16, 16)
	return err == nil && n < utf8.RuneSelf && IsAlnum(byte(n))
}
