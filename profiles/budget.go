package profiles

import "cmp"

// Budget is the most that a whole response may take, and what becomes of a larger one.
// Zero limits say nothing; where several sections speak, the smallest limit holds.
type Budget struct {
	MaxTokens int `json:"max_tokens"` // of what a client shows of it
	MaxBytes  int `json:"max_bytes"`  // of all of it
	// OnOver is "ladder", which "" stands for: the response is made smaller, step by
	// step, until it fits. "error" refuses it.
	OnOver string `json:"on_over"`
	// Counter names what counts the tokens: "estimate", which "" stands for, or "o200k",
	// where the program has it. The later section to name one has its way.
	Counter string `json:"counter"`
}

// IsThere reports whether anything is limited.
func (b Budget) IsThere() bool { return b.MaxTokens > 0 || b.MaxBytes > 0 }

// And is what holds where both say something: the smaller limits, and what more says of
// a response that is too large and of the counter.
func (b Budget) And(more Budget) Budget {
	return Budget{
		MaxTokens: least(b.MaxTokens, more.MaxTokens),
		MaxBytes:  least(b.MaxBytes, more.MaxBytes),
		OnOver:    cmp.Or(more.OnOver, b.OnOver),
		Counter:   cmp.Or(more.Counter, b.Counter),
	}
}

// Refuses reports whether a response that is too large is refused.
func (b Budget) Refuses() bool { return b.OnOver == refusing }

const refusing = "error"

// least is the smaller one of two limits, of which 0 says nothing.
func least(a, b int) int {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}
