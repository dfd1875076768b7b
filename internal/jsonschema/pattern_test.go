package jsonschema

import "testing"

// Expressions have their meaning of ECMA-262.
func TestPatterns(t *testing.T) {
	for _, c := range []struct{ pattern, fits, fails string }{
		{`^\s$`, "\u00a0", "a"}, {`^\s$`, "\ufeff", "\u200b"}, {`^\S$`, "\u200b", "\u2003"},
		{`^[\s-]$`, "-", "a"}, {`^[\Sx]$`, "b", " "}, {`^[^\s]$`, "b", "\u3000"},
		{`^\u00e9$`, "é", "e"}, {`^\cJ$`, "\n", "J"}, {`^\cj$`, "\n", "j"}, {`^\/\.$`, "/.", "/a"},
		{`^(?<year>\d{4})$`, "1999", "१९९९"}, {`^[a\]\\]$`, "]", "b"}, {`^\p{Letter}$`, "π", "1"},
	} {
		p, err := compilePattern(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if !p.MatchString(c.fits) || p.MatchString(c.fails) {
			t.Errorf("%s: %q %v, %q %v", c.pattern, c.fits, p.MatchString(c.fits), c.fails, p.MatchString(c.fails))
		}
	}
	for _, pattern := range []string{`\`, `\u12`, `(?!a)`, `a{2,1}`, `\1`} {
		if p, err := compilePattern(pattern); err == nil {
			t.Errorf("%s became %s", pattern, p)
		}
	}
}
