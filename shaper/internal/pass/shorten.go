package pass

import (
	"bytes"

	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
	"github.com/seed-7aa78ce4/shape/shaper/internal/hide"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// bounds are how much is left of strings and arrays of the payload, wherever they are: so
// many code points and elements. 0 is all.
type bounds struct{ chars, items int }

// areThere reports whether anything has a bound.
func (b bounds) areThere() bool { return b != bounds{} }

// most is how many elements an array keeps, -1 for all: as a limit says for its path, or
// else as for all arrays.
func (p *Pass) most(f *frame) int {
	switch {
	case f.acts.Limit.Max >= 0:
		return f.acts.Limit.Max
	case f.payload && p.limited.items > 0:
		return p.limited.items
	}
	return -1
}

// isFull reports whether an array keeps no more elements.
func (p *Pass) isFull(f *frame) bool {
	most := p.most(f)
	return most >= 0 && f.kept >= most
}

// mayBeLong reports whether the string src[start:end] may have more code points than are
// left of one.
func (p *Pass) mayBeLong(start, end int) bool {
	return p.limited.chars > 0 && end-start-len(`""`) > p.limited.chars
}

// isBounded reports whether the string v in f may be shortened: it is a text of the
// payload or in a slot, and none that only who wrote it reads, nor bytes.
func (p *Pass) isBounded(f *frame, v *value) bool {
	return (payload(f, v) || v.acts.Are(plan.Slot)) && !v.acts.Are(plan.Protocol|plan.Sealed|plan.Media)
}

// charsOf is how many code points a derived field has: no more than any string.
func (b bounds) charsOf(d plan.Derived) int {
	if b.chars > 0 {
		return min(d.Chars, b.chars)
	}
	return d.Chars
}

var shortened = cause{reason: "shortened", setting: "max_string"}

// shorten writes what is left of a string in f that is too long and ends at src[end],
// after some edits. It reports whether it did: not where all of it is left.
func (p *Pass) shorten(f *frame, v *value, end int, edits hide.Edits, why *cause) bool {
	if p.limited.chars == 0 || len(edits) == 0 && !p.mayBeLong(v.start, end) {
		return false
	}
	p.text = p.hidden(p.text[:0], v.start, end, edits)
	short := p.short(f, v, p.text)
	if len(short) == len(p.text) {
		return false
	}
	*why = shortened
	p.out.quote(short)
	return true
}

// short is what is left of a text that stands for the string v in f. A text that was cut
// may have to be looked into again.
func (p *Pass) short(f *frame, v *value, text []byte) []byte {
	if p.limited.chars == 0 || !p.isBounded(f, v) {
		return text
	}
	out := excerpt.Of(text, p.limited.chars)
	if len(out) == len(text) {
		return text
	}
	p.told.Shortened.note(1, func() string { return p.pattern(f, v) })
	for n := 0; p.plan.Hiding != nil && n < hide.MaxLooks; n++ {
		left := p.lookAgain(f, v, out, p.hidingAt(f, v), nil)
		if p.censors(f, v) {
			left = p.settled(f, v, left)
		}
		if bytes.Equal(left, out) {
			break
		}
		out = excerpt.Of(left, p.limited.chars)
	}
	return out
}
