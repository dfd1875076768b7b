package scan

import "unicode/utf8"

// Unquote is [String] that appends what the string says to dst: one look at a text of
// which both are asked. On a fault it appends nothing.
func Unquote(dst, src []byte, i, max int) (text []byte, end int, escapes Escapes, kind Kind) {
	if text, end, escapes, ok := unquote(dst, src, i); ok && end-i-len(`""`) <= max {
		return text, end, escapes, KindNone
	}
	if end, escapes, kind = String(src, i, max); kind == KindNone {
		dst = AppendUnquote(dst, src[i+1:end-1])
	}
	return dst, end, escapes, kind
}

// unquote is Unquote for the string whose quote is src[i]; ok is false where it has a
// fault, or ends too near to the end of src to be looked at eight bytes at a time.
func unquote(dst, src []byte, i int) (text []byte, end int, escapes Escapes, ok bool) {
	start, wide := i+1, false // bytes outside ASCII were passed
	for i = start; i >= 0 && i < len(src)-wordSize-1; {
		w := word(src, i)
		if m := notPlain(w); m != 0 && src[i+first(m)] < utf8.RuneSelf && cap(dst)-len(dst) >= wordSize {
			dst = appendFirst(dst, w, first(m))
			i += first(m)
		} else {
			run, beyond := plainEnd(src, i)
			dst, i, wide = append(dst, src[i:run]...), run, wide || beyond
		}
		switch {
		case i >= len(src)-wordSize-1:
			return dst, i, escapes, false
		case src[i] == '"':
			return dst, i + 1, escapes, !wide || utf8.Valid(src[start:i])
		case src[i] != '\\':
			return dst, i, escapes, false
		}
		var met Escapes
		if dst, i, met, ok = appendEscapes(dst, src, i); !ok {
			return dst, i, escapes, false
		}
		escapes |= met
	}
	return dst, i, escapes, false
}

// appendEscapes appends what the escape at i stands for, or those that follow each
// other there, and tells what [String] tells of them.
func appendEscapes(dst, src []byte, i int) (text []byte, end int, escapes Escapes, ok bool) {
	if c := unescaped[src[i+1]]; c != 0 {
		if i += 2; leads[src[i]]&leaders[src[i-1]] != 0 {
			escapes = behindEscape(src, i)
		}
		return append(dst, c), i, escapes | Escaped, true
	}
	end, escapes, kind := escapeRun(src, i)
	if kind != KindNone {
		return dst, end, escapes, false
	}
	return AppendUnquote(dst, src[i:end]), end, escapes, true
}
