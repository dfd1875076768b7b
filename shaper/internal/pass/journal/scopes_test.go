package journal

import (
	"slices"
	"testing"
)

// Only parts that a rehearsal did not take back are reported.
func TestScopes(t *testing.T) {
	for _, c := range []struct {
		parts string // ( opens a part, ) closes one that stands, x one that does not, a letter is decided
		want  string
	}{
		{"a(b)c", "abc"},
		{"a(bxc", "ac"},
		{"(a(bxc)d", "acd"},
		{"(a(bxcxd", "d"},
		{"(a)(bx(c)(dxe", "ace"},
		{"(((axbxcxd", "d"},
		{"((ax(bxc)((dxe)f", "cef"},
	} {
		var s scopes
		walk := func(tell func(rune)) {
			var open []int
			for _, sign := range c.parts {
				switch sign {
				case '(':
					open = append(open, s.open())
				case ')', 'x':
					s.close(open[len(open)-1], sign == ')')
					open = open[:len(open)-1]
				default:
					if s.mute == 0 {
						tell(sign)
					}
				}
			}
		}
		walk(func(rune) {})
		for range 2 {
			s.opened, s.known, s.mute = 0, true, 0
			var told []rune
			if walk(func(r rune) { told = append(told, r) }); string(told) != c.want {
				t.Errorf("%s: %s, want %s", c.parts, string(told), c.want)
			}
		}
		if !slices.IsSorted(s.back) {
			t.Errorf("%s: %v", c.parts, s.back)
		}
	}
}
