package excerpt

import (
	"bytes"
	"unicode/utf8"
)

// isExcerpt reports whether a text of n code points is an excerpt of so many: it is that
// without a mark, and where the mark stands one may.
func isExcerpt(text []byte, n, chars int) bool {
	if n > chars+longest {
		return false
	}
	at := bytes.LastIndex(text, []byte(begins))
	if at < 0 {
		return false
	}
	if at == 0 || text[at-1] == '\n' {
		if end := lineEnd(text, at); isMark(bytes.TrimSuffix(text[at:end], []byte("\n"))) {
			return n-utf8.RuneCount(text[at:end]) <= chars+len("\n")
		}
	}
	rest, ok := number(text[at+len(begins):])
	return ok && string(rest) == endsChars && utf8.RuneCount(text[:at]) <= chars
}

// isMark reports whether a line is the mark of lines that are gone.
func isMark(line []byte) bool {
	rest, hasLines := number(line[len(begins):])
	rest, goesOn := bytes.CutPrefix(rest, []byte(endsLines))
	rest, hasChars := number(rest)
	return hasLines && goesOn && hasChars && string(rest) == endsChars
}

// number is what comes behind the number with which a text begins.
func number(text []byte) (rest []byte, ok bool) {
	rest = bytes.TrimLeft(text, "0123456789,")
	return rest, len(rest) < len(text)
}
