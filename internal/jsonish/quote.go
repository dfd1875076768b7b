package jsonish

import "bytes"

// Some quotes are escaped by their number. .NET writes them so in strings of JSON, and PHP
// does on demand.
var quoteEscapes = [][]byte{[]byte(`\u0022`), []byte(`\u0027`)}

// isQuote reports whether a byte is a double or single quote.
func isQuote(c byte) bool { return c == '"' || c == '\'' }

// quoteBefore returns the double or single quote that ends before i, in its written form
// without backslashes. nil is none.
func quoteBefore(text []byte, i int) (sign []byte) {
	switch text[i-1] {
	case '"', '\'':
		return text[i-1 : i]
	case '2', '7':
		for _, escape := range quoteEscapes {
			if bytes.HasSuffix(text[:i], escape) {
				return text[i-len(escape)+1 : i]
			}
		}
	}
	return nil
}

// quoteAt returns the quote at i, not where the text begins, that may open a value,
// or the three; nil is none.
func quoteAt(text []byte, i int) (sign []byte) {
	switch c := text[i]; c {
	case '"', '\'', '`':
		if i+2 < len(text) && text[i+1] == c && text[i+2] == c {
			return text[i : i+3]
		}
		return text[i : i+1]
	case 'u':
		for _, escape := range quoteEscapes {
			if bytes.HasPrefix(text[i-1:], escape) {
				return text[i : i+len(escape)-1]
			}
		}
	}
	return nil
}

// quoteEnd returns the index after the quote that closes the one at i. sign is the form of
// that quote, behind its backslashes. The closing quote has the same form behind as many
// backslashes or fewer, or behind backslashes that are themselves escaped. Backslashes
// count from floor on.
func quoteEnd(text, sign []byte, floor, i int) int {
	most := backslashes(text, floor, i)
	i += len(sign)
	for floor = i; ; {
		n := bytes.Index(text[i:], sign)
		if n < 0 {
			return len(text)
		}
		i += n
		if n, end := backslashes(text, floor, i), i+len(sign); n <= most || closes(n, most) && !continues(text, end) {
			return end
		}
		i++
	}
}

// closes reports whether a quote behind n backslashes closes one behind as many as
// open. At that depth of strings in strings, an escaped backslash takes 2*(open+1)
// of them: `"C:\\"` ends there.
func closes(n, open int) bool { return n <= open || n%(2*(open+1)) == open }

// continues reports whether a word, an escape or a colon stands at i. A quote behind more
// backslashes than the first does not close before it. In a JavaScript template, a JSON
// quote in a value has twice as many.
func continues(text []byte, i int) bool {
	return i < len(text) && (text[i] == '\\' || text[i] == ':' || isAlnum(text[i]))
}

// backslashes counts the backslashes right before i, from floor on.
func backslashes(text []byte, floor, i int) (n int) {
	for i-n > floor && text[i-n-1] == '\\' {
		n++
	}
	return n
}
