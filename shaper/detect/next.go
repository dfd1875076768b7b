package detect

import "bytes"

// Next implements [profiles.Detector]. It stops at an @ between characters of an
// address, and at digits that can belong to a number.
func (d detector) Next(raw []byte, from int) int {
	next := len(raw)
	if d.email {
		next = nextEmail(raw, from)
		if n := bytes.Index(raw[from:next], []byte("u0040")); n >= 0 && !d.hasNumbers() {
			return from + n // an escaped @; nextNumber finds it as well
		}
	}
	if d.hasNumbers() {
		next = d.nextNumber(raw[:next], from)
	}
	return next
}

// nextEmail returns the offset of the first @ that an address can hold.
func nextEmail(raw []byte, from int) int {
	for i := from; i < len(raw); i++ {
		n := bytes.IndexByte(raw[i:], '@')
		if n < 0 {
			break
		}
		i += n
		before, after := at(raw, i-1), at(raw, i+1)
		if i > from && (isLocal(before) || before == '\\') && (isAlnum(after) || after == '\\') {
			return i
		}
	}
	return len(raw)
}

// nextNumber returns the offset of the first digits that a number of a wanted kind, or
// the escape of an ASCII character, can hold. Each number has two digits side by side,
// so every second byte is read.
func (d detector) nextNumber(raw []byte, from int) int {
	i := from + 1
	for {
		for ; i+6 < len(raw); i += 8 {
			if digit[raw[i]]|digit[raw[i+2]]|digit[raw[i+4]]|digit[raw[i+6]] != 0 {
				break
			}
		}
		for i < len(raw) && digit[raw[i]] == 0 {
			i += 2
		}
		if i >= len(raw) {
			return len(raw)
		}
		start, end := digitsAround(raw, i, from)
		if d.mayBe(raw, start, end, from) {
			return start
		}
		i = end + 1
	}
}

var digit = func() (is [256]byte) {
	for c := byte('0'); c <= '9'; c++ {
		is[c] = 1
	}
	return is
}()

// digitsAround returns the bounds of the digits around raw[i], none before from.
func digitsAround(raw []byte, i, from int) (start, end int) {
	for start = i; start > from && isDigit(raw[start-1]); start-- {
	}
	for end = i + 1; end < len(raw) && isDigit(raw[end]); end++ {
	}
	return start, end
}

// fewestDigits is the least number of digits in a phone number or a card.
const fewestDigits = 7

// mayBe reports whether the digits raw[start:end] can belong to a value.
func (d detector) mayBe(raw []byte, start, end, from int) bool {
	if start-from >= 2 && raw[start-1] == 'u' && raw[start-2] == '\\' && raw[start] == '0' {
		return true
	}
	if d.iban && start-from >= 2 && isLetter(raw[start-1]) && isLetter(raw[start-2]) &&
		ibanLength(raw[start-2]&^0x20, raw[start-1]&^0x20) > 0 {
		return true
	}
	return (d.phone || d.card) && hasDigits(raw, start, end)
}

// hasDigits reports whether the digits raw[start:end], and groups of digits that follow,
// are enough for a phone number or a card.
func hasDigits(raw []byte, start, end int) bool {
	n := end - start
	for i := end; n < fewestDigits && i < len(raw); i++ {
		switch c := raw[i]; {
		case isDigit(c):
			n++
		case c == '\\':
			return true
		case !isSeparator(c) || i-end > 2*fewestDigits:
			return false
		}
	}
	return n >= fewestDigits
}

// isSeparator reports whether c stands between the groups of a phone number.
func isSeparator(c byte) bool {
	return c == ' ' || c == '-' || c == '.' || c == '/' || c == '(' || c == ')'
}
