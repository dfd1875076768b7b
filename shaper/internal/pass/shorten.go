package pass

import (
	"bytes"
	"cmp"
	"math"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/internal/excerpt"
	"github.com/seed-7aa78ce4/shape/shaper/internal/outline"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// bounds are how much is left of strings and arrays of the payload, wherever they are: so
// many code points and elements. 0 is all.
type bounds struct{ chars, items int }

// areThere reports whether anything has a bound.
func (b bounds) areThere() bool { return b != bounds{} }

// most is how many elements an array keeps, -1 for all: as a limit says for its path, or
// else as for all arrays, and no more than a budget leaves it.
func (p *Pass) most(f *frame) int {
	switch limit := f.acts.Limit.Max; {
	case limit >= 0 && f.payload && p.limited.tight.Items > 0:
		return min(limit, p.limited.tight.Items)
	case limit >= 0:
		return limit
	case f.payload && p.limited.items > 0:
		return p.limited.items
	}
	return -1
}

// isTighter reports whether a budget leaves an array fewer elements than its rules do.
func (p *Pass) isTighter(f *frame) bool {
	ruled := f.acts.Limit.Max
	if ruled < 0 {
		ruled = cmp.Or(p.plan.Resolved.MaxItems, math.MaxInt)
	}
	return p.most(f) < ruled
}

// isFull reports whether f, the innermost container, is an array that keeps no more
// elements. An array of a digest keeps all (RULES R45).
func (p *Pass) isFull(f *frame) bool {
	most := p.most(f)
	return most >= 0 && f.kept >= most && !p.inDigest()
}

// mayBeLong reports whether the string src[start:end] may have more code points than are
// left of one, unless its place says otherwise.
func (p *Pass) mayBeLong(start, end int) bool {
	return p.limited.chars > 0 && end-start-len(`""`) > p.limited.chars
}

// mostOf is how much is left of the string v in f, as its place says or else as for all
// of the payload and of slots; 0 for what only who wrote it reads, and for bytes.
func (p *Pass) mostOf(f *frame, v *value) excerpt.Most {
	return p.mostUnder(f, v, p.limited.tight.Chars)
}

// mostUnder is mostOf under a budget that leaves a string so many code points, 0 for all.
func (p *Pass) mostUnder(f *frame, v *value, tight int) excerpt.Most {
	var most excerpt.Most
	switch {
	case v.acts.Are(plan.Protocol | plan.Sealed | plan.Media):
		return most
	case v.acts.Text != plan.Text{}:
		most = v.acts.Text.Most
	case payload(f, v) || v.acts.Are(plan.Slot):
		most.Chars = p.plan.Resolved.MaxString
	default:
		return most
	}
	most.Chars = plan.Least(most.Chars, tight)
	return most
}

// shorten writes what is left of a string in f that is too long and ends at src[end],
// after some edits. It reports whether it did: not where all of it is left.
func (p *Pass) shorten(f *frame, v *value, end int, edits redact.Edits, why *cause) bool {
	short := len(edits) == 0 && v.acts.Text == plan.Text{} && !p.mayBeLong(v.start, end)
	if short || p.mostOf(f, v) == (excerpt.Most{}) {
		return false
	}
	p.text = p.hidden(p.text[:0], v.start, end, edits)
	left, ok := p.short(f, v, p.text)
	if ok { // else the edits hold: nothing was looked into again
		*why = cause{reason: "shortened", rule: v.acts.Text.By, setting: "max_string"}
		p.out.quote(left)
	}
	return ok
}

// short is what is left of a text that stands for the string v in f, and whether that is
// less. A text that was cut is looked into again: what is left is what was looked into
// last.
func (p *Pass) short(f *frame, v *value, text []byte) (left []byte, ok bool) {
	most := p.mostOf(f, v)
	if most == (excerpt.Most{}) || outline.Is(text) || envelope.IsSaid(text) {
		return text, false
	}
	cut := excerpt.OfString(text, most, p.limited.items)
	if len(cut) == len(text) || p.inDigest() {
		return text, false
	}
	p.told.Shortened.note(1, func() string { return p.pattern(f, v) })
	lost := envelope.Cut{Strings: 1}
	if v.acts.Text != (plan.Text{}) {
		lost.By = plan.ByShorten
	} else if p.plan.Resolved.MaxString > 0 {
		lost.By = plan.ByMaxString
	}
	if p.limited.tight != (Tight{}) && !bytes.Equal(cut, excerpt.OfString(text, p.mostUnder(f, v, 0), p.plan.Resolved.MaxItems)) {
		p.told.Tightened++
		lost.Over = true
	}
	p.told.Texts.add(p.maskOf(f, v), lost)
	for range redact.MaxLooks {
		if left = p.lookedInto(f, v, cut); bytes.Equal(left, cut) {
			break
		}
		cut = excerpt.OfString(left, most, p.limited.items)
	}
	return left, true
}

// lookedInto is a text that stands for the string v in f, without what is to be hidden in
// it.
func (p *Pass) lookedInto(f *frame, v *value, text []byte) []byte {
	switch {
	case p.plan.Hiding == nil:
		return text
	case p.censors(f, v):
		return p.settled(f, v, text)
	}
	return p.lookAgain(f, v, text, p.hidingAt(f, v), nil)
}
