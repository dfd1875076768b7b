package tokens

import "github.com/seed-7aa78ce4/shape/internal/lexis"

// Estimate is the default counter. It knows no vocabulary: it goes over the bytes once,
// and has each cost what its like cost on average in the o200k_base tokenizer: a first
// letter, one far into a word, a digit, a sign after another one. The weights were fitted
// on source text and pages of Go and of modules, and on records, logs, paths, base64,
// hex, numbers and prose in 18 languages that internal/counters makes, and on nothing of a
// server. What the error is for servers stands in bench/README.md. It is an estimate for
// every model.
type Estimate struct{}

// Name returns "estimate".
func (Estimate) Name() string { return "estimate" }

// Exact returns false.
func (Estimate) Exact() bool { return false }

// Most returns two for each byte: no weight is more.
func (Estimate) Most(bytes int) int { return 2 * bytes }

// Count estimates the tokens of a text; at least 1 where there is any.
func (Estimate) Count(text []byte) int {
	total, at := 0, lexis.Begin
	for _, b := range text {
		at = lexis.Next[at][lexis.Classes[b]]
		total += int(weights[at])
	}
	return max((total+500)/1000, min(len(text), 1))
}
