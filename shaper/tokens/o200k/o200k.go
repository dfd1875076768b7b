// Package o200k counts exactly, as the tokenizer o200k_base does. It links that
// tokenizer's vocabulary, about 7 MB, which is why it is a package of its own: the
// engine knows it as a tokens.Counter.
//
// The vocabulary is that of github.com/tiktoken-go/tokenizer. What is done with it
// is done here: how v0.10.0 finds words is wrong in three places. An empty line that
// is indented costs a token more than it should, U+007F costs nothing, and 'ſ ends no
// word (FuzzLawsTokenCounts).
package o200k

import "unicode/utf8"

// Counter is an exact tokens.Counter for the models that use o200k_base, and for no
// other. The first count in a process reads the vocabulary, once; counts may be made
// at the same time.
type Counter struct{}

// Name returns "o200k".
func (Counter) Name() string { return "o200k" }

// Exact returns true.
func (Counter) Exact() bool { return true }

// Most returns the bytes: each token has one at least.
func (Counter) Most(bytes int) int { return bytes }

// Count counts the tokens of a text; what looks like a special token in it is text.
// A byte that is not UTF-8 counts as U+FFFD, which encoding/json reads in its place.
// The time is linear in the text, but for the logarithm of its longest word.
func (Counter) Count(text []byte) (total int) {
	if !utf8.Valid(text) {
		text = []byte(string([]rune(string(text))))
	}
	m := merger{ranks: vocabulary()}
	for len(text) > 0 {
		n := piece(text)
		total += m.count(text[:n])
		text = text[n:]
	}
	return total
}
