package jsonish

import (
	"encoding/binary"
	"math/bits"
)

// Text is searched eight bytes at a time, as one word: a mark is the high bit of
// a byte that is looked for. A borrow may mark the bytes above a find as well, so
// that only the lowest mark is certain.
const (
	wordSize = 8
	ones     = 0x0101010101010101
	highs    = 0x80 * ones
)

// zeroBytes marks the bytes of a word that are zero.
func zeroBytes(w uint64) uint64 { return (w - ones) &^ w & highs }

// openings marks opening brackets, square and curly.
func openings(w uint64) uint64 { return zeroBytes((w | 0x20*ones) ^ '{'*ones) }

// separators marks colons, equals signs, and the first bytes of full-width ones.
func separators(w uint64) uint64 {
	return zeroBytes(w^':'*ones) | zeroBytes(w^'='*ones) | zeroBytes(w^wideLead*ones)
}

// lineEnds marks line feeds and carriage returns.
func lineEnds(w uint64) uint64 { return zeroBytes(w^'\n'*ones) | zeroBytes(w^'\r'*ones) }

// opening returns the index of the first opening bracket from i on, or len(text).
func opening(text []byte, i int) int {
	for ; i < len(text)-7; i += wordSize {
		if m := openings(binary.LittleEndian.Uint64(text[i:])); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(text) && text[i]|0x20 != '{' {
		i++
	}
	return i
}

// separator returns the index of the first colon or equals sign from i on, or
// len(text). Either may be full-width.
func separator(text []byte, i int) int {
	for ; i < len(text)-7; i += wordSize {
		if m := separators(binary.LittleEndian.Uint64(text[i:])); m != 0 {
			i += bits.TrailingZeros64(m) / 8
			if text[i] != wideLead || WideSign(text[i:]) != 0 {
				return i
			}
			i -= wordSize - 1 // continues behind that byte
		}
	}
	for i < len(text) && text[i] != ':' && text[i] != '=' && WideSign(text[i:]) == 0 {
		i++
	}
	return i
}

// wideLead is the first byte of a full-width sign.
const wideLead = 0xef

// WideSign returns the sign whose full-width form begins the text, a colon or an equals
// sign. 0 is none.
func WideSign(text []byte) byte {
	if len(text) > 2 && text[0] == wideLead && text[1] == 0xbc && (text[2] == 0x9a || text[2] == 0x9d) {
		return text[2] - (0x9a - ':')
	}
	return 0
}

// lineEnd returns the index of the first line end from i on, or len(text).
func lineEnd(text []byte, i int) int {
	for ; i < len(text)-7; i += wordSize {
		if m := lineEnds(binary.LittleEndian.Uint64(text[i:])); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for i < len(text) && !isLineEnd(text[i]) {
		i++
	}
	return i
}
