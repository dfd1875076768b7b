package taint

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/bits"
	"unicode/utf8"
)

// grams excludes most texts without a pattern by reading every few bytes. Each pattern has a
// window of some bytes. In a text with the pattern, one of the first grams of the window
// stands at an offset that the search reads.
type grams struct {
	few  bitset          // grams, and the inverted first grams of windows
	many map[uint64]bool // hashes of windows
	size int             // of a window
	mask uint64          // selects the bytes of a gram from eight bytes
	step int

	spelled needless // the escapes that windows may have in a text
}

const (
	minWindow  = 8
	maxWindow  = 32 // bytes
	bitsForOne = 16 // bits of a set for each member
)

// gramOf returns the size of the grams for a window. Smaller grams match more often by chance;
// larger grams need more reads.
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

// bitset is a Bloom filter of hashes: it may report members that were never added.
type bitset struct {
	words []uint64
	shift int // from a 64-bit hash to the index of a word
}

func newBitset(members int) bitset {
	n := max(10, bits.Len(uint(members*bitsForOne)))
	return bitset{make([]uint64, 1<<(n-6)), 64 + 6 - n}
}

// add sets two bits of one word.
func (b *bitset) add(x uint64) {
	h := x * mix
	b.words[h>>b.shift] |= 1<<(h>>32&63) | 1<<(h>>26&63)
}

func (b *bitset) has(x uint64) bool {
	h := x * mix
	w := b.words[h>>b.shift]
	return w>>(h>>32&63)&(w>>(h>>26&63))&1 != 0
}

const mix = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio, to spread bits

// newGrams returns the grams for windows of patterns. length is the total length of the texts.
// A longer step adds grams for each window and saves reads of the texts. So the step grows
// with the length and shrinks with the number of windows.
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
	many, distinct := make(map[uint64]bool, len(windows)), windows[:0]
	for _, w := range windows {
		w = lastOf(w, size)
		if hash := g.windowAt(w); !many[hash] {
			many[hash], distinct = true, append(distinct, w)
		}
	}
	g.few, g.many = newBitset(len(distinct)*(g.step+1)), many
	for _, w := range distinct {
		g.spelled.slashes = g.spelled.slashes || bytes.IndexByte(w, '/') >= 0
		g.spelled.numbers = g.spelled.numbers || bytes.IndexFunc(w, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0
		g.few.add(^gramAt(w, 0, g.mask))
		for i := range g.step {
			g.few.add(gramAt(w, i, g.mask))
		}
	}
	return g
}

// mayHold reports whether a raw text may contain a pattern.
func (g *grams) mayHold(text []byte) bool { return g.next(text, 0) < len(text) }

// next returns an offset at or after from. No window begins between from and this offset. It
// returns len(text) if no window begins at all.
func (g *grams) next(text []byte, from int) int {
	last := len(text) - g.size // the last place at which a window may begin
	for i := g.nextGram(text, from); i < last+g.step; i = g.nextGram(text, i+g.step) {
		if !g.hasBeside(text, i, from) {
			continue
		}
		for at := max(i-g.step+1, from); at <= min(i, last); at++ {
			if g.few.has(^gramAt(text, at, g.mask)) && g.many[g.windowAt(text[at:])] {
				return at
			}
		}
	}
	return len(text)
}

// nextGram returns the first offset, from i on in steps, at which a gram of a window may
// stand. Otherwise it returns an offset with fewer than eight bytes after it.
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

// hasBeside reports whether another gram may stand half a step before or after a gram, as in a
// window.
func (g *grams) hasBeside(text []byte, i, from int) bool {
	half := g.step / 2
	return i-half >= from && g.few.has(gramAt(text, i-half, g.mask)) || i+half < len(text) && g.few.has(gramAt(text, i+half, g.mask))
}

// windowAt returns the hash of the window at the start of a text.
func (g *grams) windowAt(text []byte) (hash uint64) {
	text = text[:g.size]
	for i := range 4 {
		hash = bits.RotateLeft64(hash*mix, 21) ^ binary.LittleEndian.Uint64(text[i*(g.size-8)/3:])
	}
	return hash
}

// gramAt returns the gram at an offset. Bytes behind the end are 0.
func gramAt(text []byte, i int, mask uint64) uint64 {
	if i+8 <= len(text) {
		return binary.LittleEndian.Uint64(text[i:]) & mask
	}
	var rest [8]byte
	copy(rest[:], text[i:])
	return binary.LittleEndian.Uint64(rest[:]) & mask
}

// windowOf returns the window of a pattern, or nil. A window has bytes with one spelling in
// every string, numeric escapes aside.
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

// lastOf returns the last bytes of a text. They are more selective than the first in URLs.
func lastOf(text []byte, most int) []byte { return text[max(0, len(text)-most):] }

// isPlain lists the bytes of characters with only a numeric escape. It includes the slash,
// since [needless] has its escape.
var isPlain = func() (is [256]bool) {
	for c := range is {
		is[c] = c >= ' ' && c != '"' && c != '\\'
	}
	return is
}()
