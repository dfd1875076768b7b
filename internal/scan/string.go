package scan

import "unicode/utf8"

// String reads the string whose opening quote is src[i]. It returns the index
// after the closing quote and whether the text holds escapes, or the offset of the
// first fault and its kind. max bounds the raw bytes between the quotes. A byte
// that is no quote is KindName, since only names have to be strings.
func String(src []byte, i, max int) (end int, escaped bool, kind Kind) {
	if uint(i) >= uint(len(src)) {
		return len(src), false, KindEOF
	}
	if src[i] != '"' {
		return i, false, KindName
	}
	start := i + 1
	limit := start + patience
	for i = start; i < len(src)-15 && i < limit; i += 2 * wordSize {
		k, m := i, notPlain(word(src, i))
		if m == 0 {
			k, m = i+wordSize, notPlain(word(src, i+wordSize))
		}
		if m == 0 {
			continue
		}
		if k += first(m); src[k] == '"' && k-start <= max {
			return k + 1, false, KindNone
		}
		return stringRest(src, start, k, max, kernel)
	}
	return stringRest(src, start, i, max, kernel)
}

// forever is the patience without a kernel. Its sum with a place fits 32 bits.
const forever = 1 << 30

// stringRest reads on from i in the string whose text begins at start and is plain
// ASCII up to i. The kernel reads on as long as each call passes a block or more.
func stringRest(src []byte, start, i, max int, kernel bool) (end int, escaped bool, kind Kind) {
	for kind == KindNone && i < len(src) && src[i] != '"' && src[i] >= ' ' {
		if kernel {
			_, next, some := readText(nil, src, i, &squeezes)
			escaped = escaped || some
			kernel, i = next >= i+block, next
			if i == len(src) || src[i] == '"' {
				break
			}
		}
		if src[i] == '\\' {
			escaped = true
			i, kind = escapeRun(src, i)
			continue
		}
		from, wide := i, false
		if i, wide = plainEnd(src, i); wide && !utf8.Valid(src[from:i]) {
			if at := invalidUTF8(src, from); at < i {
				i, kind = at, KindUTF8
			}
		}
	}
	switch {
	case i-start > max || kind == KindUTF8 && i-start == max:
		return start + max, escaped, KindStringSize
	case kind != KindNone:
		return i, escaped, kind
	case i >= len(src):
		return i, escaped, KindEOF
	case src[i] != '"':
		return i, escaped, KindControl
	}
	return i + 1, escaped, KindNone
}

// escapeRun reads the escape at i and those directly behind it. A fault is reported
// at its backslash.
func escapeRun(src []byte, i int) (end int, kind Kind) {
	for n := 0; kind == KindNone && i < len(src) && src[i] == '\\'; n++ {
		if n%kernelEscapes == 1 && kernel { // a single escape needs no call
			if next := escapesEnd(src, i); next > i {
				i = next
				continue
			}
		}
		if i+1 < len(src) && isShort[src[i+1]] {
			i += 2
		} else if r, _ := hex4(src, min(i+2, len(src))); r > 0 && src[i+1] == 'u' && (r < surrogateMin || r > surrogateMax) {
			i += len(`\u0000`)
		} else {
			i, kind = escape(src, i)
		}
	}
	return i, kind
}

// kernelEscapes is the number of escapes that one step of the kernel passes. After a step
// that passes none, so many escapes are read one by one.
const kernelEscapes = 5

// plainEnd is the end of the text from i on that needs no escapes. It reports whether
// bytes outside ASCII are in it.
func plainEnd(text []byte, i int) (end int, wide bool) {
	var seen uint64
	for ; i >= 0 && i < len(text)-7; i += wordSize {
		w := word(text, i)
		if m := quoteEscapeControl(w) &^ w & highs; m != 0 {
			seen |= w & (m ^ (m - 1)) // the bytes before the end
			return i + first(m), seen&highs != 0
		}
		seen |= w
	}
	for ; i < len(text) && text[i] != '"' && text[i] != '\\' && text[i] >= ' '; i++ {
		seen |= uint64(text[i])
	}
	return i, seen&highs != 0
}

// invalidUTF8 returns the index of the first byte from i on that is not UTF-8,
// or len(src). A character that the end of src cuts short is no fault.
func invalidUTF8(src []byte, i int) int {
	for utf8.FullRune(src[i:]) {
		r, size := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(src)
}

// stringEnd returns the index after the quote that closes the string text at i. It does
// not validate the text. If src ends first, it returns false and an index to resume at
// with more bytes.
func stringEnd(src []byte, i int) (next int, closed bool) {
	for {
		for ; i >= 0 && i < len(src)-7; i += wordSize {
			w := word(src, i)
			if m := (((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones)) &^ w & highs; m != 0 { // quotes and backslashes
				i += first(m)
				break
			}
		}
		for i < len(src) && src[i] != '"' && src[i] != '\\' {
			i++
		}
		switch {
		case i >= len(src):
			return i, false
		case src[i] == '"':
			return i + 1, true
		case i+1 >= len(src):
			return i, false
		}
		i += 2
	}
}
