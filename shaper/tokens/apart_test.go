package tokens

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzLawsApart: a text costs the same read at several places at once as from its beginning.
func FuzzLawsApart(f *testing.F) {
	for _, text := range []string{`{"id":17,"name":"pump"},`, "aB", "1", "a b", "字é—", "::", "\n  \n", "HTTPSay_x9 = 0.5;\t"} {
		f.Add([]byte(text), []byte(`"a"`), uint16(apart))
	}
	f.Fuzz(func(t *testing.T, text, other []byte, size uint16) {
		all := bytes.Repeat(append(bytes.Clone(text), other...), apart/max(1, len(text)+len(other))+1)
		all = append(all, all[:min(len(all), int(size)%apart)]...)
		if len(all) < apart {
			return
		}
		if want, _ := costOf(all, 0); costApart(all) != want {
			t.Errorf("%q: %d apart, and %d", all, costApart(all), want)
		}
	})
}

// Where nothing tells a place, a text is read from its beginning.
func TestBeginWithinReach(t *testing.T) {
	same, late := strings.Repeat("1", apart), strings.Repeat("1", apart/parts+reach)+`"`+strings.Repeat("1", apart)
	for text, want := range map[string]bool{same: false, late: false, same[:apart/parts+reach-2] + `"` + same: true} {
		if start, _ := begin([]byte(text), apart/parts); (start > 0) != want {
			t.Errorf("%.200q: it begins at %d", text, start)
		}
		if want, _ := costOf([]byte(text), 0); costApart([]byte(text)) != want {
			t.Errorf("%.200q: %d, want %d", text, costApart([]byte(text)), want)
		}
	}
}
