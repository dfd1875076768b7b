package scan

import (
	"bytes"
	"unicode/utf8"
)

// AppendUnquote appends the UTF-8 text of a string, given what stands between
// its quotes. In a string that is not valid, what cannot be decoded stays as it
// is written.
func AppendUnquote(dst, src []byte) []byte {
	for {
		i := bytes.IndexByte(src, '\\')
		if i < 0 {
			return append(dst, src...)
		}
		end, kind := escape(src, i)
		if kind != KindNone {
			dst, src = append(dst, src[:i+1]...), src[i+1:]
			continue
		}
		dst = append(dst, src[:i]...)
		dst = appendEscaped(dst, src[i+1:end])
		src = src[end:]
	}
}

// appendEscaped appends what a valid escape sequence, given without its first
// backslash, stands for.
func appendEscaped(dst, seq []byte) []byte {
	switch c := seq[0]; c {
	case 'b':
		return append(dst, '\b')
	case 'f':
		return append(dst, '\f')
	case 'n':
		return append(dst, '\n')
	case 'r':
		return append(dst, '\r')
	case 't':
		return append(dst, '\t')
	case 'u':
		r, _ := hex4(seq, 1)
		if len(seq) > len(`uXXXX`) { // a surrogate pair
			low, _ := hex4(seq, len(`uXXXX\u`))
			r = 0x10000 + (r-surrogateMin)<<10 + low - lowSurrogateMin
		}
		return utf8.AppendRune(dst, r)
	default:
		return append(dst, c)
	}
}

// AppendQuote appends text as a string with its quotes. Only what must be
// escaped is, in its shortest form (RFC 8259 §7); what is not UTF-8 becomes
// U+FFFD.
func AppendQuote(dst, text []byte) []byte {
	dst = append(dst, '"')
	for i := 0; ; {
		end := plainEnd(text, i)
		dst = appendUTF8(dst, text[i:end])
		if end == len(text) {
			return append(dst, '"')
		}
		dst = appendEscape(dst, text[end])
		i = end + 1
	}
}

// plainEnd is where text ends that needs no escapes, from i on.
func plainEnd(text []byte, i int) int {
	for ; i >= 0 && i < len(text)-7; i += wordSize {
		if m := textEnds(word(text, i)); m != 0 {
			return i + first(m)
		}
	}
	for i < len(text) && text[i] != '"' && text[i] != '\\' && text[i] >= ' ' {
		i++
	}
	return i
}

func appendUTF8(dst, text []byte) []byte {
	if utf8.Valid(text) {
		return append(dst, text...)
	}
	for _, r := range string(text) {
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// appendEscape appends the escape sequence of a quote, a backslash or a control
// character.
func appendEscape(dst []byte, c byte) []byte {
	const short, letters = "\"\\\b\f\n\r\t", `"\bfnrt`
	if k := bytes.IndexByte([]byte(short), c); k >= 0 {
		return append(dst, '\\', letters[k])
	}
	const hex = "0123456789abcdef"
	return append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&0xF])
}
