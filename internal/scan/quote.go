package scan

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf8"
)

// AppendQuote appends text as a string with its quotes. It escapes only bytes that need
// it, in the shortest form (RFC 8259 §7). Bytes that are not UTF-8 become U+FFFD.
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
		return AppendQuote(dst[:start], []byte(string([]rune(string(text))))) // with U+FFFD in place of other bytes
	}
	return append(dst, '"')
}

// copyIn appends text in the form of a string, as far as the kernel reads. read is the end
// of that part; ok is false if the part is not UTF-8. The kernel needs room for escapes.
// copyIn makes that room only if the text alone does not fit.
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

// appendFirst appends the first n bytes of a word. dst has room for the whole word: one
// store is faster than a copy of a few bytes.
func appendFirst(dst []byte, w uint64, n int) []byte {
	end := len(dst)
	binary.LittleEndian.PutUint64(dst[end:end+wordSize], w)
	return dst[:end+n]
}

// appendEscape appends the escape sequence of a quote, a backslash or a control
// character.
func appendEscape(dst []byte, c byte) []byte {
	var sequence [wordSize]byte
	binary.LittleEndian.PutUint64(sequence[:], escapes[c])
	return append(dst, sequence[:sequence[wordSize-1]]...)
}

// escapes holds the shortest escape of each byte that needs one, in a word. The last byte
// of the word is its length.
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

// Unquote is [String] that also appends the unescaped text to dst, in one pass. On a fault
// it appends nothing.
func Unquote(dst, src []byte, i, max int) (text []byte, end int, kind Kind) {
	if text, end, ok := unquote(dst, src, i); ok && end-i-len(`""`) <= max {
		return text, end, KindNone
	}
	if end, _, kind = String(src, i, max); kind == KindNone {
		dst = AppendUnquote(dst, src[i+1:end-1])
	}
	return dst, end, kind
}

// unquote is Unquote for the string whose quote is src[i]. ok is false on a fault, or if
// the string ends too near to the end of src for whole words.
func unquote(dst, src []byte, i int) (text []byte, end int, ok bool) {
	for i++; i < len(src)-wordSize-1; {
		if kernel && len(src)-i >= reach {
			dst = slices.Grow(dst, reach)
			n, next, _ := readText(dst[len(dst):cap(dst)], src, i, &squeezes)
			dst, i = dst[:len(dst)+n], next
		}
		if dst, i, ok = appendPlain(dst, src, i); !ok || i >= len(src)-wordSize-1 {
			break
		}
		switch src[i] {
		case '"':
			return dst, i + 1, true
		case '\\':
			dst, i, ok = appendEscapes(dst, src, i)
		default:
			ok = false
		}
		if !ok {
			break
		}
	}
	return dst, i, false
}

// appendPlain appends the text at i, up to a quote, a backslash or a control character. ok
// is false if the text is not UTF-8.
func appendPlain(dst, src []byte, i int) (text []byte, end int, ok bool) {
	if i >= 0 && i < len(src)-7 {
		w := word(src, i)
		if m := notPlain(w); m != 0 && src[i+first(m)] < utf8.RuneSelf && cap(dst)-len(dst) >= wordSize {
			return appendFirst(dst, w, first(m)), i + first(m), true
		}
	}
	end, wide := plainEnd(src, i)
	return append(dst, src[i:end]...), end, !wide || utf8.Valid(src[i:end])
}

// appendEscapes appends the characters of the escape at i, or of the run of escapes there.
func appendEscapes(dst, src []byte, i int) (text []byte, end int, ok bool) {
	if c := unescaped[src[i+1]]; c != 0 {
		return append(dst, c), i + 2, true
	}
	end, kind := escapeRun(src, i)
	if kind != KindNone {
		return dst, end, false
	}
	return AppendUnquote(dst, src[i:end]), end, true
}

// Text returns the content of a string with its quotes, or "" for any other token.
func Text(token []byte) string {
	if len(token) < 2 || token[0] != '"' {
		return ""
	}
	return string(AppendUnquote(nil, token[1:len(token)-1]))
}

// AppendUnquote appends the UTF-8 text of src, the bytes between the quotes of a string.
// Escapes that cannot be decoded stay as they are.
func AppendUnquote(dst, src []byte) []byte {
	if bytes.IndexByte(src, '\\') < 0 {
		return append(dst, src...)
	}
	dst = slices.Grow(dst, len(src)) // no text is longer than its escaped form
	for i := 0; i < len(src); {
		var n int
		if kernel && len(src)-i >= reach {
			n, i, _ = readText(dst[len(dst):cap(dst)], src, i, &squeezes)
		}
		dst = dst[:len(dst)+n]
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

// appendUnescaped appends the character of the escape at i, and returns the end of the
// escape. For an invalid escape, that is one backslash.
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

// unescaped holds the character of each one-letter escape, by that letter.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// squeezes holds, for each set of bits, the places of the bytes that stay if the set is
// removed from eight. The places are the bytes of a word. The kernel loads the last entry
// together with the one before it and does not use it.
var squeezes = func() (places [257]uint64) {
	for set := range 256 {
		left := 0
		for at := range wordSize {
			if set>>at&1 == 0 {
				places[set] |= uint64(at) << (8 * left)
				left++
			}
		}
	}
	return places
}()

// Cursor maps places in the unescaped text of a string to places in its source. It moves
// forward only, so that all places of a text cost one walk. The text is the result of
// [AppendUnquote].
type Cursor struct {
	src  []byte // the bytes between the quotes
	raw  int    // the place in src of
	text int    // this place in the text
	next int    // the first backslash from raw on, or len(src)
}

// NewCursor returns a cursor at the beginning of src, the bytes between the quotes of a
// string.
func NewCursor(src []byte) Cursor {
	c := Cursor{src: src}
	c.find()
	return c
}

// To moves to a place of the text and returns its place in the source. Places must not
// decrease between calls. A place inside a character counts as the place after it.
func (c *Cursor) To(text int) int {
	for c.text < text && c.raw < len(c.src) {
		if c.raw < c.next {
			n := min(c.next-c.raw, text-c.text)
			c.raw, c.text = c.raw+n, c.text+n
			continue
		}
		end, kind := escape(c.src, c.raw)
		if kind != KindNone {
			c.raw, c.text = c.raw+1, c.text+1 // an invalid escape is copied
		} else {
			switch seq := c.src[c.raw:end]; {
			case seq[1] != 'u':
				c.text++
			case len(seq) > len(`\uXXXX`): // a surrogate pair
				c.text += utf8.UTFMax
			default:
				r, _ := hex4(seq, 2)
				c.text += utf8.RuneLen(r)
			}
			c.raw = end
		}
		c.find()
	}
	return c.raw
}

func (c *Cursor) find() {
	if i := bytes.IndexByte(c.src[c.raw:], '\\'); i >= 0 {
		c.next = c.raw + i
	} else {
		c.next = len(c.src)
	}
}
