// Package tokens counts what a text costs a language model. Every count is
// labelled with the counter that made it; only an exact counter speaks for the
// model that it was made for.
package tokens

// Counter counts the tokens of a text.
type Counter interface {
	// Name labels the counts.
	Name() string
	// Exact reports whether the counts are those of the tokenizer named, not an
	// estimate.
	Exact() bool
	// Count is the number of tokens. Its cost is linear in the text.
	Count(text []byte) int
	// Most is a number of tokens that no UTF-8 text of so many bytes exceeds, so that
	// nobody has to count where that is little enough; math.MaxInt where nobody knows.
	Most(bytes int) int
}
