package scan

import "math/bits"

// Functions read eight bytes at a time as one word. The tests below set the high bit of
// each byte found. A borrow may set it in the bytes above as well. Only the lowest found
// byte is certain, and first returns that one.
const (
	wordSize = 8
	ones     = 0x0101010101010101
	highs    = 0x80 * ones
)

// word loads the eight bytes at i, the first one lowest. All must exist. In this form it
// is one instruction if a condition such as 0 <= i && i < len(src)-7 proves the bounds.
// encoding/binary with a slice costs five more.
func word(src []byte, i int) uint64 {
	return uint64(src[i]) | uint64(src[i+1])<<8 | uint64(src[i+2])<<16 | uint64(src[i+3])<<24 |
		uint64(src[i+4])<<32 | uint64(src[i+5])<<40 | uint64(src[i+6])<<48 | uint64(src[i+7])<<56
}

// first is the index of the byte of the lowest bit that is set.
func first(mask uint64) int { return bits.TrailingZeros64(mask) / 8 }

// notPlain marks the ASCII bytes that end a run of string text: quotes, backslashes and
// control characters. It marks every byte outside ASCII as well.
func notPlain(w uint64) uint64 { return (quoteEscapeControl(w) | w) & highs }

// quoteEscapeControl marks ASCII bytes. The caller removes marks on other bytes. With bit
// 1 flipped, the quote joins the control characters below 0x21.
func quoteEscapeControl(w uint64) uint64 {
	return ((w ^ 0x02*ones) - 0x21*ones) | ((w ^ '\\'*ones) - ones)
}

// quotes marks them.
func quotes(w uint64) uint64 {
	w ^= '"' * ones
	return (w - ones) &^ w & highs
}

// backslashes marks them.
func backslashes(w uint64) uint64 {
	w ^= '\\' * ones
	return (w - ones) &^ w & highs
}

// notDigits marks the bytes that are no decimal digits, in their high halves.
func notDigits(w uint64) uint64 {
	w ^= '0' * ones // makes digits 0 to 9, and no other byte
	return (w + 6*ones | w) & (0xF0 * ones)
}

// Space returns the first index from i on that is not whitespace (RFC 8259 §2:
// space, tab, line feed, carriage return).
func Space(src []byte, i int) int {
	if i < len(src) && src[i] <= ' ' {
		return spaceRun(src, i)
	}
	return i
}

// spaceRun is Space for a place that is probably whitespace. In indented text that is one
// space, or a line feed and spaces. It passes spaces eight at a time.
func spaceRun(src []byte, i int) int {
	if i < len(src)-1 && src[i] == ' ' && src[i+1] > ' ' {
		return i + 1
	}
	for i < len(src) && isSpace(src[i]) {
		i++
		for i >= 0 && i < len(src)-7 {
			if other := word(src, i) ^ ' '*ones; other != 0 {
				i += first(other)
				break
			}
			i += wordSize
		}
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
