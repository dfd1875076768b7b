package scan

// literal reads true, false or null. It returns the index after it, or the
// offset of the first byte that differs and the kind of the fault.
func literal(src []byte, i int) (end int, kind Kind) {
	if uint(i) >= uint(len(src)) {
		return len(src), KindEOF
	}
	if rest := src[i:]; len(rest) >= 4 {
		switch string(rest[:4]) {
		case "true", "null":
			return i + 4, KindNone
		case "fals":
			if len(rest) > 4 && rest[4] == 'e' {
				return i + 5, KindNone
			}
		}
	}
	return literalFault(src, i)
}

// literalFault finds the first byte that is not of a literal.
func literalFault(src []byte, i int) (end int, kind Kind) {
	name := literalOf(src[i])
	for k := range len(name) {
		if i+k >= len(src) {
			return len(src), KindEOF
		}
		if src[i+k] != name[k] {
			return i + k, KindLiteral
		}
	}
	return i, KindLiteral
}

// literalOf is the literal that begins with c, or "".
func literalOf(c byte) string {
	switch c {
	case 't':
		return "true"
	case 'f':
		return "false"
	case 'n':
		return "null"
	}
	return ""
}

// Scalar reads the string, number or literal at i, with at most max raw bytes
// between the quotes of a string. It returns the index after it, or the offset
// of the first fault and its kind.
func Scalar(src []byte, i, max int) (end int, kind Kind) {
	if i >= len(src) {
		return len(src), KindEOF
	}
	switch c := src[i]; {
	case c == '"':
		end, _, kind = String(src, i, max)
		return end, kind
	case c == '-' || c-'0' <= 9:
		return Number(src, i)
	case literalOf(c) != "":
		return literal(src, i)
	}
	return i, KindValue
}
