package texts

import "strings"

// minWord is the length of the shortest word that names a part of a text.
const minWord = 3

// Names reports whether a word names a part of a text, such as a file or a heading. Letters of
// both cases are equal.
func Names(part string, words []string) bool {
	part = strings.ToLower(part)
	for _, word := range words {
		if len(word) >= minWord && strings.Contains(part, strings.ToLower(word)) {
			return true
		}
	}
	return false
}
