package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// readScalar reads the number or literal at i. It accepts the spellings of Python,
// JavaScript and C for numbers that JSON lacks. Without ok, end is the index of the first
// byte that cannot be right.
func readScalar(text []byte, i int) (end int, ok bool) {
	end, kind := scan.Scalar(text, i, 0)
	if kind == scan.KindNone {
		return end, true
	}
	if n := noNumber(text[i:]); n > 0 {
		return i + n, true
	}
	return end, false
}

// noNumber is the length of the NaN or the infinity that text begins with; 0 is
// none.
func noNumber(text []byte) int {
	sign := 0
	if text[0] == '-' || text[0] == '+' {
		sign = 1
	}
	rest := text[sign:]
	for _, word := range noNumbers {
		if len(rest) >= len(word) && rest[0]|0x20 == word[0] && bytes.EqualFold(rest[:len(word)], word) {
			return sign + len(word)
		}
	}
	return 0
}

// noNumbers are the words for them, the longer one of two first.
var noNumbers = [][]byte{[]byte("nan"), []byte("infinity"), []byte("inf")}

// readString reads the string whose opening quote is text[i]. It accepts control
// characters, halves of surrogate pairs and bytes that are no UTF-8. It returns the index
// after the closing quote. Without ok, end is the index of the first byte that cannot be
// right.
func readString(text []byte, i int) (end int, escaped, ok bool) {
	end, escaped, kind := scan.String(text, i, len(text))
	switch kind {
	case scan.KindNone:
		return end, escaped, true
	case scan.KindControl, scan.KindSurrogate, scan.KindUTF8:
		return stringRest(text, end, escaped)
	}
	return end, escaped, false
}

// stringRest reads on in a string from i on.
func stringRest(text []byte, i int, escaped bool) (end int, orEscaped, ok bool) {
	for i < len(text) {
		switch text[i] {
		case '"':
			return i + 1, escaped, true
		case '\\':
			n := escape(text[i:])
			if n == 0 {
				return i, true, false
			}
			i += n
			escaped = true
		default:
			i++
		}
	}
	return len(text), escaped, false
}

// escape is the length of the escape sequence that text begins with; 0 is none.
func escape(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	switch text[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hexadecimal(text[2:], 4); ok {
			return 6
		}
	}
	return 0
}

// hexadecimal returns the value of the first n bytes of text. ok is false if they are no
// digits.
func hexadecimal(text []byte, n int) (r rune, ok bool) {
	if len(text) < n {
		return 0, false
	}
	for _, c := range text[:n] {
		switch {
		case c-'0' <= 9:
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}
