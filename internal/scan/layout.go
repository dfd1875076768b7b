package scan

import "bytes"

// AppendCompact appends a valid text without the whitespace between its tokens. No token
// changes.
func AppendCompact(dst, src []byte) []byte {
	from := 0 // start of the bytes that are not copied yet
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

// IsCompact reports whether text equals the result of AppendCompact for src, a valid text.
// It reads up to the first difference.
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
		if n < len(a) && n < len(b) && !endsOutsideString(a[:n]) {
			return false
		}
		i, j := Space(a, n), Space(b, n)
		if i == n && j == n {
			return n == len(a) && n == len(b)
		}
		a, b = a[i:], b[j:]
	}
}

// endsOutsideString reports whether a text that begins outside a string ends outside one.
func endsOutsideString(text []byte) bool {
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

// AppendIndent appends a valid text in the layout of jq. Each item has a line of its own,
// indented once per level, with a space after each colon. An empty container stays on one
// line. It appends no final newline.
func AppendIndent(dst, src []byte, indent string) []byte {
	depth := 0
	for i := Space(src, 0); i < len(src); i = Space(src, i) {
		switch c := src[i]; c {
		case '{', '[':
			dst = append(dst, c)
			if i = Space(src, i+1); i < len(src) && src[i] == c+2 { // its closing bracket
				dst = append(dst, src[i])
				i++
				continue
			}
			depth++
			dst = appendLine(dst, indent, depth)
		case '}', ']':
			depth--
			dst = append(appendLine(dst, indent, depth), c)
			i++
		case ',':
			dst = appendLine(append(dst, c), indent, depth)
			i++
		case ':':
			dst = append(dst, ": "...)
			i++
		default:
			end := tokenEnd(src, i)
			dst = append(dst, src[i:end]...)
			i = end
		}
	}
	return dst
}

func appendLine(dst []byte, indent string, depth int) []byte {
	dst = append(dst, '\n')
	for range depth {
		dst = append(dst, indent...)
	}
	return dst
}

// tokenEnd returns the index after the string, number or literal at i.
func tokenEnd(src []byte, i int) int {
	if src[i] == '"' {
		end, _ := stringEnd(src, i+1)
		return end
	}
	for i < len(src) && src[i] != ',' && src[i] != ']' && src[i] != '}' && !isSpace(src[i]) {
		i++
	}
	return i
}

// Token is the kind of a piece of text.
type Token uint8

// The tokens. A byte that belongs to none of a valid text is a TokenMark.
const (
	TokenMark   Token = iota // brackets, colons, commas, and the bytes between tokens
	TokenName                // of a member
	TokenString              // any other string
	TokenNumber
	TokenWord // true, false, null
)

// NextToken returns the kind of the token at i and the index after it. The index is
// greater than i for any text.
func NextToken(src []byte, i int) (kind Token, end int) {
	switch c := src[i]; {
	case c == '"':
		end, closed := stringEnd(src, i+1)
		if !closed {
			return TokenString, len(src)
		}
		if next := Space(src, end); next < len(src) && src[next] == ':' {
			return TokenName, end
		}
		return TokenString, end
	case c == '-' || c >= '0' && c <= '9':
		return TokenNumber, tokenEnd(src, i)
	case c >= 'a' && c <= 'z':
		return TokenWord, tokenEnd(src, i)
	}
	return TokenMark, i + 1
}
