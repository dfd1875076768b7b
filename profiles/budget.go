package profiles

import (
	"cmp"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/words"
)

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

var overs = []string{"ladder", refusing}

// least is the smaller one of two limits, of which 0 says nothing.
func least(a, b int) int {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// budget is a compiled [Budget]: where each part of it was said.
type budget struct {
	tokens, bytes   said[int]
	onOver, counter said[string]
}

func (c *compiler) budget(b *Budget, at place) budget {
	if b == nil {
		return budget{}
	}
	var over, said *string
	if b.OnOver != "" {
		over = &b.OnOver
	}
	if b.Counter != "" {
		said = &b.Counter
	}
	return budget{
		tokens:  c.limit(b.MaxTokens, at.key("max_tokens")),
		bytes:   c.limit(b.MaxBytes, at.key("max_bytes")),
		onOver:  c.oneOf(over, at, "on_over", overs...),
		counter: c.counter(said, at.key("counter")),
	}
}

// counter is one that the program has, where it is known which ones that are.
func (c *compiler) counter(name *string, at place) said[string] {
	if name != nil && len(c.counters) > 0 && !slices.Contains(c.counters, *name) {
		message, hint := words.NoCounter(*name, c.counters)
		c.report(Problem{Origin: at.origin(), Message: message, Hint: hint})
	}
	return say(name, at)
}

// limit is one that was said; 0 was not.
func (c *compiler) limit(n int, at place) said[int] {
	if n < 0 {
		c.fail(at.origin(), "must be 1 or more, not %d", n)
	}
	if n <= 0 {
		return said[int]{}
	}
	return say(&n, at)
}

// over returns what holds when b speaks after base.
func (b budget) over(base budget) budget {
	smaller := func(a, b said[int]) said[int] {
		if !a.ok || b.ok && b.value < a.value {
			return b
		}
		return a
	}
	return budget{
		tokens: smaller(base.tokens, b.tokens), bytes: smaller(base.bytes, b.bytes),
		onOver: b.onOver.or(base.onOver), counter: b.counter.or(base.counter),
	}
}

func (b budget) resolved() Budget {
	return Budget{MaxTokens: b.tokens.value, MaxBytes: b.bytes.value, OnOver: b.onOver.value, Counter: b.counter.value}
}
