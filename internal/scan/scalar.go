package scan

// Number reads the number at i as far as RFC 8259 §6 allows. The caller judges the next
// byte: of "01" it reads the 0 and leaves the 1. It returns the index after the number, or
// the offset and kind of the first fault.
func Number(src []byte, i int) (end int, kind Kind) {
	if i < 0 || i >= len(src)-7 {
		return anyNumber(src, i)
	}
	w, end := word(src, i), i
	if byte(w) == '-' {
		w, end = w>>8, end+1
	}
	whole := first(notDigits(w))
	if whole == 0 || whole > 1 && byte(w) == '0' {
		return anyNumber(src, i)
	}
	if end += whole; end < len(src) {
		switch c := src[end]; {
		case c == '.' || c|0x20 == 'e':
			return fraction(src, end)
		case c-'0' <= 9:
			return anyNumber(src, i)
		}
	}
	return end, KindNone
}

// anyNumber is [Number] for any length and any place.
func anyNumber(src []byte, i int) (end int, kind Kind) {
	if uint(i) < uint(len(src)) && src[i] == '-' {
		i++
	}
	if end = digits(src, i); end == i {
		return someDigits(src, i)
	}
	if src[i] == '0' {
		end = i + 1
	}
	if end < len(src) && (src[end] == '.' || src[end]|0x20 == 'e') {
		return fraction(src, end)
	}
	return end, KindNone
}

// Numbers reads numbers separated by single commas, from i on. It returns the index after
// the last number and their count. The caller judges the rest, including a broken number.
func Numbers(src []byte, i int) (end, n int) {
	for end = i; ; i = end + 1 {
		for i >= 0 && i < len(src)-1 && src[i]-'0' <= 9 && src[i+1] == ',' { // of one digit
			end, n, i = i+1, n+1, i+2
		}
		next, kind := Number(src, i)
		if kind != KindNone {
			return end, n
		}
		if end, n = next, n+1; end >= len(src) || src[end] != ',' {
			return end, n
		}
	}
}

// fraction reads the part behind the digits of an integer: the point or the exponent at
// src[i].
func fraction(src []byte, i int) (end int, kind Kind) {
	if src[i] == '.' {
		i, kind = someDigits(src, i+1)
		if kind != KindNone || i >= len(src) || src[i]|0x20 != 'e' {
			return i, kind
		}
	}
	i++
	if i < len(src) && (src[i] == '+' || src[i] == '-') {
		i++
	}
	return someDigits(src, i)
}

// someDigits reads one digit or more.
func someDigits(src []byte, i int) (end int, kind Kind) {
	end = digits(src, i)
	switch {
	case end > i:
		return end, KindNone
	case i >= len(src):
		return len(src), KindEOF
	}
	return i, KindNumber
}

// digits returns the index after the run of digits at i.
func digits(src []byte, i int) int {
	for ; i >= 0 && i < len(src)-7; i += wordSize {
		if m := notDigits(word(src, i)); m != 0 {
			return i + first(m)
		}
	}
	for i < len(src) && src[i]-'0' <= 9 {
		i++
	}
	return i
}

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
