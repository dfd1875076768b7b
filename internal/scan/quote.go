package scan

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// AppendUnquote appends the UTF-8 text of a string, given what stands between
// its quotes. In a string that is not valid, what cannot be decoded stays as it
// is written.
func AppendUnquote(dst, src []byte) []byte {
	if bytes.IndexByte(src, '\\') < 0 {
		return append(dst, src...)
	}
	dst = slices.Grow(dst, len(src)) // no text is longer than what it is written as
	for i := 0; i < len(src); {
		if i < len(src)-wordSize && cap(dst)-len(dst) >= wordSize {
			w := word(src, i)
			if m := backslashes(w); m != 0 {
				dst = appendFirst(dst, w, first(m))
				dst, i = appendUnescaped(dst, src, i+first(m))
				continue
			}
		}
		end := bytes.IndexByte(src[i:], '\\')
		if end < 0 {
			return append(dst, src[i:]...)
		}
		dst = append(dst, src[i:i+end]...)
		dst, i = appendUnescaped(dst, src, i+end)
	}
	return dst
}

// appendFirst appends the first n bytes of a word, where there is room for all of them:
// that takes less than to copy so few.
func appendFirst(dst []byte, w uint64, n int) []byte {
	end := len(dst)
	binary.LittleEndian.PutUint64(dst[end:end+wordSize], w)
	return dst[:end+n]
}

// appendUnescaped appends what the escape at i stands for, and returns where it ends.
// Of one that stands for nothing that is its backslash.
func appendUnescaped(dst, src []byte, i int) (to []byte, next int) {
	if i+1 < len(src) {
		if c := unescaped[src[i+1]]; c != 0 {
			return append(dst, c), i + 2
		}
	}
	end, kind := escape(src, i)
	if kind != KindNone {
		return append(dst, '\\'), i + 1
	}
	r, _ := hex4(src, i+2)
	if end-i > len(`\uXXXX`) { // a surrogate pair
		low, _ := hex4(src, i+len(`\uXXXX\u`))
		r = 0x10000 + (r-surrogateMin)<<10 + low - lowSurrogateMin
	}
	return utf8.AppendRune(dst, r), end
}

// unescaped holds, by what stands behind the backslash of an escape of one letter, what
// that stands for.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escaped holds what stands behind the backslash in the shortest escape of a byte.
var escaped = [256]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'}

// AppendQuote appends text as a string with its quotes. Only what must be
// escaped is, in its shortest form (RFC 8259 §7); what is not UTF-8 becomes
// U+FFFD.
func AppendQuote(dst, text []byte) []byte {
	start, wide := len(dst), false // bytes outside ASCII were passed
	dst = append(slices.Grow(dst, len(text)+len(`""`)), '"')
	for i := 0; i < len(text); i++ {
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
	if wide && !utf8.Valid(text) {
		return AppendQuote(dst[:start], toUTF8(text))
	}
	return append(dst, '"')
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
	if letter := escaped[c]; letter != 0 {
		return append(dst, '\\', letter)
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xF])
}
