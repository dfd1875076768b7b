package profiles

import "cmp"

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
		MaxTokens: least(b.MaxTokens, more.MaxTokens),
		MaxBytes:  least(b.MaxBytes, more.MaxBytes),
		OnOver:    cmp.Or(more.OnOver, b.OnOver),
		Counter:   cmp.Or(more.Counter, b.Counter),
	}
}

// Refuses reports whether a response that is too large is refused.
func (b Budget) Refuses() bool { return b.OnOver == refusing }

const refusing = "error"

// least returns the smaller of two limits; 0 is no limit.
func least(a, b int) int {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}
