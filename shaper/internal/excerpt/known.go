package excerpt

import (
	"bytes"
	"unicode/utf8"
)

// longest is how many code points a mark has at most, with the ends of its line.
const longest = 64

// isExcerpt reports whether a text of n code points is an excerpt of no more than most: it
// is without a mark, and where the mark stands one may.
func isExcerpt(text []byte, n int, most Most) bool {
	if most.Chars > 0 && n > most.Chars+longest {
		return false
	}
	at := bytes.LastIndex(text, []byte(begins))
	if at < 0 {
		return false
	}
	if at == 0 || text[at-1] == '\n' {
		if end := lineEnd(text, at); isMark(bytes.TrimSuffix(text[at:end], []byte("\n"))) {
			return most.holds(n-utf8.RuneCount(text[at:end])-len("\n"), lines(text)-1)
		}
	}
	rest, ok := number(text[at+len(begins):])
	return ok && string(rest) == endsChars && most.holds(utf8.RuneCount(text[:at]), lines(text))
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
