// Package budget measures responses and finds the bounds that make a response fit its budget.
package budget

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Size is the size of a text. Tokens is 0 if they were not counted.
type Size struct{ Bytes, Tokens int }

// Scale measures responses against one limit.
type Scale struct {
	Counter tokens.Counter
	Limit   profiles.Budget
	Reads   profiles.Reads // the half of a tool result that the client shows
}

// Label names the counter of a size, "" if its tokens were not counted.
func (s Scale) Label(of Size) string {
	if of.Tokens == 0 {
		return ""
	}
	return s.Counter.Name()
}

// Weigh returns the size of a response, and whether it is within the limit. Tokens are not
// counted if the response surely has no more of them than the limit.
func (s Scale) Weigh(body []byte) (size Size, fits bool) {
	if s.Counter.Most(len(body)) <= s.Limit.MaxTokens {
		size = Size{Bytes: len(body)}
	} else {
		size = s.measure(body, s.Limit.MaxTokens)
	}
	if fits = s.Fits(size); !fits && size.Tokens == 0 {
		size = s.Measure(body)
	}
	return size, fits
}

// Measure returns the size of a response, with its tokens if the limit has some.
func (s Scale) Measure(body []byte) Size { return s.measure(body, -1) }

func (s Scale) measure(body []byte, enough int) Size {
	size := Size{Bytes: len(body)}
	if s.Limit.MaxTokens > 0 {
		size.Tokens = tokensRead(body, s.Counter, s.Reads, enough)
	}
	return size
}

// Fits reports whether a size is within the limit.
func (s Scale) Fits(size Size) bool {
	most := s.Limit
	return (most.MaxBytes == 0 || size.Bytes <= most.MaxBytes) && (most.MaxTokens == 0 || size.Tokens <= most.MaxTokens)
}

// IsOverTokens reports whether a size has more tokens than the limit.
func (s Scale) IsOverTokens(size Size) bool {
	return s.Limit.MaxTokens > 0 && size.Tokens > s.Limit.MaxTokens
}

// Refusal is the error for a response that is too large.
func (s Scale) Refusal(size Size) error {
	takes, most, unit := size.Bytes, s.Limit.MaxBytes, "bytes"
	if s.IsOverTokens(size) {
		takes, most, unit = size.Tokens, s.Limit.MaxTokens, "tokens"
	}
	return fmt.Errorf("the response takes %d %s, and its budget is %d", takes, unit, most)
}

// Compared returns the number to compare sizes by: tokens if the limit has some, else bytes.
func (s Scale) Compared(size Size) int {
	if s.Limit.MaxTokens > 0 {
		return size.Tokens
	}
	return size.Bytes
}

func (s Size) plus(more Size) Size { return Size{s.Bytes + more.Bytes, s.Tokens + more.Tokens} }
