package scan

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// Unquote is [String] that appends what the string says to dst: one look at a text of
// which both are asked. On a fault it appends nothing.
func Unquote(dst, src []byte, i, max int) (text []byte, end int, kind Kind) {
	if text, end, ok := unquote(dst, src, i); ok && end-i-len(`""`) <= max {
		return text, end, KindNone
	}
	if end, _, kind = String(src, i, max); kind == KindNone {
		dst = AppendUnquote(dst, src[i+1:end-1])
	}
	return dst, end, kind
}

// unquote is Unquote for the string whose quote is src[i]; ok is false where it has a
// fault, or ends too near to the end of src to be looked at eight bytes at a time.
func unquote(dst, src []byte, i int) (text []byte, end int, ok bool) {
	for i++; i < len(src)-wordSize-1; {
		if kernel && len(src)-i >= reach {
			if dst, i, ok = copyOut(dst, src, i); !ok {
				break
			}
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

// appendPlain appends the text at i, up to a quote, a backslash or a control character;
// ok is false where it is not UTF-8.
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

// copyOut appends what the text at i says as far as the kernel reads it. Where there is
// no room, it is made for all of the text; ok is false where that has no end.
func copyOut(dst, src []byte, i int) (text []byte, next int, ok bool) {
	if cap(dst)-len(dst) < reach {
		end, _ := textEnd(src, i)
		if end == 0 {
			return dst, i, false
		}
		dst = slices.Grow(dst, end-i+reach)
	}
	n, next := copyUnescaped(dst[len(dst):cap(dst)], src, i, &squeezes)
	return dst[:len(dst)+n], next, true
}

// appendEscapes appends what the escape at i stands for, or those that follow each
// other there.
func appendEscapes(dst, src []byte, i int) (text []byte, end int, ok bool) {
	if c := unescaped[src[i+1]]; c != 0 {
		return append(dst, c), i + 2, true
	}
	end, _, kind := escapeRun(src, i)
	if kind != KindNone {
		return dst, end, false
	}
	return AppendUnquote(dst, src[i:end]), end, true
}

// AppendUnquote appends the UTF-8 text of a string, given what stands between
// its quotes. In a string that is not valid, what cannot be decoded stays as it
// is written.
func AppendUnquote(dst, src []byte) []byte {
	if bytes.IndexByte(src, '\\') < 0 {
		return append(dst, src...)
	}
	dst = slices.Grow(dst, len(src)) // no text is longer than what it is written as
	for i := 0; i < len(src); {
		var n int
		switch room := dst[len(dst):cap(dst)]; {
		case wide && len(src)-i >= block:
			n, i = copySaid(room, src, i, &unescaped)
		case kernel && len(src)-i >= reach:
			n, i = copyUnescaped(room, src, i, &squeezes)
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

// squeezes holds, for each set of bits, which of eight bytes are left where those of the
// set are taken out: their places, as the bytes of a word. The last one is never used,
// but read with the one before it.
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
