package fieldmask

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestFound checks the values of a document that was found at a place. "a b @ c" is the member
// c of a document in the text of a.b.
func TestFound(t *testing.T) {
	for _, c := range []struct {
		rules []string
		want  map[string]string
	}{
		{[]string{"exclude c"}, map[string]string{"a @ c": "excluded", "a @ b c": "excluded", "@ c": "excluded", "@ #0/1 c": "excluded"}},
		{[]string{"exclude a.b", "exclude .c"}, map[string]string{
			"a @": "keep", "a @ b": "excluded", "a @ c": "excluded", "a @ a b": "excluded", "a @ x c": "whole", "x @ b": "whole", "x @ a b": "excluded",
		}},
		{[]string{"exclude a[0]"}, map[string]string{"a @ #0/2": "excluded", "a @ #1/2": "keep", "x @ #0/2": "keep"}},
		{[]string{"exclude a.b"}, map[string]string{"a #0/1 @ b": "excluded", "a @ #0/1 b": "excluded", "a @ @ b": "excluded"}},
		{[]string{"exclude a.b", "expose a.b"}, map[string]string{"a @ b": "whole"}},
		{[]string{"exclude a.b", "forbid x", "mark:3 a"}, map[string]string{"a @": "keep", "a @ a": "keep", "x @ b": "excluded"}},
		{[]string{"include a", "exclude b"}, map[string]string{"a @ b": "excluded", "a @ c": "keep", "x @": "drop"}},
	} {
		m := mask(t, c.rules...)
		for range 2 {
			for way, want := range c.want {
				if got := verdict(followFound(t, m, way)); got != want {
					t.Errorf("%s\n  at %q: %s, want %s", strings.Join(c.rules, "; "), way, got, want)
				}
			}
		}
	}
}

// followFound is follow, with "@" for a document found in the text of a value.
func followFound(t testing.TB, m *Mask, way string) *State {
	s := m.Root()
	for _, step := range strings.Fields(way) {
		if step == "@" {
			s = s.Found()
		} else {
			s = walk(t, s, step)
		}
	}
	return s
}

// A rule that ends at a value acts there, and not again at the document in its text.
func TestFoundMarks(t *testing.T) {
	m := mask(t, "mark:3 a", "exclude a.b")
	if got := followFound(t, m, "a").Marks(); !slices.Equal(got, []int{3}) {
		t.Errorf("at a: %v", got)
	}
	if got := followFound(t, m, "a @").Marks(); len(got) > 0 {
		t.Errorf("in its text: %v", got)
	}
	if got := followFound(t, m, "a @ a").Marks(); !slices.Equal(got, []int{3}) {
		t.Errorf("at a in its text: %v", got)
	}
}

// TestNamesOfAPath checks the names of hiding paths, for readers that see no places.
func TestNamesOfAPath(t *testing.T) {
	for mask, want := range map[string]string{
		"a": "a", ".a": "a", "a.b": "a b", "**.a.*.b[0].c": "a b c", "a.*": "a", "**": "", "*": "", "[1]": "",
		"a*.b": "~a* b", "/a/0/b": "a b", "/a/-/01": "a - 01", `"a.b"`: "a.b",
	} {
		var got []string
		for _, n := range must(t, mask)[0].Names() {
			text, literal := n.Literal()
			if !literal {
				text = "~" + text
			}
			got = append(got, text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", mask, got, want)
		}
	}
	for mask, want := range map[string]string{"a.b": "b", "a*.b*c": "c", "b*": "", "a.*": "none", "a[0]": "none", "/a/0": "none", "/a/b": "b", "**": "none"} {
		last, ok := must(t, mask)[0].Last()
		if got := last.Tail(); ok && got != want || !ok && want != "none" {
			t.Errorf("%s ends with %q, %v", mask, got, ok)
		}
	}
	names := must(t, `a*c.b`)[0].Names()
	if !names[0].Match([]byte("abc")) || names[0].Match([]byte("ab")) || !names[1].Match([]byte("b")) || names[1].Match([]byte("B")) {
		t.Error("a name fits what it is, a pattern what it says")
	}
}

// A found document loses the values that the rules remove below its place and those they
// remove from a document, and no others.
func FuzzLawsFound(f *testing.F) {
	for seed := range testkit.Seeds(500) {
		f.Add(seed)
	}
	paths := []string{"a", ".a", "a.b", "b.*", "**.a.b", "a[0]", "/a/1", "[1]", "a[-1].b", "*.c", "a*.b", "**"}
	steps := []string{"a", "b", "c", "ab", "#0/2", "#1/2"}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 7))
		var rules []string
		for range 1 + r.IntN(4) {
			rules = append(rules, []string{"exclude ", "forbid "}[r.IntN(2)]+paths[r.IntN(len(paths)-r.IntN(2))])
		}
		m := mask(t, rules...)
		here := m.Root()
		var way []string
		for range r.IntN(4) {
			way = append(way, steps[r.IntN(len(steps))])
			here = walk(t, here, way[len(way)-1])
		}
		if here.Excluded() {
			return
		}
		found, root := here.Found(), m.Root()
		for range 4 {
			if found.Excluded() != (here.Excluded() || root.Excluded()) {
				t.Fatalf("%v at %v: excluded %v, below the place %v, in a document %v", rules, way, found.Excluded(), here.Excluded(), root.Excluded())
			}
			if found.Excluded() {
				return
			}
			way = append(way, steps[r.IntN(len(steps))])
			found, here, root = walk(t, found, way[len(way)-1]), walk(t, here, way[len(way)-1]), walk(t, root, way[len(way)-1])
		}
	})
}

// walk takes one step: to a member, or to the second of three elements by "#1/3".
func walk(t testing.TB, s *State, step string) *State {
	t.Helper()
	if !strings.HasPrefix(step, "#") {
		return s.Member([]byte(step))
	}
	var i, n int
	if _, err := fmt.Sscanf(step, "#%d/%d", &i, &n); err != nil {
		t.Fatalf("%q: %v", step, err)
	}
	return s.Element(i, n)
}
