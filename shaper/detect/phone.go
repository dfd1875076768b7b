package detect

import (
	"bytes"
	"strings"
)

// Digits of a phone number: E.164 allows 15 with the country code.
const (
	mostPhoneDigits = 15
	fewestAbroad    = 8  // behind a plus sign
	fewestTogether  = 10 // behind a plus sign, with four or more digits in the first group
)

// phoneAround returns the phone number whose first digits start at i; end is 0 if there
// is none. It finds three forms:
//
//	+49 30 123456      a plus sign, a country code, 8 to 15 digits
//	(212) 555-0123     the North American form, with parentheses or two hyphens
//	Tel.: 030 123456   7 to 13 digits behind a word such as phone or fax
func phoneAround(text []byte, i int) (start, end int) {
	if at(text, i-1) == '+' {
		return i - 1, abroadEnd(text, i)
	}
	start = i
	if at(text, i-1) == '(' {
		start--
	}
	if before := at(text, start-1); isAlnum(before) || before == '_' || before == '+' || isSeparator(before) && isDigit(at(text, start-2)) {
		return 0, 0
	}
	if end = americanEnd(text, start); end > 0 {
		return start, end
	}
	if end = hintedEnd(text, i); end > 0 && hasHint(text, start) {
		return start, end
	}
	return 0, 0
}

// phone is a number as far as it was read.
type phone struct {
	groups [mostPhoneDigits]byte // digits in each
	n      int                   // groups
	digits int
	end    int
	dots   int
}

// readPhone reads groups of digits from i on, with one separator between them, or two
// around a parenthesis, up to so many digits in all. ok is false if the first group is
// longer, or if a letter or digit follows.
func readPhone(text []byte, i, most int) (p phone, ok bool) {
	for {
		end := i
		for end < len(text) && isDigit(text[end]) && end-i <= most {
			end++
		}
		if end == i || p.digits+end-i > most {
			break
		}
		p.groups[p.n] = byte(end - i)
		p.n++
		p.digits += end - i
		p.end = end
		for i = end; i < len(text) && i-end < 2 && isSeparator(text[i]); i++ {
		}
		if i == end {
			break
		}
		if text[end] == '.' {
			p.dots++
		}
	}
	return p, p.n > 0 && !isAlnum(at(text, p.end)) && at(text, p.end) != '_'
}

// abroadEnd returns the end of the number whose country code starts at i, behind a plus
// sign.
func abroadEnd(text []byte, i int) int {
	before := at(text, i-2)
	if isAlnum(before) || before == '+' || before == '_' || before == ')' || text[i] == '0' {
		return 0
	}
	p, ok := readPhone(text, i, mostPhoneDigits)
	if !ok || p.digits < fewestAbroad || p.groups[0] > 3 && p.digits < fewestTogether || p.dots == 1 && p.n == 2 {
		return 0
	}
	return p.end
}

// americanEnd returns the end of a number of the North American plan: (212) 555-0123 or
// 212-555-0123. Area and exchange start with 2 to 9.
func americanEnd(text []byte, start int) int {
	form := "ddd-ddd-dddd"
	switch {
	case text[start] != '(':
	case at(text, start+5) == ' ':
		form = "(ddd) ddd-dddd"
	default:
		form = "(ddd)ddd-dddd"
	}
	end := start + len(form)
	if end > len(text) || isAlnum(at(text, end)) || at(text, end) == '-' || at(text, end) == '_' {
		return 0
	}
	for i, want := range []byte(form) {
		if c := text[start+i]; want == 'd' && !isDigit(c) || want != 'd' && c != want {
			return 0
		}
	}
	area, exchange := strings.IndexByte(form, 'd'), strings.LastIndex(form, "ddd-dddd")
	if text[start+area] < '2' || text[start+exchange] < '2' {
		return 0
	}
	return end
}

// mostHintedDigits bounds a number without a country code.
const mostHintedDigits = 13

// hintedEnd returns the end of a national number that starts at i. A date, an address
// with dots and a decimal number are none.
func hintedEnd(text []byte, i int) int {
	p, ok := readPhone(text, i, mostHintedDigits)
	isDate := p.n >= 3 && p.groups[0] == 4 && p.groups[1] == 2 && p.groups[2] == 2
	isAddress := p.dots == 3 && p.n == 4
	isDecimal := p.dots == 1 && p.n == 2
	if !ok || p.digits < fewestDigits || isDate || isAddress || isDecimal {
		return 0
	}
	return p.end
}

// hintReach is the number of bytes before a number that are searched for a hint.
const hintReach = 24

// hasHint reports whether a word for a phone stands before start in the same line.
func hasHint(text []byte, start int) bool {
	from := max(0, start-hintReach)
	for from < start && isLetter(at(text, from-1)) && isLetter(text[from]) {
		from++ // the word is cut
	}
	before := text[from:start]
	if n := bytes.LastIndexByte(before, '\n'); n >= 0 {
		before = before[n+1:]
	}
	for len(before) > 0 {
		end := len(before)
		for end > 0 && !isLetter(before[end-1]) {
			end--
		}
		begin := end
		for begin > 0 && isLetter(before[begin-1]) {
			begin--
		}
		if isHint(strings.ToLower(string(before[begin:end]))) {
			return true
		}
		before = before[:begin]
	}
	return false
}

// isHint reports whether a word in lower case speaks of a phone. Longer names count by
// their beginning or end: phoneNumber, homePhone.
func isHint(word string) bool {
	switch word {
	case "":
		return false
	case "tel", "gsm", "sms", "mobil", "handy", "telefax":
		return true
	}
	for _, hint := range []string{"phone", "telephone", "telefon", "mobile", "fax", "whatsapp"} {
		if strings.HasPrefix(word, hint) || strings.HasSuffix(word, hint) && word != "iphone" {
			return true
		}
	}
	return false
}
