package secrets

import (
	"regexp/syntax"
	"strings"
	"testing"
)

// A shape from a keyword on accepts every possible start of a match, and rejects most other
// text. In raw text a backslash is accepted.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		expression, keyword, text string
		accepts, raw              bool
	}{
		{`ab[0-9]{4}`, "ab", "ab1234", true, true},
		{`ab[0-9]{4}`, "ab", "ab123x", false, false},
		{`ab[0-9]{4}`, "ab", "ab12", false, false},
		{`ab[0-9]{4}`, "ab", `ab\u0031234`, false, true},
		{`ab[0-9]{80}`, "ab", "ab" + strings.Repeat("1", 80), true, true},
		{`ab[0-9]{80}`, "ab", "ab" + strings.Repeat("1", 70), true, true}, // 64 bytes are tested
		{`[a-z]{0,9}(?:key|token) {0,2}=["' ]{0,2}([a-z]{4,})`, "token", "token = 'abcd'", true, true},
		{`[a-z]{0,9}(?:key|token) {0,2}=["' ]{0,2}([a-z]{4,})`, "token", "token = 'abc'", false, false},
		{`[a-z]{0,9}(?:key|token) {0,2}=["' ]{0,2}([a-z]{4,})`, "key", "key of abcd", false, false},
		{`(?i)ab(?:c|de)?f+`, "ab", "ABDEff", true, true},
		{`ab.*z`, "ab", "ab\nz", true, true}, // wider than the expression
	} {
		re, err := syntax.Parse(c.expression, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		r := &rules{marks: [][]mark{nil}, rules: make([]rule, 1)}
		r.mark(0, 0, c.keyword, shapeOf(re))
		if len(r.marks[0]) == 0 {
			t.Fatalf("%s: no mark for %s", c.expression, c.keyword)
		}
		for raw, want := range map[bool]bool{false: c.accepts, true: c.raw} {
			got := false
			for _, m := range r.marks[0] {
				got = got || m.mayStand([]byte(c.text), raw)
			}
			if got != want {
				t.Errorf("%s: %q, raw %t: %t, want %t", c.expression, c.text, raw, got, want)
			}
		}
	}
}
