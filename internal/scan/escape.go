package scan

// Halves of a surrogate pair: the first ones begin at surrogateMin, the second
// ones at lowSurrogateMin.
const (
	surrogateMin    = 0xD800
	lowSurrogateMin = 0xDC00
	surrogateMax    = 0xDFFF
)

// escape reads the escape sequence whose backslash is src[i] (RFC 8259 §7). A
// fault is reported at that backslash.
func escape(src []byte, i int) (end int, kind Kind) {
	if i+1 >= len(src) {
		return len(src), KindEOF
	}
	switch c := src[i+1]; {
	case isShort[c]:
		return i + 2, KindNone
	case c == 'u':
		return unicodeEscape(src, i)
	}
	return i, KindEscape
}

// isShort holds for what stands behind the backslash of an escape of one letter.
var isShort = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// unicodeEscape reads the \uXXXX at i, with the second half of a surrogate pair.
func unicodeEscape(src []byte, i int) (end int, kind Kind) {
	r, kind := hex4(src, i+2)
	switch {
	case kind == KindEOF:
		return len(src), kind
	case kind != KindNone:
		return i, kind
	case r < surrogateMin || r > surrogateMax:
		return i + 6, KindNone
	case r >= lowSurrogateMin:
		return i, KindSurrogate
	}
	return lowSurrogate(src, i)
}

// lowSurrogate reads the second half of the pair whose first half is at i.
func lowSurrogate(src []byte, i int) (end int, kind Kind) {
	const prefix = `\u`
	if second := src[i+6:]; len(second) < len(prefix) {
		if string(second) == prefix[:len(second)] {
			return len(src), KindEOF
		}
		return i, KindSurrogate
	}
	if string(src[i+6:i+8]) != prefix {
		return i, KindSurrogate
	}
	r, kind := hex4(src, i+8)
	switch {
	case kind == KindEOF:
		return len(src), kind
	case kind != KindNone || r < lowSurrogateMin || r > surrogateMax:
		return i, KindSurrogate
	}
	return i + 12, KindNone
}

// hex4 reads the four hexadecimal digits at i.
func hex4(src []byte, i int) (r rune, kind Kind) {
	if i+4 <= len(src) {
		r = hexValue[src[i]]<<12 | hexValue[src[i+1]]<<8 | hexValue[src[i+2]]<<4 | hexValue[src[i+3]]
		if r < 0 {
			return 0, KindEscape
		}
		return r, KindNone
	}
	for _, c := range src[i:] {
		if hexValue[c] < 0 {
			return 0, KindEscape
		}
	}
	return 0, KindEOF
}

// hexValue is the value of each hexadecimal digit, and -1 for all other bytes.
var hexValue = func() (values [256]rune) {
	for c := range values {
		values[c] = -1
	}
	for v, c := range "0123456789abcdef" {
		values[c] = rune(v)
	}
	for v, c := range "ABCDEF" {
		values[c] = rune(10 + v)
	}
	return values
}()
