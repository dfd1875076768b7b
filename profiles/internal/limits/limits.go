// Package limits holds the limits of responses.
package limits

import (
	"cmp"
	"fmt"
	"strings"
)

// Budget bounds the size of a whole response and selects the action for a larger one. A zero
// limit is not set. If several sections set a limit, the smallest one holds.
type Budget struct {
	MaxTokens int `json:"max_tokens"` // of what a client shows of it
	MaxBytes  int `json:"max_bytes"`  // of all of it
	// OnOver is "ladder" or "error"; "" means "ladder". The ladder reduces the response step
	// by step until it fits. "error" refuses it.
	OnOver string `json:"on_over"`
	// Counter names the counter of tokens: "estimate" or "o200k", if the program links it; ""
	// means "estimate". The later section that names one wins.
	Counter string `json:"counter"`
}

// IsThere reports whether anything is limited.
func (b Budget) IsThere() bool { return b.MaxTokens > 0 || b.MaxBytes > 0 }

// And combines two budgets: the smaller limits, and the OnOver and Counter of more if it sets
// them.
func (b Budget) And(more Budget) Budget {
	return Budget{
		MaxTokens: cmp.Or(min(b.MaxTokens, more.MaxTokens), b.MaxTokens, more.MaxTokens),
		MaxBytes:  cmp.Or(min(b.MaxBytes, more.MaxBytes), b.MaxBytes, more.MaxBytes),
		OnOver:    cmp.Or(more.OnOver, b.OnOver),
		Counter:   cmp.Or(more.Counter, b.Counter),
	}
}

// Refuses reports whether a response that is too large is refused.
func (b Budget) Refuses() bool { return b.OnOver == Refusing }

// Refusing is the OnOver that refuses a response.
const Refusing = "error"

// Shorten bounds a longer value: the code points and lines of a string, the elements of an
// array. 0 is no bound.
type Shorten struct {
	Chars int `json:"chars"`
	Lines int `json:"lines"`
	Items int `json:"items"`
}

// Least returns the smallest bound.
func (s Shorten) Least() int { return min(s.Chars, s.Lines, s.Items) }

// String says it in words: "400 characters, 20 lines".
func (s Shorten) String() string {
	var words []string
	say := func(n int, of string) {
		if n > 0 {
			words = append(words, fmt.Sprintf("%d %s", n, of))
		}
	}
	say(s.Chars, "characters")
	say(s.Lines, "lines")
	say(s.Items, "elements")
	return strings.Join(words, ", ")
}
