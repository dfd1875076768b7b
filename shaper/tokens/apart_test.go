package tokens

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzLawsApart: a text costs the same at several places at once as byte by byte from its
// beginning.
func FuzzLawsApart(f *testing.F) {
	for _, text := range []string{`{"id":17,"name":"pump"},`, "aB", "1", "a b", "字é—", "::", "\n  \n", "HTTPSay_x9 = 0.5;\t", "0.123456789012345678,", strings.Repeat("7", 61) + "a", " -\"", "д"} {
		f.Add([]byte(text), []byte(`"a"`), uint16(apart))
	}
	f.Fuzz(func(t *testing.T, text, other []byte, size uint16) {
		all := bytes.Repeat(append(bytes.Clone(text), other...), apart/max(1, len(text)+len(other))+1)
		all = append(all, all[:min(len(all), int(size)%apart)]...)
		want, _ := costInTurn(all, 0)
		if got := costOf(all); got != want {
			t.Errorf("%q: %d apart, and %d", all, got, want)
		}
	})
}

// If no place is known within reach, a text is read from its beginning.
func TestBeginWithinReach(t *testing.T) {
	same, late := strings.Repeat("1", apart), strings.Repeat("1", apart/parts+reach)+`"`+strings.Repeat("1", apart)
	for text, want := range map[string]bool{same: false, late: false, same[:apart/parts+reach-2] + `a"` + same: true} {
		if start, _ := begin([]byte(text), apart/parts); (start > 0) != want {
			t.Errorf("%.200q: it begins at %d", text, start)
		}
		want, _ := costInTurn([]byte(text), 0)
		if got := costApart([]byte(text)); got != want {
			t.Errorf("%.200q: %d, want %d", text, got, want)
		}
	}
}
