package shaper

import (
	"fmt"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// scale weighs responses.
type scale struct {
	counter tokens.Counter
	limit   profiles.Budget
	reads   profiles.Reads
}

// scale is one with the counter that a budget names.
func (e *Engine) scale(limit profiles.Budget, reads profiles.Reads) (scale, error) {
	counter, err := e.counter(limit.Counter)
	return scale{counter, limit, reads}, err
}

// label is by what the tokens of a size were counted.
func (s scale) label(of Size) string {
	if of.Tokens == 0 {
		return ""
	}
	return s.counter.Name()
}

// fitOf is what a report says of a response within its limit; no Fit if there is no limit.
func (s scale) fitOf(size Size) Fit {
	if !s.limit.IsThere() {
		return Fit{}
	}
	return Fit{Counter: s.label(size), Before: size, After: size}
}

// size is what a response takes. Tokens are not counted of one that surely has no more than
// the limit.
func (s scale) size(body []byte) Size {
	if s.counter.Most(len(body)) <= s.limit.MaxTokens {
		return Size{Bytes: len(body)}
	}
	return s.counted(body, s.limit.MaxTokens)
}

// measured is size of a response of which the report tells.
func (s scale) measured(body []byte) Size { return s.counted(body, -1) }

func (s scale) counted(body []byte, enough int) Size {
	size := Size{Bytes: len(body)}
	if s.limit.MaxTokens > 0 {
		size.Tokens = tokensRead(body, s.counter, s.reads, enough)
	}
	return size
}

// weigh is the size of a response, and whether it is within the limit: where it is not,
// all of the size is known.
func (s scale) weigh(body []byte) (size Size, fits bool) {
	size = s.size(body)
	if fits = s.fits(size); !fits && size.Tokens == 0 {
		size = s.measured(body)
	}
	return size, fits
}

// measure is the number by which sizes compare: tokens if the limit has some, else bytes.
func (s scale) measure(size Size) int {
	if s.limit.MaxTokens > 0 {
		return size.Tokens
	}
	return size.Bytes
}

// less is a size that has n bytes and tokens less.
func (s Size) less(n int) Size { return Size{s.Bytes - n, s.Tokens - n} }

func (s scale) fits(size Size) bool {
	most := s.limit
	return (most.MaxBytes == 0 || size.Bytes <= most.MaxBytes) && (most.MaxTokens == 0 || size.Tokens <= most.MaxTokens)
}

func (s scale) overTokens(size Size) bool {
	return s.limit.MaxTokens > 0 && size.Tokens > s.limit.MaxTokens
}

// refusal is the error of a response that is too large.
func (s scale) refusal(size Size) error {
	takes, most, unit := size.Bytes, s.limit.MaxBytes, "bytes"
	if s.overTokens(size) {
		takes, most, unit = size.Tokens, s.limit.MaxTokens, "tokens"
	}
	return &Error{Reason: "over_budget", Err: fmt.Errorf("the response takes %d %s, and its budget is %d", takes, unit, most)}
}
