package taint

import (
	"bytes"
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// MinRunes is the least number of characters of a value that counts; minBytes follows from it.
const (
	MinRunes = 8
	minBytes = MinRunes
)

// Counts reports whether a hidden value is searched for elsewhere. Short values with fewer
// than [MinRunes] characters do not count, nor do values without letters and digits. A part of
// [Mark], as a cut leaves it, does not count. A common word does not count, alone or in
// brackets, such as <password>, in any case.
func Counts(value []byte) bool {
	if len(value) < minBytes || len(value) < minBytes*utf8.UTFMax && utf8.RuneCount(value) < MinRunes {
		return false
	}
	if len(value) > longestCommon && isAlnum(value[0]) {
		for _, c := range value[longestCommon:] {
			if isAlnum(c) {
				return true
			}
		}
	}
	core := bytes.TrimFunc(value, isSign)
	return len(core) > 0 && !strings.Contains(Mark, string(value)) && !isCommon(core)
}

func isAlnum(c byte) bool { return c-'0' <= 9 || (c|0x20)-'a' <= 'z'-'a' }

// isSign reports whether a character is neither a letter nor a digit.
func isSign(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

// isCommon reports whether a text is a common word of letters alone.
func isCommon(core []byte) bool {
	if len(core) > longestCommon {
		return false
	}
	for _, c := range core {
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return common()[strings.ToLower(string(core))]
}

// longestCommon is the length of the longest common word.
const longestCommon = 16

// common returns the common words and placeholders of [MinRunes] letters or more.
var common = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, word := range strings.Fields(commonWords) {
		all[word] = true
	}
	return all
})

//go:embed common_words.txt
var commonWords string
