package fieldmask

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

var globs = []struct {
	pattern, name string
	ok            bool
	literal       int
}{
	{"a", "a", true, 1},
	{"a", "ab", false, 1},
	{"", "", true, 0},
	{"", "a", false, 0},
	{"*", "", true, 0},
	{"*", "anything.at/all", true, 0},
	{"**", "x", true, 0},
	{"a*", "a", true, 1},
	{"a*", "abc", true, 1},
	{"a*", "ba", false, 1},
	{"*a", "cba", true, 1},
	{"*a", "ab", false, 1},
	{"a*b", "ab", true, 2},
	{"a*b", "a", false, 2},
	{"aa*aa", "aaa", false, 4},
	{"aa*aa", "aaaa", true, 4},
	{"*b*", "abc", true, 1},
	{"*b*", "ac", false, 1},
	{"a*b*c", "a-b-b-c", true, 3},
	{"a*bc*c", "abc", false, 4},
	{"github.*", "github.get_me", true, 7},
	{"github.*", "githubXget_me", false, 7},
	{"*_url", "html_url", true, 4},
	{"*größe*", "die größe hier", true, 5},
	{"A*", "abc", false, 1},
	{"a?c", "abc", false, 3},
	{"[a]", "a", false, 3},
}

func TestMatchGlob(t *testing.T) {
	for _, c := range globs {
		if ok := MatchGlob(c.pattern, c.name); ok != c.ok {
			t.Errorf("MatchGlob(%q, %q) = %v", c.pattern, c.name, ok)
		}
		if literal := Specificity(c.pattern); literal != c.literal {
			t.Errorf("Specificity(%q) = %d, want %d", c.pattern, literal, c.literal)
		}
	}
}

// A glob inside a mask reads "\x" as a literal x.
func TestGlobStep(t *testing.T) {
	for _, c := range []struct {
		mask, name string
		want       bool
	}{
		{`a*`, "abc", true},
		{`\**`, "*x", true},
		{`\**`, "x", false},
		{`a\.*`, "a.b", true},
		{`a\.*`, "ab", false},
		{`*\\`, `a\`, true},
		{`*\\`, `a`, false},
		{`-x*`, "xy", true},
		{`*a b`, "a b", true},
		{`ab*ba`, "aba", false}, // the ends of a pattern share nothing
		{`a*b*c`, "a-b-c", true},
		{`a*b*c`, "abc", true},
		{`a*b*c`, "a-c", false},
		{`*ab*ab*`, "ab", false},
	} {
		g := compileGlob(must(t, c.mask)[0].steps[0].name)
		if got := g.match([]byte(c.name)); got != c.want {
			t.Errorf("%s fits %q: %v, want %v", c.mask, c.name, got, c.want)
		}
	}
}

// Stars do not backtrack: a name of 64 KiB against a thousand of them is quick.
func TestGlobIsLinear(t *testing.T) {
	pattern, name := strings.Repeat("a*", 1000)+"b", strings.Repeat("a", 64<<10)
	testkit.Within(t, time.Second, func() {
		if MatchGlob(pattern, name) {
			t.Error("there is no b")
		}
	})
}
