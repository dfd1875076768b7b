package taint

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// grams tell most texts apart that hold no pattern, by a look at every few bytes. Each
// pattern has a window of some bytes. A text that holds the pattern holds one of the first
// grams of the window at a place that the look falls on.
type grams struct {
	few  bitset // of grams, and of the inverted first ones of windows
	many hashes // of windows
	size int    // of a window
	mask uint64 // of eight bytes, the bytes of a gram
	step int
}

const (
	minWindow  = 8
	maxWindow  = 32 // bytes that windowAt reads
	bitsForOne = 16 // bits of a set for each member
)

// gramOf is the size of the grams of a window. Small grams fit more texts by chance, and
// large ones are looked at more often.
func gramOf(window int) int {
	switch {
	case window >= 16:
		return 8
	case window >= 12:
		return 6
	default:
		return 4
	}
}

// bitset is a set of hashes: what it holds may not have been added.
type bitset struct {
	words []uint64
	shift int // of a hash of 64 bits to a number of a word
}

func newBitset(members int) bitset {
	n := max(10, bits.Len(uint(members*bitsForOne)))
	return bitset{make([]uint64, 1<<(n-6)), 64 + 6 - n}
}

// A member sets two bits of one word.
func (b *bitset) add(x uint64) {
	h := x * mix
	b.words[h>>b.shift] |= 1<<(h>>32&63) | 1<<(h>>26&63)
}

func (b *bitset) has(x uint64) bool {
	h := x * mix
	w := b.words[h>>b.shift]
	return w>>(h>>32&63)&(w>>(h>>26&63))&1 != 0
}

// hashes is a set of hashes in open addressing; 0 is a free slot.
type hashes []uint64

func newHashes(members int) hashes { return make(hashes, 1<<bits.Len(uint(2*members))) }

// add adds a hash and reports whether it was not there.
func (h hashes) add(x uint64) bool {
	x = max(x, 1)
	at := h.slot(x)
	isNew := h[at] == 0
	h[at] = x
	return isNew
}

func (h hashes) has(x uint64) bool { return h[h.slot(max(x, 1))] != 0 }

// slot is the slot of a hash, or a free one.
func (h hashes) slot(x uint64) int {
	last := len(h) - 1
	at := int(x*mix>>32) & last
	for h[at] != 0 && h[at] != x {
		at = (at + 1) & last
	}
	return at
}

const mix = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio: it spreads bits

// newGrams returns the grams of the windows of some patterns, for texts of some length in
// sum. A step costs a gram of each window, and saves looks at the texts. So long texts and few
// windows make it long.
func newGrams(windows [][]byte, length int) grams {
	size := maxWindow
	for _, w := range windows {
		size = min(size, len(w))
	}
	if len(windows) > 0 {
		step := int(math.Sqrt(float64(length / len(windows))))
		size = min(size, max(step, minWindow)+8)
	}
	gram := gramOf(size)
	g := grams{size: size, step: size - gram + 1, mask: 1<<(8*gram) - 1}
	many, distinct := newHashes(len(windows)), windows[:0]
	for _, w := range windows {
		w = lastOf(w, size)
		if many.add(g.windowAt(w)) {
			distinct = append(distinct, w)
		}
	}
	g.few, g.many = newBitset(len(distinct)*(g.step+1)), many
	for _, w := range distinct {
		g.few.add(^gramAt(w, 0, g.mask))
		for i := range g.step {
			g.few.add(gramAt(w, i, g.mask))
		}
	}
	return g
}

// mayHold reports whether a text may hold a pattern, as it is written.
func (g *grams) mayHold(text []byte) bool { return g.next(text, 0) < len(text) }

// next returns a place from some place on before which no window begins, or the length of
// the text if none begins at all.
func (g *grams) next(text []byte, from int) int {
	last := len(text) - g.size // the last place at which a window may begin
	for i := g.nextGram(text, from); i < last+g.step; i = g.nextGram(text, i+g.step) {
		if !g.hasBeside(text, i, from) {
			continue
		}
		for at := max(i-g.step+1, from); at <= min(i, last); at++ {
			if g.few.has(^gramAt(text, at, g.mask)) && g.many.has(g.windowAt(text[at:])) {
				return at
			}
		}
	}
	return len(text)
}

// nextGram returns the first place from i on, in steps, at which a gram of a window may
// stand. Else it returns a place from which on less than eight bytes are left.
func (g *grams) nextGram(text []byte, i int) int {
	words, shift, mask, step := g.few.words, g.few.shift&63, g.mask, g.step
	for i+8 <= len(text) {
		h := (binary.LittleEndian.Uint64(text[i:]) & mask) * mix
		if w := words[h>>shift]; w>>(h>>32&63)&(w>>(h>>26&63))&1 != 0 {
			break
		}
		i += step
	}
	return i
}

// hasBeside reports whether half a step before or behind a gram another one stands, as it
// does in a window.
func (g *grams) hasBeside(text []byte, i, from int) bool {
	half := g.step / 2
	return i-half >= from && g.few.has(gramAt(text, i-half, g.mask)) || i+half < len(text) && g.few.has(gramAt(text, i+half, g.mask))
}

// windowAt returns a hash of the window that a text begins with.
func (g *grams) windowAt(text []byte) (hash uint64) {
	text = text[:g.size]
	for i := range 4 {
		hash = bits.RotateLeft64(hash*mix, 21) ^ binary.LittleEndian.Uint64(text[i*(g.size-8)/3:])
	}
	return hash
}

// gramAt returns the gram at a place of a text. Bytes behind the end are 0.
func gramAt(text []byte, i int, mask uint64) uint64 {
	if i+8 <= len(text) {
		return binary.LittleEndian.Uint64(text[i:]) & mask
	}
	var rest [8]byte
	copy(rest[:], text[i:])
	return binary.LittleEndian.Uint64(rest[:]) & mask
}

// windowOf returns the window of a pattern: bytes that are written as they are in every
// string, unless with an escape of their number. It is nil if the pattern has none.
func windowOf(pattern []byte) (best []byte) {
	for from, i := 0, 0; i <= len(pattern); i++ {
		if i < len(pattern) && isPlain[pattern[i]] {
			continue
		}
		if i-from > len(best) {
			best = pattern[from:i]
		}
		from = i + 1
	}
	if len(best) < minWindow {
		return nil
	}
	return lastOf(best, maxWindow)
}

// lastOf returns the last bytes of a text, which tell more of a URL than the first ones.
func lastOf(text []byte, most int) []byte { return text[max(0, len(text)-most):] }

// isPlain holds for the bytes of characters that have no escape but that of their number.
// A slash has one, for which spells looks.
var isPlain = func() (is [256]bool) {
	for c := range is {
		is[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return is
}()
