package lex

import "bytes"

// Some quotes are escaped by their number. .NET writes them so in strings of JSON, and PHP
// does on demand.
var quoteEscapes = [][]byte{[]byte(`\u0022`), []byte(`\u0027`)}

// IsQuote reports whether a byte is a double or single quote.
func IsQuote(c byte) bool { return c == '"' || c == '\'' }

// QuoteBefore returns the double or single quote that ends before i, in its written form
// without backslashes. nil is none.
func (t Text) QuoteBefore(i int) (sign []byte) {
	switch t[i-1] {
	case '"', '\'':
		return t[i-1 : i]
	case '2', '7':
		for _, escape := range quoteEscapes {
			if bytes.HasSuffix(t[:i], escape) {
				return t[i-len(escape)+1 : i]
			}
		}
	}
	return nil
}

// QuoteAt returns the quote at i that may open a value, or the three; nil is none. No
// quote opens at 0.
func (t Text) QuoteAt(i int) (sign []byte) {
	if i == 0 {
		return nil
	}
	switch c := t[i]; c {
	case '"', '\'', '`':
		if i+2 < len(t) && t[i+1] == c && t[i+2] == c {
			return t[i : i+3]
		}
		return t[i : i+1]
	case 'u':
		for _, escape := range quoteEscapes {
			if bytes.HasPrefix(t[i-1:], escape) {
				return t[i : i+len(escape)-1]
			}
		}
	}
	return nil
}

// QuoteEnd returns the index after the quote that closes the one at i. sign is the form of that
// quote, behind its backslashes. The closing quote has the same form behind as many backslashes
// or fewer, or behind backslashes that are themselves escaped. Backslashes count from floor on.
//
// Behind n backslashes, strings in strings escape a backslash by 2*(n+1) of them:
// `"C:\\"` ends there. A word, an escape or a colon does not follow such an end. In a
// JavaScript template, a JSON quote in a value has twice as many backslashes.
func (t Text) QuoteEnd(sign []byte, floor, i int) int {
	most := t.Backslashes(floor, i)
	i += len(sign)
	for floor = i; ; i++ {
		n := bytes.Index(t[i:], sign)
		if n < 0 {
			return len(t)
		}
		i += n
		end := i + len(sign)
		slashes, next := t.Backslashes(floor, i), t.At(end)
		if slashes <= most || slashes%(2*(most+1)) == most && next != '\\' && next != ':' && !IsAlnum(next) {
			return end
		}
	}
}

// Backslashes counts the backslashes right before i, from floor on.
func (t Text) Backslashes(floor, i int) (n int) {
	for i-n > floor && t[i-n-1] == '\\' {
		n++
	}
	return n
}

// Pass passes one byte of the value that begins at start, or the whole quoted text that
// opens there. With comments set, it passes a comment as well.
func (t Text) Pass(start, i int, comments bool) (next int) {
	switch t[i] {
	case '"', '\'', '`', 'u':
		if sign := t.QuoteAt(i); sign != nil && t.OpensQuote(start, i) {
			return t.QuoteEnd(sign, start, i)
		}
	case '/':
		if comments && t.IsComment(i) {
			next, _ = t.Comment(i)
			return next
		}
	}
	return i + 1
}

// OpensQuote reports whether a quote at i may begin a token of a value that begins at
// start. No letter or digit may precede it, except for the prefixes of Python strings. A
// double quote behind a backslash qualifies: the blank before it may be an escape.
func (t Text) OpensQuote(start, i int) bool {
	sign, quote := t[i], i
	for i > start && t[i-1] == '\\' {
		i--
	}
	if i == start || i < quote && sign != '\'' {
		return true
	}
	switch c := t[i-1]; c {
	case 'b', 'r', 'u', 'f', 'B', 'R', 'U', 'F':
		return i-1 == start || !IsAlnum(t[i-2])
	default:
		return c < 0x80 && !IsAlnum(c)
	}
}
