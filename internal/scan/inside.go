package scan

import (
	"strings"
	"unicode/utf8"
)

// OpensInside reports whether a string of a text may hold JSON, or a name may look
// as if it did: it has a backslash, a byte beyond ASCII, or a quote before what begins a
// value.
func OpensInside(text []byte) bool {
	i := 0
	for ; i < len(text)-7; i += wordSize {
		w := word(text, i)
		if w&highs != 0 || backslashes(w) != 0 {
			return true
		}
		for found := quotes(w); found != 0; found &= found - 1 {
			if opensAt(text, i+first(found)) {
				return true
			}
		}
	}
	for ; i < len(text); i++ {
		if text[i] == '\\' || text[i] >= utf8.RuneSelf || opensAt(text, i) {
			return true
		}
	}
	return false
}

// opensAt reports whether a quote stands at text[i], and behind it what begins a value.
func opensAt(text []byte, i int) bool {
	return text[i] == '"' && i+1 < len(text) && strings.IndexByte(`{[/ `, text[i+1]) >= 0
}
