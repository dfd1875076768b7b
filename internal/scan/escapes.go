package scan

// Escapes tells what is so about the escapes in the text of a string.
type Escapes uint8

// The text of a string has
const (
	Escaped    Escapes = 1 << iota // some escapes
	SignEscape                     // one that may be a colon or an equals sign, or come to an escape of one
	LeadEscape                     // one that leads to what opens a value or gives a name one, or to an escape in it
	NoEscapes  Escapes = 0
)

// WideBlanks are the first bytes of the blanks outside ASCII, and of other characters.
const WideBlanks = "\xc2\xe1\xe2\xe3\xef"

// leads holds for what an escape may lead to: a bracket, a colon, an equals sign, a
// comment, blanks before these, the first byte of one outside ASCII. Behind a
// backslash that is the letter of an escape too, which a string in the string has
// there; behind a slash, the rest of what opens a comment.
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

// leading tells which escapes lead to a byte.
type leading uint8

const (
	ahead leading = 1 << iota
	behindBackslash
	behindSlash
)

// leaders holds, by the last byte of an escape, for what it leads to.
var leaders = func() (table [256]leading) {
	for c := range table {
		table[c] = ahead
	}
	table['\\'] |= behindBackslash
	table['/'] |= behindSlash
	return table
}()

// escapeRun reads the escape at i and those that follow it at once. A fault is
// reported at its backslash.
func escapeRun(src []byte, i int) (end int, escapes Escapes, kind Kind) {
	escapes = Escaped
	for kind == KindNone && i < len(src) && src[i] == '\\' {
		at := i
		i, kind = escape(src, i)
		escapes |= numbered(src[at:i])
	}
	if i < len(src) && leads[src[i]]&leaders[src[i-1]] != 0 {
		escapes |= behindEscape(src, i)
	}
	return i, escapes, kind
}

// numbered tells what an escape is that gives a character of ASCII by its number:
// those from the digits on are the signs, what escapes are made of, and few that
// anybody writes so; of those before, two begin comments.
func numbered(escape []byte) Escapes {
	if len(escape) != 6 || escape[2] != '0' || escape[3] != '0' {
		return NoEscapes
	}
	switch c := escape[5] | 0x20; {
	case escape[4] >= '3' && escape[4] <= '7':
		return SignEscape
	case escape[4] == '2' && (c == 'a' || c == 'f'):
		return LeadEscape
	}
	return NoEscapes
}

// behindEscape tells what the escape that ends at i leads to.
func behindEscape(src []byte, i int) Escapes {
	switch c := src[i]; {
	case c == '*':
		return LeadEscape
	case c == 'u':
		return LeadEscape | numberedWithin(src[i:])
	case leads[c] == behindBackslash:
		i++
	}
	for i < len(src) && src[i] == ' ' {
		i++
	}
	if i < len(src) && leads[src[i]] == ahead {
		return LeadEscape
	}
	return NoEscapes
}

// numberedWithin is numbered for an escape of a string in the string, from its
// letter on.
func numberedWithin(text []byte) Escapes {
	if len(text) > 3 && text[1] == '0' && text[2] == '0' && text[3] >= '3' && text[3] <= '7' {
		return SignEscape
	}
	return NoEscapes
}
