package prefilter

import (
	"iter"
	"math"
	"math/bits"
)

// class is a set of bytes.
type class [4]uint64

func (c *class) add(b byte) { c[b>>6] |= 1 << (b & 63) }

// span adds the bytes from from to to.
func (c *class) span(from, to int) {
	for b := from; b <= to; b++ {
		c.add(byte(b))
	}
}

func (c *class) has(b byte) bool { return c[b>>6]>>(b&63)&1 != 0 }

func (c class) or(d class) class {
	for i := range c {
		c[i] |= d[i]
	}
	return c
}

func (c class) and(d class) class {
	for i := range c {
		c[i] &= d[i]
	}
	return c
}

func (c class) less(d class) class {
	for i := range c {
		c[i] &^= d[i]
	}
	return c
}

func (c class) isEmpty() bool { return c == class{} }

// every is the class of all bytes.
var every = class{math.MaxUint64, math.MaxUint64, math.MaxUint64, math.MaxUint64}

// plain lists the bytes with one spelling at each nesting depth of strings: the ASCII
// characters that need no escape. The slash is one of them; [doubt] covers its escape.
var plain = class{0xFFFFFFFB << 32, 0x7FFFFFFFEFFFFFFF} // from the blank to ~, without " and \\

// wide lists the bytes of characters outside ASCII.
var wide = class{2: math.MaxUint64, 3: math.MaxUint64}

// share is the approximate frequency of each byte in documents.
var share = func() (table [256]float64) {
	for c := range table {
		switch {
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == ' ', c == '"':
			table[c] = 0.02
		case c >= 'A' && c <= 'Z', c >= 0x80:
			table[c] = 0.003
		case c == '\\':
			table[c] = 0.03
		default:
			table[c] = 0.0005
		}
	}
	for _, c := range []byte("-_.,:/=\n") {
		table[c] = 0.01
	}
	return table
}()

// all yields the bytes of the class.
func (c class) all() iter.Seq[byte] {
	return func(yield func(byte) bool) {
		for i, word := range c {
			for ; word != 0; word &= word - 1 {
				if !yield(byte(i*64 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// chance returns the approximate probability that a byte of a text is in the class.
func (c class) chance() (p float64) {
	for b := range c.all() {
		p += share[b]
	}
	return min(p, 1)
}
