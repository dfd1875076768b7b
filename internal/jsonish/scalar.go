package jsonish

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/internal/jsonish/internal/lex"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// readScalar reads the number or literal at i. It accepts the spellings of Python,
// JavaScript and C for numbers that JSON lacks. Without ok, end is the index of the first
// byte that cannot be right.
func readScalar(text lex.Text, i int) (end int, ok bool) {
	end, kind := scan.Scalar(text, i, 0)
	if kind == scan.KindNone {
		return end, true
	}
	if text[i] == '-' || text[i] == '+' {
		i++
	}
	for _, word := range noNumbers {
		if n := i + len(word); n <= len(text) && text[i]|0x20 == word[0] && bytes.EqualFold(text[i:n], word) {
			return n, true
		}
	}
	return end, false
}

// noNumbers are NaN and the infinities, the longer one of two first.
var noNumbers = [][]byte{[]byte("nan"), []byte("infinity"), []byte("inf")}

// readString reads the string whose opening quote is text[i]. It accepts control characters,
// halves of surrogate pairs and bytes that are no UTF-8. It returns the index after the closing
// quote. Without ok, end is the index of the first byte that cannot be right.
func readString(text lex.Text, i int) (end int, escaped, ok bool) {
	end, escaped, kind := scan.String(text, i, len(text))
	switch kind {
	case scan.KindControl, scan.KindSurrogate, scan.KindUTF8:
	default:
		return end, escaped, kind == scan.KindNone
	}
	for end < len(text) {
		switch text[end] {
		case '"':
			return end + 1, escaped, true
		case '\\':
			escaped = true
			c := text.At(end + 1)
			if bytes.IndexByte([]byte(`"\/bfnrt`), c) >= 0 {
				end += 2
			} else if _, ok = number(text[min(end+2, len(text)):], 4, 16); ok && c == 'u' {
				end += 6
			} else {
				return end, true, false
			}
		default:
			end++
		}
	}
	return len(text), escaped, false
}

// number returns the value of the first n bytes of text, digits of a base up to 16. ok is
// false if they are no digits.
func number(text []byte, n int, base rune) (r rune, ok bool) {
	if len(text) < n {
		return 0, false
	}
	for _, c := range text[:n] {
		digit := base
		switch {
		case c-'0' <= 9:
			digit = rune(c - '0')
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			digit = rune(c|0x20-'a') + 10
		}
		if digit >= base {
			return 0, false
		}
		r = r*base + digit
	}
	return r, true
}
