package o200k

import "strings"

// piece is the length of the first piece of a text. Tokens never cross pieces. It is
// what this pattern matches, alternative by alternative, in time that is linear in
// the piece and the letters or the white space that follow it:
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

// word is the end of a word, with what may lead it; 0 where none begins.
func word(text []byte) int {
	first, second := at(text, 0)
	leads := first.mayLead()
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

// mixed is the end of the letters from i on that end with one that may be small: all
// capitals and then all small ones, or else what of the capitals ends so. 0 where
// there are none.
func mixed(text []byte, i int) (end int) {
	of, next := at(text, i)
	for ; of.inUppers(); of, next = at(text, next) {
		if i = next; of.inBoth() {
			end = next
		}
	}
	if of != lower {
		return end
	}
	for ; of.inLowers(); of, next = at(text, next) {
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

// contraction is the end of a word that ends at i with the 's, 't, 're, 've, 'm, 'll
// or 'd that may come after it.
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

// numbers is the end of up to three digits, of which the first one ends at i.
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

// signs is the end of a run of signs, with a blank before it and the ends of lines
// and slashes behind it; 0 where none begins.
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

// spaces is the end of white space: of its last line, or else where its last
// character begins, which belongs to what follows if anything does.
func spaces(text []byte) int {
	line, last, end := 0, 0, 0
	for of, next := at(text, 0); of.isSpace(); of, next = at(text, next) {
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
