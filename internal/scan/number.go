package scan

// number reads the number at i as far as RFC 8259 §6 lets it go; what follows
// it is for the caller to judge ("01" is read as 0, and the 1 is left). It
// returns the index after it, or the offset of the first fault and its kind.
func number(src []byte, i int) (end int, kind Kind) {
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

// fraction reads what may follow the digits of an integer: a point or an
// exponent, which src[i] begins.
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
