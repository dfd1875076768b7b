package o200k

import "strings"

// piece returns the length of the first piece of a text. Tokens never cross pieces. It matches
// this pattern, alternative by alternative. Its time is linear in the piece and the letters or
// white space behind it:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func piece(text []byte) int {
	if end := word(text); end > 0 {
		return end
	}
	first, i := at(text, 0)
	if first == number {
		return numbers(text, i)
	}
	if end := signs(text); end > 0 {
		return end
	}
	return spaces(text)
}

// word returns the end of a word with its leading character; 0 if none begins.
func word(text []byte) int {
	first, second := at(text, 0)
	leads := first == blank || first.isSign()
	if leads {
		if end := mixed(text, second); end > 0 {
			return contraction(text, end)
		}
	}
	if end := mixed(text, 0); end > 0 {
		return contraction(text, end)
	}
	if !leads {
		second = 0
	}
	if end := capitals(text, second); end > second {
		return contraction(text, end)
	}
	return 0
}

// mixed returns the end of the letters from i on that end with a possibly small one. They are
// all capitals and then all small letters, or the longest such part of the capitals. It
// returns 0 without such letters.
func mixed(text []byte, i int) (end int) {
	of, next := at(text, i)
	for ; of == upper || of.inBoth(); of, next = at(text, next) {
		if i = next; of.inBoth() {
			end = next
		}
	}
	if of != lower {
		return end
	}
	for ; of == lower || of.inBoth(); of, next = at(text, next) {
		i = next
	}
	return i
}

// capitals is the end of the capitals from i on.
func capitals(text []byte, i int) int {
	for of, next := at(text, i); of == upper; of, next = at(text, next) {
		i = next
	}
	return i
}

// contraction returns the end of a word that ends at i, with a following 's, 't, 're, 've, 'm,
// 'll or 'd.
func contraction(text []byte, i int) int {
	if i+1 >= len(text) || text[i] != '\'' {
		return i
	}
	rest := text[i+1:]
	for _, end := range [...]string{"s", "t", "re", "ve", "m", "ll", "d", "ſ"} {
		if n := len(end); len(rest) >= n && strings.EqualFold(string(rest[:n]), end) {
			return i + 1 + n
		}
	}
	return i
}

// numbers returns the end of up to three digits; the first one ends at i.
func numbers(text []byte, i int) int {
	for range 2 {
		of, next := at(text, i)
		if of != number {
			break
		}
		i = next
	}
	return i
}

// signs returns the end of a run of signs, with a blank before it and line ends and slashes
// behind it. It returns 0 if none begins.
func signs(text []byte) int {
	start := 0
	if text[0] == ' ' {
		start = 1
	}
	i := start
	for of, next := at(text, i); of.isSign(); of, next = at(text, next) {
		i = next
	}
	if i == start {
		return 0
	}
	for i < len(text) && (text[i] == '\n' || text[i] == '\r' || text[i] == '/') {
		i++
	}
	return i
}

// spaces returns the end of white space: of its last line, or else the start of its last
// character. That character belongs to the text behind it, if there is any.
func spaces(text []byte) int {
	line, last, end := 0, 0, 0
	for of, next := at(text, 0); of == newline || of == blank; of, next = at(text, next) {
		if last, end = end, next; of == newline {
			line = next
		}
	}
	switch {
	case line > 0:
		return line
	case end == len(text) || last == 0:
		return end
	}
	return last
}
