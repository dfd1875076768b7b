package scan

import "unicode/utf8"

// String reads the string whose opening quote is src[i]. It returns the index
// after the closing quote and what escapes the text holds, or the offset of the
// first fault and its kind. max bounds the raw bytes between the quotes. A byte
// that is no quote is KindName, since only names have to be strings.
func String(src []byte, i, max int) (end int, escapes Escapes, kind Kind) {
	if uint(i) >= uint(len(src)) {
		return len(src), NoEscapes, KindEOF
	}
	if src[i] != '"' {
		return i, NoEscapes, KindName
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
			return k + 1, NoEscapes, KindNone
		}
		return stringRest(src, start, k, max)
	}
	return stringRest(src, start, i, max)
}

// forever is the patience of those who have no kernel to turn to. A place and it are
// no more than 32 bits hold.
const forever = 1 << 30

// stringRest reads on from i in the string whose text begins at start and is
// plain ASCII up to i. The kernel reads sound strings alone: what is wrong with
// others, and where, is for the twin to say.
func stringRest(src []byte, start, i, max int) (end int, escapes Escapes, kind Kind) {
	if kernel {
		if end, escapes := textEnd(src, i); end > 0 && end-1-start <= max {
			return end, Escapes(escapes), KindNone
		}
	}
	return stringTwin(src, start, i, max)
}

// stringTwin is stringRest in plain Go.
func stringTwin(src []byte, start, i, max int) (end int, escapes Escapes, kind Kind) {
	wide := false // bytes outside ASCII were passed
	for kind == KindNone && i < len(src) && src[i] != '"' && src[i] >= ' ' {
		var met Escapes
		if src[i] == '\\' {
			i, met, kind = escapeRun(src, i)
		} else {
			var beyond bool
			i, met, beyond = textRun(src, i)
			wide = wide || beyond
		}
		escapes |= met
	}
	switch {
	case kind != KindNone:
	case i >= len(src):
		kind = KindEOF
	case src[i] != '"':
		kind = KindControl
	}
	if i-start > max {
		i, kind = start+max, KindStringSize
	}
	if wide {
		i, kind = wideFault(src, start, i, kind)
	}
	if kind != KindNone {
		return i, escapes, kind
	}
	return i + 1, escapes, KindNone
}

// textRun passes text that is neither quote nor control character, and escapes of
// one letter. It tells what escapes these are, and whether bytes outside ASCII were
// passed.
func textRun(src []byte, i int) (next int, escapes Escapes, wide bool) {
	var seen uint64
	for i >= 0 && i < len(src)-wordSize-1 {
		w := word(src, i)
		m := textEnds(w)
		if m == 0 {
			seen |= w
			i += wordSize
			continue
		}
		seen |= w & (m ^ (m - 1)) // of it, what stands before the end
		if i += first(m); src[i] != '\\' || !isShort[src[i+1]] {
			return i, escapes, seen&highs != 0
		}
		i += 2
		if escapes |= Escaped; leads[src[i]]&leaders[src[i-1]] != 0 {
			escapes |= behindEscape(src, i)
		}
	}
	for ; i < len(src) && src[i] != '"' && src[i] != '\\' && src[i] >= ' '; i++ {
		seen |= uint64(src[i])
	}
	return i, escapes, seen&highs != 0
}

// wideFault returns the first fault of a string whose text begins at start and
// was read up to i, where kind was found: before that, it may not be UTF-8.
func wideFault(src []byte, start, i int, kind Kind) (int, Kind) {
	if !utf8.Valid(src[start:i]) {
		if at := invalidUTF8(src, start); at < i {
			return at, KindUTF8
		}
	}
	return i, kind
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

// stringEnd returns the index after the quote that closes the string text at i,
// which it does not check. Where src ends first, it returns false and an index
// to go on from once there is more.
func stringEnd(src []byte, i int) (next int, closed bool) {
	for {
		i = quoteOrEscapeFrom(src, i)
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

// quoteOrEscapeFrom returns the index of the first quote or backslash from i on.
func quoteOrEscapeFrom(src []byte, i int) int {
	for ; i >= 0 && i < len(src)-7; i += wordSize {
		if m := quoteOrEscape(word(src, i)); m != 0 {
			return i + first(m)
		}
	}
	for i < len(src) && src[i] != '"' && src[i] != '\\' {
		i++
	}
	return i
}
