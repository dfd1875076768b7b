package scan

// Escapes tells what is so about the escapes in the text of a string.
type Escapes uint8

// The text of a string has
const (
	Escaped    Escapes = 1 << iota // some escapes
	SignEscape                     // one that is a colon or an equals sign, or a character close to them
	LeadEscape                     // one that leads to what opens a value or gives a name one, or to an escape in it
	NoEscapes  Escapes = 0
)

// leads holds for what an escape may lead to: a bracket, a colon, an equals sign, a
// comment, blanks before these, the first byte of one outside ASCII; and for what
// stands behind a backslash, should that be what the escape says.
var leads = func() (table [256]bool) {
	for _, c := range []byte("{[:=/ \xc2\xe1\xe2\xe3\xefu") {
		table[c] = true
	}
	return table
}()

// escapeRun reads the escape at i and those that follow it at once. A fault is
// reported at its backslash.
func escapeRun(src []byte, i int) (end int, escapes Escapes, kind Kind) {
	escapes = Escaped
	for kind == KindNone && i < len(src) && src[i] == '\\' {
		at := i
		if i, kind = escape(src, i); isSign(src[at:i]) {
			escapes |= SignEscape
		}
	}
	if i < len(src) && leads[src[i]] {
		escapes |= behindEscape(src, i)
	}
	return i, escapes, kind
}

// isSign reports whether an escape is a character by its number, of those around
// the colon and the equals sign.
func isSign(escape []byte) bool {
	return len(escape) == 6 && escape[2] == '0' && escape[3] == '0' && escape[4] == '3'
}

// behindEscape tells what the escape that ends at i leads to.
func behindEscape(src []byte, i int) Escapes {
	isBackslash := src[i-1] == '\\' || src[i-1]|0x20 == 'c' // or \u005c
	for i < len(src) && src[i] == ' ' {
		i++
	}
	if i == len(src) || !leads[src[i]] || src[i] == 'u' && !isBackslash {
		return NoEscapes
	}
	return LeadEscape
}
