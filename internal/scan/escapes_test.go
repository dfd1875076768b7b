package scan

import (
	"strings"
	"testing"
)

// EscapesOf finds an escape wherever in a text it stands, and however long the text is.
func TestEscapes(t *testing.T) {
	for _, c := range []struct {
		text string
		want Escapes
	}{
		{``, NoEscapes},
		{`a: {b`, NoEscapes},
		{`é`, NoEscapes},
		{`a\nb`, Escaped},
		{`\t\r\n`, Escaped},
		{`\nuser`, Escaped},
		{`\"a\", b: c`, Escaped},
		{`C:\\new`, Escaped},
		{`\u4e00`, Escaped},
		{`a\/b`, Escaped},
		{`\n{`, Escaped | LeadEscape},
		{`\n   [`, Escaped | LeadEscape},
		{`\n\t\r{`, Escaped | LeadEscape},
		{`\"a\":1`, Escaped | LeadEscape},
		{`\"a\" :1`, Escaped | LeadEscape},
		{`\"a\" => 1`, Escaped | LeadEscape},
		{`\"a\"/**/:1`, Escaped | LeadEscape},
		{"\\n\u00a0{", Escaped | LeadEscape},
		{`\ufeff{`, Escaped | LeadEscape},
		{`a\u0022:1`, Escaped | LeadEscape},
		{`\\u007b`, Escaped | LeadEscape | SignEscape},
		{`\\u0020`, Escaped | LeadEscape},
		{`\\n {`, Escaped | LeadEscape},
		{`\n   x`, Escaped},
		{`a\u0070b`, Escaped | SignEscape},
		{`a\u007bb`, Escaped | SignEscape},
		{`a\u0080b`, Escaped},
		{`\\u0070`, Escaped | LeadEscape | SignEscape},
		{`\\u0080`, Escaped | LeadEscape},
		{`\\nx`, Escaped},
		{`\/* x`, Escaped | LeadEscape},
		{`a\u0026b`, Escaped},
		{`a\u002fb`, Escaped | LeadEscape},
		{`a\u0061b`, Escaped | SignEscape},
		{`\u005cu007b`, Escaped | SignEscape},
		{`\u005Cu007b`, Escaped | SignEscape},
		{`a\u003ab`, Escaped | SignEscape},
		{`a\u003Db`, Escaped | SignEscape},
		{`\u003a{`, Escaped | SignEscape | LeadEscape},
	} {
		for n := range 20 {
			text := strings.Repeat("x", n%7) + c.text + strings.Repeat("y", n/7*8)
			if got := EscapesOf([]byte(text)); got != c.want {
				t.Errorf("%s: %03b, want %03b", text, got, c.want)
			}
		}
	}
}

// A string that is cut off among escapes ends with the text, or at bytes that are no
// escape.
func TestStringsThatAreCutOff(t *testing.T) {
	const letters = `\nu0{ x`
	for length := range 7 {
		for n := range pow(len(letters), length) {
			text := []byte(`"aaaaaaa`)
			for range length {
				text = append(text, letters[n%len(letters)])
				n /= len(letters)
			}
			for _, from := range []int{0, 7} { // with words of text before, and without
				src := append([]byte{'"'}, text[from+1:]...)
				if end, _, kind := String(src, 0, len(src)); end > len(src) || kind == KindNone || kind == KindEOF && end != len(src) {
					t.Fatalf("%s ends at %d: %s", src, end, kind)
				}
			}
		}
	}
}

func pow(base, exponent int) int {
	n := 1
	for range exponent {
		n *= base
	}
	return n
}
