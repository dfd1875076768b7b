package plan

import (
	"regexp"
	"sync"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/prefilter"
)

// censor is the privacy patterns of a configuration. Most texts hold nothing that any
// of them fits, and a pattern is asked only where the sieve finds what it needs.
type censor struct {
	made     sync.Once
	patterns []pattern
	sieve    *prefilter.Sieve // nil if there are no patterns
	detects  *profiles.Detection
}

// of is the censor of the patterns and detectors, which are the same each time.
func (c *censor) of(r *profiles.Resolved) *censor {
	c.made.Do(func() {
		c.detects = r.Detection
		patterns := r.Patterns
		if len(patterns) == 0 {
			return
		}
		c.patterns = make([]pattern, len(patterns))
		expressions := make([]*regexp.Regexp, len(patterns))
		written := writings{known: map[string]bool{}}
		for i := range patterns {
			p := &patterns[i]
			c.patterns[i], expressions[i] = pattern{p, []byte(p.With), written.add([]byte(p.With))}, p.Regexp
		}
		c.sieve = prefilter.New(expressions)
	})
	return c
}

// Censors reports whether there are privacy patterns, detectors, or values to look for.
func (h *Hiding) Censors() bool { return h.censor != nil || h.taint != nil }

// rounds are how often the patterns are applied to one text: what they leave may be
// what one of them fits together with a replacement beside it.
const rounds = 4

// Censor applies the privacy patterns and detectors to a text, and returns the last
// one that fitted, or nil. What it writes is taken from the room; where that is used up, a text
// that a pattern fits is replaced as a whole.
func (h *Hiding) Censor(text []byte, room *int) (censored []byte, by *profiles.Pattern) {
	if h.taint != nil {
		text, by = h.replaceTaint(text)
	}
	if h.censor == nil {
		return text, by
	}
	for range rounds {
		last := h.censor.apply(&text, room)
		if last == nil {
			break
		}
		by = last
	}
	return text, by
}

// Room is how many bytes patterns may write in a document of some size. They write
// more only where one fits what another writes, or where each letter of a text
// becomes a sentence.
func Room(size int) int { return 64<<10 + 16*size }

// apply applies each pattern to a text once.
func (c *censor) apply(text *[]byte, room *int) (by *profiles.Pattern) {
	var fits prefilter.Fits
	if c.sieve != nil {
		fits = c.sieve.Fits(*text)
	}
	for i := range c.patterns {
		if !fits.Has(i) {
			continue
		}
		if left, changed := c.patterns[i].replace(*text, room); changed {
			*text, by = left, c.patterns[i].Pattern
			fits = c.sieve.Fits(left)
		}
	}
	if left, found := c.detect(*text, room); found != nil {
		*text, by = left, found
	}
	return by
}

// NextFit returns the first place of a text, from one on, from which on a pattern may
// fit a string that is written there, or one in it; the end where there is none.
func (h *Hiding) NextFit(text []byte, from int) int {
	next := len(text)
	if h.censor != nil {
		next = h.censor.next(text, from)
	}
	if h.taint != nil {
		next = min(next, h.taint.NextFit(text, from))
	}
	return next
}

// MayFit reports whether a pattern may fit a string, given as it is written, or one
// in it.
func (h *Hiding) MayFit(raw []byte) bool { return h.NextFit(raw, 0) < len(raw) }
