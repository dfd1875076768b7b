package hide

import (
	"strings"
	"testing"
)

// Three bytes are found wherever they stand, and nothing else is.
func TestHasTriple(t *testing.T) {
	for n := range 40 {
		before, behind := strings.Repeat(`\n`, n)+"xu"[n%2:], strings.Repeat("u0", 40-n)
		for text, want := range map[string]bool{
			before + `\n{` + behind:   true,
			before + `\n[` + behind:   true,
			before + `\n{`:            true,
			before + `n{\n;` + behind: false,
			before + `\u{`:            false,
			before + `\n`:             false,
		} {
			if got := hasTriple([]byte(text), `\n{`, '{'^'['); got != want {
				t.Errorf("%q: %t, want %t", text, got, want)
			}
		}
	}
}
