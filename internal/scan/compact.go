package scan

import "bytes"

// AppendCompact appends a valid text without the whitespace between its tokens.
// Every token stays as it is written.
func AppendCompact(dst, src []byte) []byte {
	from := 0 // what is not copied yet
	for i := 0; i < len(src); {
		if src[i] == '"' {
			i, _ = stringEnd(src, i+1)
		} else if end := Space(src, i); end > i {
			dst = append(dst, src[from:i]...)
			i, from = end, end
		} else {
			i++
		}
	}
	return append(dst, src[from:]...)
}

// IsCompact reports whether a text is what AppendCompact makes of src, which is valid. It
// looks no further than the first difference.
func IsCompact(text, src []byte) bool {
	for i := 0; ; {
		n := common(text, src[i:])
		text = text[n:]
		if !isDense(src[i : i+n]) {
			return false
		}
		i += n
		end := Space(src, i)
		if end == i {
			return i == len(src) && len(text) == 0
		}
		i = end
	}
}

// SameTokens reports whether two valid texts differ in white space between tokens at most.
// It looks no further than the first other difference.
func SameTokens(a, b []byte) bool {
	for {
		n := common(a, b)
		if n < len(a) && n < len(b) && !closes(a[:n]) {
			return false
		}
		i, j := Space(a, n), Space(b, n)
		if i == n && j == n {
			return n == len(a) && n == len(b)
		}
		a, b = a[i:], b[j:]
	}
}

// closes reports whether a text that begins outside a string ends outside one.
func closes(text []byte) bool {
	closed := true
	for i := bytes.IndexByte(text, '"'); i >= 0 && closed; {
		i, closed = stringEnd(text, i+1)
		next := bytes.IndexByte(text[i:], '"')
		if next < 0 {
			break
		}
		i += next
	}
	return closed
}

// common is how many bytes two texts begin with that are the same.
func common(a, b []byte) int {
	i, n := 0, min(len(a), len(b))
	for a, b = a[:n], b[:n]; i < n-wordSize; i += wordSize {
		if other := word(a, i) ^ word(b, i); other != 0 {
			return i + first(other)
		}
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

// isDense reports whether a text ends outside a string, and has no whitespace outside of
// them.
func isDense(text []byte) bool {
	closed := true
	for i := 0; i < len(text) && closed; {
		switch {
		case text[i] == '"':
			i, closed = stringEnd(text, i+1)
		case isSpace(text[i]):
			return false
		default:
			i++
		}
	}
	return closed
}
