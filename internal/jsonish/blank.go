package jsonish

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// isBlank reports whether a character may separate documents. These are white space of any
// kind, a byte order mark, and the record separator of RFC 7464.
func isBlank(r rune) bool {
	return unicode.IsSpace(r) || r == '\uFEFF' || r == '\u200B' || r == '\x1E'
}

// blanks returns the index of the first character from i on that is not blank.
func blanks(text []byte, i int) int {
	for {
		i = scan.Space(text, i)
		r, size := utf8.DecodeRune(text[i:])
		if size == 0 || !isBlank(r) {
			return i
		}
		i += size
	}
}

// blanksBack returns the index after the last character before i that is not
// blank, from floor on.
func blanksBack(text []byte, floor, i int) int {
	for i > floor {
		r, size := utf8.DecodeLastRune(text[floor:i])
		if !isBlank(r) {
			return i
		}
		i -= size
	}
	return i
}

// writtenBlanksBack is blanksBack for escaped white space, as in a document inside a
// string.
func writtenBlanksBack(text []byte, i int) int {
	for {
		start := i - 1
		if size := len("u0009"); i >= size && isWrittenBlank(text[i-size:i]) {
			start = i - size
		}
		if start < 1 || text[start-1] != '\\' || start == i-1 && bytes.IndexByte([]byte("ntr"), text[start]) < 0 {
			return i
		}
		for start > 0 && text[start-1] == '\\' {
			start--
		}
		i = blanksBack(text, 0, start)
	}
}

// writtenBlanks passes the white space at i, both literal and escaped.
func writtenBlanks(text []byte, i int) int {
	for {
		next := i
		for next < len(text) && text[next] == '\\' {
			next++
		}
		switch size := len("u0009"); {
		case next == i || next == len(text):
			return i
		case bytes.IndexByte([]byte("ntr"), text[next]) >= 0:
			next++
		case next+size <= len(text) && isWrittenBlank(text[next:next+size]):
			next += size
		default:
			return i
		}
		i = blanks(text, next)
	}
}

// isWrittenBlank reports whether an escape without its backslash is white space.
func isWrittenBlank(escape []byte) bool {
	return slices.Contains(blankEscapes, string(escape))
}

var blankEscapes = []string{"u0009", "u000a", "u000A", "u000d", "u000D", "u0020"}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// inLine passes the blanks at i that end no line.
func inLine(text []byte, i int) int {
	for i < len(text) && !isLineEnd(text[i]) {
		r, size := utf8.DecodeRune(text[i:])
		if !isBlank(r) {
			break
		}
		i += size
	}
	return i
}

// beginsLine reports whether only blanks precede i on its line.
func beginsLine(text []byte, i int) bool {
	for i > 0 && !isLineEnd(text[i-1]) {
		r, size := utf8.DecodeLastRune(text[:i])
		if !isBlank(r) {
			return false
		}
		i -= size
	}
	return true
}

// isComment reports whether a comment begins at text[i].
func isComment(text []byte, i int) bool {
	return text[i] == '/' && i+1 < len(text) && (text[i+1] == '/' || text[i+1] == '*')
}

// readComment reads the comment at text[i], a slash, to the end of the line or to its
// closing sign. Without ok, end is the index of the first byte that cannot be right.
func readComment(text []byte, i int) (end int, ok bool) {
	switch {
	case bytes.HasPrefix(text[i:], []byte("//")):
		return lineEnd(text, i), true
	case !bytes.HasPrefix(text[i:], []byte("/*")):
		return i, false
	}
	if n := bytes.Index(text[i+2:], []byte("*/")); n >= 0 {
		return i + 2 + n + 2, true
	}
	return len(text), false
}

// CommentEnd returns the index after the content of the comment text[start:end]: the index
// of its closing sign, or end.
func CommentEnd(text []byte, start, end int) int {
	if text[start+1] == '*' {
		return end - len("*/")
	}
	return end
}
