package report

import (
	"strings"
	"testing"
)

// A mask names the members and elements on the way, up to a bound.
func TestMask(t *testing.T) {
	long := strings.Repeat("é", LongestPath)
	for _, c := range []struct {
		names []string // as they are written; "" is an element
		want  string
	}{
		{nil, "."},
		{[]string{"results", "", "entities"}, "results[].entities"},
		{[]string{"", "a b", `\u0061`}, `[].a b.a`},
		{[]string{`\ud83d\ude00`, `\"`}, `😀."\""`},
		{[]string{"a", long}, "a." + strings.Repeat("é", (LongestPath-2)/2) + "…"},
	} {
		var m Mask
		for range 2 { // over the memory of the first time
			m.Reset()
			for _, name := range c.names {
				if name == "" {
					m.Element()
				} else {
					m.Member([]byte(name + `"`))
				}
			}
			if got := string(m.Bytes()); got != c.want {
				t.Errorf("%q: %s, want %s", c.names, got, c.want)
			}
		}
	}
}
