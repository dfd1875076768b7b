package plan

import (
	"regexp"
	"sync"

	"slices"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/prefilter"
	"github.com/seed-7aa78ce4/shape/shaper/internal/taint"
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

// Tainted returns a copy of the plan that also replaces the values of a set, in each string
// that privacy patterns act on (GUARANTEES, taint). The copy serves one response. It is never
// cached. The plan must have hiding rules.
func (p *Plan) Tainted(by *taint.Set) *Plan {
	hiding := *p.Hiding
	hiding.taint = by
	tainted := &Plan{decided: p.decided}
	tainted.Hiding = &hiding
	return tainted
}

// Censors reports whether patterns, detectors or hidden values act on strings.
func (p *Plan) Censors() bool { return p.Hiding != nil && p.Hiding.Censors() }

// Taints reports whether the engine must search other strings for values that the plan hides.
func (p *Plan) Taints() bool {
	return p.Hiding != nil && p.Hiding.Private != nil && p.Hiding.taint == nil
}

// Chooses reports whether an include list, omit_fields or a limit of a list drops values.
// Hidden values in them go unseen.
func (p *Plan) Chooses() bool {
	r := p.Resolved
	return len(r.Include)+len(r.Omit)+len(r.Limits)+r.MaxItems > 0 ||
		slices.ContainsFunc(r.Shorten, func(s profiles.Shortened) bool { return s.Items > 0 })
}

// tainted is the origin of a decision about a hidden value found in another string.
var tainted = &profiles.Pattern{Origin: profiles.Origin{Pointer: "/privacy"}}
