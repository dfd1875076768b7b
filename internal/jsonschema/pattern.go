package jsonschema

import (
	"regexp"
	"strings"
)

// compilePattern compiles an expression of ECMA-262 with RE2. RE2 has most of that syntax
// with the same meaning. compilePattern translates the rest: \uXXXX, \cX, and \s as every
// Unicode space. A construct that RE2 lacks, such as lookahead, is an error.
func compilePattern(pattern string) (*regexp.Regexp, error) {
	if !strings.Contains(pattern, `\`) {
		return regexp.Compile(pattern)
	}
	var b strings.Builder
	inClass := false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\' && i+1 < len(pattern):
			i += translate(&b, pattern[i+1:], inClass)
			continue
		case c == '[':
			inClass = true
		case c == ']':
			inClass = false
		}
		b.WriteByte(pattern[i])
	}
	return regexp.Compile(b.String())
}

// The white space of ECMA-262 and its complement, as parts of a class.
const (
	spaces    = `\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
	notSpaces = `\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}` +
		`\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
)

// translate writes the escape sequence after a backslash, and returns its length.
func translate(b *strings.Builder, rest string, inClass bool) int {
	class := func(set string) int {
		if !inClass {
			set = "[" + set + "]"
		}
		b.WriteString(set)
		return 1
	}
	switch {
	case rest[0] == 's':
		return class(spaces)
	case rest[0] == 'S':
		return class(notSpaces)
	case rest[0] == 'u' && len(rest) >= 5 && strings.Trim(rest[1:5], "0123456789abcdefABCDEF") == "":
		b.WriteString(`\x{` + rest[1:5] + `}`)
		return 5
	case rest[0] == 'c' && len(rest) >= 2:
		b.WriteString(`\x{` + string("0123456789abcdef"[rest[1]>>4&1]) + string("0123456789abcdef"[rest[1]&15]) + `}`)
		return 2
	}
	b.WriteByte('\\')
	b.WriteByte(rest[0])
	return 1
}
