package scan

import (
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// AppendQuote appends text as a string with its quotes. Only what must be
// escaped is, in its shortest form (RFC 8259 §7); what is not UTF-8 becomes
// U+FFFD.
func AppendQuote(dst, text []byte) []byte {
	start := len(dst)
	dst = append(slices.Grow(dst, len(text)+len(`""`)), '"')
	dst, read, ok := copyIn(dst, text)
	wide := false // bytes outside ASCII were passed
	for i := read; i < len(text) && ok; i++ {
		if i < len(text)-wordSize && cap(dst)-len(dst) >= wordSize {
			w := word(text, i)
			if m := notPlain(w); m != 0 && text[i+first(m)] < utf8.RuneSelf {
				i += first(m)
				dst = appendEscape(appendFirst(dst, w, first(m)), text[i])
				continue
			}
		}
		end, beyond := plainEnd(text, i)
		dst, wide = append(dst, text[i:end]...), wide || beyond
		if i = end; i < len(text) {
			dst = appendEscape(dst, text[i])
		}
	}
	if !ok || wide && !utf8.Valid(text[read:]) {
		return AppendQuote(dst[:start], toUTF8(text))
	}
	return append(dst, '"')
}

// copyIn appends text as a string has it, as far as the kernel reads it, and returns
// how far that is; ok is false where it is not UTF-8. The kernel needs room for what may
// have to be escaped, but none is made unless there is too little for the text alone.
func copyIn(dst, text []byte) (to []byte, read int, ok bool) {
	for kernel && len(text)-read >= reach {
		if left := len(text) - read; cap(dst)-len(dst) < left {
			dst = slices.Grow(dst, left+growth)
		} else if cap(dst)-len(dst) < growth {
			break
		}
		n, next := copyEscaped(dst[len(dst):cap(dst)], text, read, &escapes)
		if n == 0 {
			return dst, read, false
		}
		dst, read = dst[:len(dst)+n], next
	}
	return dst, read, true
}

// plainEnd is where text ends that needs no escapes, from i on, and whether bytes
// outside ASCII are in it.
func plainEnd(text []byte, i int) (end int, wide bool) {
	var seen uint64
	for ; i >= 0 && i < len(text)-7; i += wordSize {
		w := word(text, i)
		if m := textEnds(w); m != 0 {
			seen |= w & (m ^ (m - 1)) // of it, what stands before the end
			return i + first(m), seen&highs != 0
		}
		seen |= w
	}
	for ; i < len(text) && text[i] != '"' && text[i] != '\\' && text[i] >= ' '; i++ {
		seen |= uint64(text[i])
	}
	return i, seen&highs != 0
}

// appendFirst appends the first n bytes of a word, where there is room for all of them:
// that takes less than to copy so few.
func appendFirst(dst []byte, w uint64, n int) []byte {
	end := len(dst)
	binary.LittleEndian.PutUint64(dst[end:end+wordSize], w)
	return dst[:end+n]
}

// toUTF8 is a text in which each byte that is not UTF-8 is U+FFFD.
func toUTF8(text []byte) []byte {
	valid := make([]byte, 0, len(text))
	for _, r := range string(text) {
		valid = utf8.AppendRune(valid, r)
	}
	return valid
}

// appendEscape appends the escape sequence of a quote, a backslash or a control
// character.
func appendEscape(dst []byte, c byte) []byte {
	var sequence [wordSize]byte
	binary.LittleEndian.PutUint64(sequence[:], escapes[c])
	return append(dst, sequence[:sequence[wordSize-1]]...)
}

// escapes holds the shortest escapes of those bytes that need one, as the bytes of a
// word, the last of which is how many there are.
var escapes = func() (sequences [256]uint64) {
	const hex = "0123456789abcdef"
	for c := range byte(' ') {
		sequences[c] = 6<<56 | '\\' | 'u'<<8 | '0'<<16 | '0'<<24 | uint64(hex[c>>4])<<32 | uint64(hex[c&0xF])<<40
	}
	for letter, c := range unescaped {
		if c != 0 && c != '/' {
			sequences[c] = 2<<56 | '\\' | uint64(letter)<<8
		}
	}
	return sequences
}()
