package taint

import (
	"bytes"
	"encoding/binary"
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

// The larger the windows are, the larger are the grams, and the fewer are looked at.
const (
	minWindow  = 8
	maxWindow  = 12
	minGram    = 4
	bitsForOne = 16 // bits of a set for each member
)

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

func newHashes(members int) hashes { return make(hashes, 1<<bits.Len(uint(4*members))) }

func (h hashes) add(x uint64) {
	if x = max(x, 1); !h.has(x) {
		h[h.slot(x)] = x
	}
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

// newGrams returns the grams of the windows of some patterns.
func newGrams(windows [][]byte) grams {
	size := maxWindow
	for _, w := range windows {
		size = min(size, len(w))
	}
	many, distinct := newHashes(len(windows)), windows[:0]
	gram := minGram + (size-minWindow)/6
	g := grams{size: size, step: size - gram + 1, mask: 1<<(8*gram) - 1}
	for _, w := range windows {
		if hash := g.windowAt(w); !many.has(hash) {
			many.add(hash)
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
	few, step, mask := g.few, g.step, g.mask
	for i := from; i+minGram <= len(text); i += step {
		if !few.has(gramAt(text, i, mask)) {
			continue
		}
		for at := max(i-step+1, from); at <= i && at+g.size <= len(text); at++ {
			if few.has(^gramAt(text, at, mask)) && g.many.has(g.windowAt(text[at:])) {
				return at
			}
		}
	}
	return len(text)
}

// windowAt returns a hash of the window that a text begins with.
func (g *grams) windowAt(text []byte) uint64 {
	text = text[:g.size]
	first, last := binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[g.size-8:])
	return first ^ bits.RotateLeft64(last*mix, 21) ^ binary.LittleEndian.Uint64(text[(g.size-8)/2:])*(mix>>1|1)
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
// string, unless with an escape of their number. It is nil if the pattern has none. The end
// of a URL tells more than its beginning.
func windowOf(pattern []byte) []byte {
	var best []byte
	for rest := pattern; len(rest) >= minWindow; {
		n := bytes.IndexFunc(rest, isWritten)
		if n < 0 {
			n = len(rest)
		}
		if n > len(best) {
			best = rest[:n]
		}
		rest = rest[min(n+1, len(rest)):]
	}
	switch size := min(len(best), maxWindow); {
	case size < minWindow:
		return nil
	case bytes.Contains(best, []byte("://")):
		return best[len(best)-size:]
	default:
		return best[:size]
	}
}

// isWritten reports whether a character has an escape in JSON that is no number.
func isWritten(r rune) bool { return r < ' ' || r == '"' || r == '\\' }
