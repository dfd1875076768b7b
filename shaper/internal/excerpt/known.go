package excerpt

import (
	"bytes"
	"unicode/utf8"
)

// longest bounds the code points of a mark with its newlines.
const longest = 64

// isExcerpt reports whether a text of n code points is an excerpt within most. Without its mark
// it is within most, and the mark stands at a valid position.
func isExcerpt(text []byte, n int, most Most) bool {
	if most.Chars > 0 && n > most.Chars+longest {
		return false
	}
	if hasMark(text, n, most) {
		return true
	}
	at := bytes.LastIndex(text, []byte(begins))
	if at < 0 {
		return false
	}
	rest, ok := number(text[at+len(begins):])
	return ok && string(rest) == endsChars && most.holds(utf8.RuneCount(text[:at]), lines(text))
}

// hasMark reports whether one line of a text is a mark for removed lines and the others are
// within most. The kept part of a text may contain such a line too.
func hasMark(text []byte, n int, most Most) bool {
	others := lines(text) - 1
	for at := 0; at < len(text); {
		end := lineEnd(text, at)
		line := bytes.TrimSuffix(text[at:end], []byte("\n"))
		if isMark(line) && most.holds(n-utf8.RuneCount(line)-2*len("\n"), others) {
			return true
		}
		at = end
	}
	return false
}

// isMark reports whether a line is a mark for removed lines.
func isMark(line []byte) bool {
	line, isBegun := bytes.CutPrefix(line, []byte(begins))
	rest, hasLines := number(line)
	rest, goesOn := bytes.CutPrefix(rest, []byte(endsLines))
	rest, hasChars := number(rest)
	return isBegun && hasLines && goesOn && hasChars && string(rest) == endsChars
}

// number skips the number at the start of a text.
func number(text []byte) (rest []byte, ok bool) {
	rest = bytes.TrimLeft(text, "0123456789,")
	return rest, len(rest) < len(text)
}
