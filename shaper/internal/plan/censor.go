package plan

import (
	"regexp"
	"sync"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/sieve"
)

// censor is the privacy patterns of a configuration. Most texts hold nothing that any
// of them fits, and a pattern is asked only where the sieve finds what it needs.
type censor struct {
	made     sync.Once
	patterns []profiles.Pattern
	sieve    *sieve.Sieve
}

// of is the censor of the patterns, which are the same each time.
func (c *censor) of(patterns []profiles.Pattern) *censor {
	c.made.Do(func() {
		var expressions []*regexp.Regexp
		for _, p := range patterns {
			expressions = append(expressions, p.Regexp)
		}
		c.patterns, c.sieve = patterns, sieve.New(expressions)
	})
	return c
}

// Censors reports whether there are privacy patterns.
func (h *Hiding) Censors() bool { return h.censor != nil }

// Censor applies the privacy patterns to a text, and returns the last one that
// fitted, or nil.
func (h *Hiding) Censor(text []byte) (censored []byte, by *profiles.Pattern) {
	if h.censor == nil {
		return text, nil
	}
	fits := h.censor.sieve.Fits(text)
	for i := range h.censor.patterns {
		if p := &h.censor.patterns[i]; fits.Has(i) && p.Regexp.Match(text) {
			text, by = p.Regexp.ReplaceAllLiteral(text, []byte(p.With)), p
			fits = h.censor.sieve.Fits(text)
		}
	}
	return text, by
}

// NextFit returns the first place of a text, from one on, from which on a pattern may
// fit a string that is written there, or one in it; the end where there is none.
func (h *Hiding) NextFit(text []byte, from int) int {
	if h.censor == nil {
		return len(text)
	}
	return h.censor.sieve.Next(text, from)
}

// MayFit reports whether a pattern may fit a string, given as it is written, or one
// in it.
func (h *Hiding) MayFit(raw []byte) bool { return h.NextFit(raw, 0) < len(raw) }
