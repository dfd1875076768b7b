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
	few  bitset // of gramSize bytes
	many bitset // of the first windowSize bytes of a window
	step int
}

const (
	gramSize   = 4
	minWindow  = 8
	maxWindow  = 12
	bitsForOne = 16 // bits of a set for each member
)

// bitset is a set of hashes: what it holds may not have been added.
type bitset struct {
	words []uint64
	shift int // of a hash of 64 bits to a number of a bit
}

func newBitset(members int) bitset {
	n := max(10, bits.Len(uint(members*bitsForOne)))
	return bitset{make([]uint64, 1<<(n-6)), 64 - n}
}

func (b *bitset) add(x uint64) {
	i := x * mix >> b.shift
	b.words[i>>6] |= 1 << (i & 63)
}

func (b *bitset) has(x uint64) bool {
	i := x * mix >> b.shift
	return b.words[i>>6]>>(i&63)&1 != 0
}

const mix = 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio: it spreads bits

// newGrams returns the grams of the windows of some patterns.
func newGrams(windows [][]byte) grams {
	size := maxWindow
	for _, w := range windows {
		size = min(size, len(w))
	}
	g := grams{step: size - gramSize + 1}
	g.few, g.many = newBitset(len(windows)*g.step), newBitset(len(windows))
	for _, w := range windows {
		for i := range g.step {
			g.few.add(uint64(binary.LittleEndian.Uint32(w[i:])))
		}
		g.many.add(binary.LittleEndian.Uint64(w))
	}
	return g
}

// mayHold reports whether a text may hold a pattern, as it is written.
func (g *grams) mayHold(text []byte) bool { return g.next(text, 0) < len(text) }

// next returns a place from some place on before which no window begins, or the length of
// the text if none begins at all.
func (g *grams) next(text []byte, from int) int {
	few, step := g.few, g.step
	for i := from; i+gramSize <= len(text); i += step {
		if !few.has(uint64(binary.LittleEndian.Uint32(text[i:]))) {
			continue
		}
		for at := max(i-step+1, from); at <= i && at+minWindow <= len(text); at++ {
			if g.many.has(binary.LittleEndian.Uint64(text[at:])) {
				return at
			}
		}
	}
	return len(text)
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
