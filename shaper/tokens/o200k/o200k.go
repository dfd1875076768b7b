// Package o200k counts exactly, as the tokenizer o200k_base does. It links that tokenizer's
// vocabulary, about 7 MB, and is therefore a separate package. The engine knows it as a
// tokens.Counter.
//
// The vocabulary is that of github.com/tiktoken-go/tokenizer. The splitting into pieces is
// this package's own, since v0.10.0 has three faults. An indented empty line costs a token too
// much, U+007F costs nothing, and 'ſ ends no word (FuzzLawsTokenCounts).
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

// Count counts the tokens of a text. The text of a special token is ordinary text. An invalid
// byte counts as U+FFFD, as encoding/json reads it. The time is linear in the text, times the
// logarithm of its longest word.
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
