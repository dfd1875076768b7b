package prefilter

import (
	"math"
	"slices"
)

// fragment is a sequence of classes, one for each byte.
type fragment []class

// longest bounds the length of a fragment.
const longest = 24

// then returns the fragment with one more byte.
func (f fragment) then(c class) fragment {
	longer := make(fragment, len(f)+1)
	copy(longer, f)
	longer[len(f)] = c
	return longer
}

// repeats is the least probability of a byte whose class overlaps the class before it: digits
// come in numbers, dashes in lines.
const repeats = 0.4

// leans is the factor for a byte after another one, since the bytes of a word are correlated.
const leans = 2

// chance returns the approximate probability of the last byte after the others.
func (f fragment) chance() float64 {
	n := len(f)
	p := f[n-1].chance()
	if n == 1 {
		return p
	}
	if !f[n-1].and(f[n-2]).isEmpty() {
		return max(p, repeats*min(1, p/f[n-2].chance()))
	}
	return min(p*leans, 1)
}

// at returns the class at i. Beyond the ends, any byte matches.
func (f fragment) at(i int) class {
	if i < 0 || i >= len(f) {
		return every
	}
	return f[i]
}

// window is a part of a fragment with a fixed size.
type window [size]class

const size = 4

// window returns the window at i.
func (f fragment) window(i int) (w window) {
	for n := range w {
		w[n] = f.at(i + n)
	}
	return w
}

// chance returns the approximate probability of the window at an offset of a text.
func (w window) chance() float64 {
	p := 1.0
	for n := range w {
		p *= fragment(w[:n+1]).chance()
	}
	return p
}

// pivot returns the start of the most selective windows, one after the other. It may be
// negative.
func (f fragment) pivot() (best int) {
	least := math.Inf(1)
	for i := 1 - size; i <= len(f)-size; i++ {
		p := 0.0
		for n := range size {
			p += f.window(i + n).chance()
		}
		if p < least {
			best, least = i, p
		}
	}
	return best
}

// isAt reports whether the fragment matches at an offset of a text.
func (f fragment) isAt(text []byte, at int) bool {
	if at < 0 || len(text)-at < len(f) {
		return false
	}
	for i := len(f) - 1; i >= 0; i-- { // a mismatch at the end is likely in a run of one class
		if !f[i].has(text[at+i]) {
			return false
		}
	}
	return true
}

// finding is a set of fragments; every match contains one of them. Its chance is the
// probability that one begins at an offset of a text.
type finding struct {
	fragments []fragment
	chance    float64
}

var nothing = finding{chance: 1}

// price returns the cost of a search for the fragments.
func (f finding) price() float64 { return f.chance + each*float64(len(f.fragments)) }

const (
	each  = 2e-5 // the cost of a fragment without occurrences
	cheap = 6e-4
)

// or returns the cheaper of two findings.
func (f finding) or(g finding) finding {
	if g.price() < f.price() {
		return g
	}
	return f
}

// holds reports whether the fragment may contain a byte.
func (f fragment) holds(b byte) bool {
	return slices.ContainsFunc(f, func(c class) bool { return c.has(b) })
}
