package prefilter

import (
	"math"
	"slices"
)

// fragment is a run of bytes, each of a class of its own.
type fragment []class

// longest is how long a fragment may be.
const longest = 24

// then is the fragment with one more byte.
func (f fragment) then(c class) fragment {
	longer := make(fragment, len(f)+1)
	copy(longer, f)
	longer[len(f)] = c
	return longer
}

// repeats is the least chance that a byte is of a class that the one before it may be
// of, too: digits come in numbers, dashes in lines.
const repeats = 0.4

// leans is how much more often a letter stands behind the one before it in a word
// than anywhere.
const leans = 2

// chance is about how often the last byte of the fragment stands behind the others.
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

// at is the class at i; beyond the ends any byte may stand.
func (f fragment) at(i int) class {
	if i < 0 || i >= len(f) {
		return every
	}
	return f[i]
}

// window is some bytes of a fragment that stand side by side.
type window [size]class

const size = 4

// window is the one that begins at i.
func (f fragment) window(i int) (w window) {
	for n := range w {
		w[n] = f.at(i + n)
	}
	return w
}

// chance is about how often the window stands at some place of a text.
func (w window) chance() float64 {
	p := 1.0
	for n := range w {
		p *= fragment(w[:n+1]).chance()
	}
	return p
}

// pivot is where the windows begin, one behind the other, that tell most of the
// fragment. The first ones may begin before it.
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

// isAt reports whether the fragment stands at a place of a text.
func (f fragment) isAt(text []byte, at int) bool {
	if at < 0 || len(text)-at < len(f) {
		return false
	}
	for i := len(f) - 1; i >= 0; i-- { // runs of one class end early
		if !f[i].has(text[at+i]) {
			return false
		}
	}
	return true
}

// finding is some fragments of which every match holds one, and about how often one
// of them begins at a place of a text. Nothing found is always there.
type finding struct {
	fragments []fragment
	chance    float64
}

var nothing = finding{chance: 1}

// price is what it costs to look for them.
func (f finding) price() float64 { return f.chance + each*float64(len(f.fragments)) }

const (
	each  = 2e-5 // is what a fragment costs that stands nowhere
	cheap = 6e-4
)

// or is the better one of two findings.
func (f finding) or(g finding) finding {
	if g.price() < f.price() {
		return g
	}
	return f
}

// holds reports whether a byte may stand in the fragment.
func (f fragment) holds(b byte) bool {
	return slices.ContainsFunc(f, func(c class) bool { return c.has(b) })
}
