// Package tokens counts the tokens of a text for a language model. Every count carries the
// name of its counter. Only an exact counter is right for its model.
package tokens

// Counter counts the tokens of a text. Its methods may be called side by side.
type Counter interface {
	// Name labels the counts.
	Name() string
	// Exact reports whether the counts are those of the tokenizer named, not an
	// estimate.
	Exact() bool
	// Count is the number of tokens. Its cost is linear in the text.
	Count(text []byte) int
	// Most returns an upper bound for the tokens of any UTF-8 text of that many bytes. A
	// caller need not count if the bound is low enough. Without a bound it is math.MaxInt.
	Most(bytes int) int
}
