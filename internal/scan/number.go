package scan

// Number reads the number at i as far as RFC 8259 §6 lets it go; what follows
// it is for the caller to judge ("01" is read as 0, and the 1 is left). It
// returns the index after it, or the offset of the first fault and its kind.
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

// anyNumber is [Number] for one of any length, wherever it stands.
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

// Numbers reads numbers between which nothing but commas stands, the first of them at
// i, and returns the index after the last one and how many they are. What follows is
// for the caller to judge, a number at fault too.
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
