package scan

import (
	"bytes"
	"sync"
)

// Halves of a surrogate pair: the first ones begin at surrogateMin, the second
// ones at lowSurrogateMin.
const (
	surrogateMin    = 0xD800
	lowSurrogateMin = 0xDC00
	surrogateMax    = 0xDFFF
)

// escape reads the escape sequence whose backslash is src[i] (RFC 8259 §7). A
// fault is reported at that backslash.
func escape(src []byte, i int) (end int, kind Kind) {
	if i+1 >= len(src) {
		return len(src), KindEOF
	}
	switch c := src[i+1]; {
	case isShort[c]:
		return i + 2, KindNone
	case c == 'u':
		return unicodeEscape(src, i)
	}
	return i, KindEscape
}

// isShort holds for each byte behind the backslash of a one-letter escape.
var isShort = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// unicodeEscape reads the \uXXXX at i and the second half of its surrogate pair.
func unicodeEscape(src []byte, i int) (end int, kind Kind) {
	const prefix = `\u`
	r, kind := hex4(src, i+2)
	switch {
	case kind == KindEOF:
		return len(src), kind
	case kind != KindNone:
		return i, kind
	case r < surrogateMin || r > surrogateMax:
		return i + 6, KindNone
	case r >= lowSurrogateMin:
		return i, KindSurrogate
	}
	if second := src[i+6:]; len(second) < len(prefix) && string(second) == prefix[:len(second)] {
		return len(src), KindEOF
	} else if len(second) < len(prefix) || string(second[:2]) != prefix {
		return i, KindSurrogate
	}
	r, kind = hex4(src, i+8)
	switch {
	case kind == KindEOF:
		return len(src), kind
	case kind != KindNone || r < lowSurrogateMin || r > surrogateMax:
		return i, KindSurrogate
	}
	return i + 12, KindNone
}

// hex4 reads the four hexadecimal digits at i.
func hex4(src []byte, i int) (r rune, kind Kind) {
	if i+4 <= len(src) {
		r = hexValue[src[i]]<<12 | hexValue[src[i+1]]<<8 | hexValue[src[i+2]]<<4 | hexValue[src[i+3]]
		if r < 0 {
			return 0, KindEscape
		}
		return r, KindNone
	}
	for _, c := range src[i:] {
		if hexValue[c] < 0 {
			return 0, KindEscape
		}
	}
	return 0, KindEOF
}

// hexValue is the value of each hexadecimal digit, and -1 for all other bytes.
var hexValue = func() (values [256]rune) {
	for c := range values {
		values[c] = -1
	}
	for v, c := range "0123456789abcdef" {
		values[c] = rune(v)
	}
	for v, c := range "ABCDEF" {
		values[c] = rune(10 + v)
	}
	return values
}()

// Escapes describes the escapes in the text of a string.
type Escapes uint8

const (
	Escaped    Escapes = 1 << iota // the text has escapes
	SignEscape                     // one may be a colon or an equals sign, or become an escape of one
	LeadEscape                     // one leads to the beginning or the sign of a value, or to an escape in it
	NoEscapes  Escapes = 0
)

// WideBlanks are the first bytes of the blanks outside ASCII, and of other characters.
const WideBlanks = "\xc2\xe1\xe2\xe3\xef"

// leads classifies the bytes that matter behind an escape. These are a bracket, a colon,
// an equals sign, a comment, blanks before these, and the first byte of a blank outside
// ASCII. Behind a backslash they are the letters of an escape in a nested string. Behind a
// slash they are the rest of a comment.
var leads = func() (table [256]leading) {
	for _, c := range []byte("{[:=/ " + WideBlanks) {
		table[c] = ahead
	}
	for _, c := range []byte("unrtf") {
		table[c] = behindBackslash
	}
	table['*'] = behindSlash
	return table
}()

// leading is the kind of escape that matters before a byte.
type leading uint8

const (
	ahead leading = 1 << iota
	behindBackslash
	behindSlash
)

// notable finds an escape of one letter with a byte of leads behind it, and each \uXXXX.
// Each set of third bytes is a product of halves, so few other texts meet it.
var notable = sync.OnceValue(func() *WordEnds {
	var e WordEnds
	for _, third := range []string{"{[", ":=", " /*", WideBlanks} {
		e.AddBytes([3]string{`\`, `"\/bfnrt`, third})
	}
	e.AddBytes([3]string{`\`, `\`, "unrtf"})
	e.AddBytes([3]string{`\`, "u", "0123456789abcdefABCDEF"})
	return &e
})

// EscapesOf looks at the escapes in the valid text of a string.
func EscapesOf(text []byte) (found Escapes) {
	if bytes.IndexByte(text, '\\') < 0 {
		return NoEscapes
	}
	if !kernel {
		return escapesTwin(text)
	}
	found = Escaped
	words := notable()
	for at := words.Next(text, 0); at <= len(text); {
		i := at - len(`\u0`)
		if found == Escaped|SignEscape|LeadEscape {
			break
		}
		if i < 0 || text[i] != '\\' || isEscaped(text, i) {
			at = words.Next(text, at)
			continue
		}
		for n, kind := 0, KindNone; kind == KindNone && i < len(text) && text[i] == '\\'; n++ {
			if n%kernelEscapes == 1 {
				if next := escapesEnd(text, i); next > i {
					i = next
					continue
				}
			}
			if i+6 <= len(text) && text[i+1] == 'u' && (text[i+2] != '0' || text[i+3] != '0') {
				i += 6 // a character beyond ASCII, or half of one
				continue
			}
			from := i
			if i, kind = escape(text, i); kind == KindNone {
				found |= classifyNumbered(text[from:i])
			}
		}
		if i < len(text) {
			found |= behindEscape(text, i)
		}
		at = words.Next(text, max(at, i+1))
	}
	return found
}

// escapesTwin is EscapesOf by one escape after the other.
func escapesTwin(text []byte) (found Escapes) {
	for i := 0; ; {
		n := bytes.IndexByte(text[i:], '\\')
		if n < 0 {
			return found
		}
		from := i + n
		i, _ = escape(text, from)
		i = max(i, from+1)
		if found |= Escaped | classifyNumbered(text[from:i]); i < len(text) {
			found |= behindEscape(text, i)
		}
	}
}

// isEscaped reports whether text[i] is part of the escape before it.
func isEscaped(text []byte, i int) (escaped bool) {
	for ; i > 0 && text[i-1] == '\\'; i-- {
		escaped = !escaped
	}
	return escaped
}

// classifyNumbered classifies a \u escape of an ASCII character. From the digits on, these are the
// signs, the characters of escapes, and a few rare ones. Three lower characters begin
// comments or names of tables.
func classifyNumbered(escape []byte) Escapes {
	if len(escape) != 6 || escape[2] != '0' || escape[3] != '0' {
		return NoEscapes
	}
	switch c := escape[5] | 0x20; {
	case escape[4] >= '3' && escape[4] <= '7':
		return SignEscape
	case escape[4] == '2' && (c == 'a' || c == 'f' || escape[5] == '4'):
		return LeadEscape
	}
	return NoEscapes
}

// behindEscape classifies the bytes from i on, behind an escape.
func behindEscape(text []byte, i int) (found Escapes) {
	switch before := text[i-1]; leads[text[i]] {
	case behindSlash:
		if before == '/' {
			return LeadEscape
		}
		return NoEscapes
	case behindBackslash:
		if before != '\\' {
			return NoEscapes
		}
		if text[i] == 'u' {
			if rest := text[i:]; len(rest) > 3 && rest[1] == '0' && rest[2] == '0' && rest[3] >= '3' && rest[3] <= '7' {
				found = SignEscape
			}
			return found | LeadEscape
		}
		i++
	}
	for i < len(text) && text[i] == ' ' {
		i++
	}
	if i < len(text) && leads[text[i]] == ahead {
		return LeadEscape
	}
	return NoEscapes
}
