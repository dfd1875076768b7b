package plan

import (
	"regexp"
	"sync"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/prefilter"
)

// censor holds the privacy patterns and detectors of a configuration. A pattern runs only if
// the prefilter finds its required bytes in a text.
type censor struct {
	made     sync.Once
	patterns []pattern
	sieve    *prefilter.Sieve // nil if there are no patterns
	detects  *profiles.Detection
}

// load returns the censor and fills it on the first call. r holds the same patterns and
// detectors each time.
func (c *censor) load(r *profiles.Resolved) *censor {
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

// Censors reports whether patterns, detectors or hidden values act on strings.
func (h *Hiding) Censors() bool { return h.censor != nil || h.taint != nil }

// rounds is the number of times that the patterns run over one text. A replacement and the
// text beside it can form a new match.
const rounds = 4

// Censor applies the privacy patterns and detectors to a text. It returns the last one that
// matched, or nil. Replacements reduce the room; without room, one replacement stands for the
// whole text.
func (h *Hiding) Censor(text []byte, room *int) (censored []byte, by *profiles.Pattern) {
	if h.taint != nil {
		if replaced, found := h.taint.Replace(text); found {
			text, by = replaced, tainted
		}
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

// Room returns the bytes that patterns may write for a document of the given size. They write
// more only if a pattern matches the output of another, or writes a long text for each letter.
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

// NextFit returns the first offset, at or after from, at which a pattern may match a JSON
// string or a string nested in it. It returns len(text) if there is none.
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

// MayFit reports whether a pattern may match a raw JSON string or a string nested in it.
func (h *Hiding) MayFit(raw []byte) bool { return h.NextFit(raw, 0) < len(raw) }
