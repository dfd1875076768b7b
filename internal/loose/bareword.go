package loose

import (
	"unicode"
	"unicode/utf8"
)

// bareWord returns the index of the first character of the bare word that ends
// at end, from floor on.
func bareWord(text []byte, floor, end int) (start int) {
	for start = end; start > floor; {
		if c := text[start-1]; c < utf8.RuneSelf {
			if !ofWord[c] {
				return start
			}
			start--
			continue
		}
		r, size := utf8.DecodeLastRune(text[floor:start])
		if !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsDigit(r) {
			return start
		}
		start -= size
	}
	return start
}

// ofWord holds for the ASCII bytes that a bare word is made of.
var ofWord = func() (is [utf8.RuneSelf]bool) {
	for c := range is {
		is[c] = c == '_' || c == '$' || c == '-' || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
	}
	return is
}()
