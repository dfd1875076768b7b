package fieldmask

import (
	"fmt"
	"slices"
	"testing"
)

// Named, Unnamed and the positions list every state that a name or a position leads to. This
// holds from the root and from every listed state.
func TestReach(t *testing.T) {
	for _, c := range states {
		reach(t, c.rules, mask(t, c.rules...).Root(), 3)
	}
}

func reach(t *testing.T, rules []string, s *State, levels int) {
	t.Helper()
	unnamed, ok := s.Unnamed()
	elements, fits := s.Elements()
	if !ok || !fits {
		t.Fatalf("%q: too many", rules)
	}
	for _, name := range []string{"a", "b", "ab", "bb", "x_url", "rows", "data", "0", "01", "-", "none", "ba"} {
		next := s.Member([]byte(name))
		if !slices.Contains(s.Named(), name) && !slices.Contains(unnamed, next) {
			t.Errorf("%q: the state of %q is not foretold", rules, name)
		}
		if levels > 0 {
			reach(t, rules, next, levels-1)
		}
	}
	for size := range 12 {
		for i := range size {
			if next := s.Element(i, size); !slices.Contains(elements, next) {
				t.Errorf("%q: the state of element %d of %d is not foretold", rules, i, size)
			}
		}
	}
	if levels > 0 {
		for _, next := range elements {
			reach(t, rules, next, levels-1)
		}
	}
}

// The number of listed states is bounded.
func TestReachIsBounded(t *testing.T) {
	var globs, positions []string
	for _, c := range "abcdefghi" {
		globs = append(globs, "include "+string(c)+"*.z")
	}
	if _, ok := mask(t, globs...).Root().Unnamed(); ok {
		t.Error("a name may fit nine patterns in more ways than are looked at")
	}
	for i := range 20 {
		positions = append(positions, fmt.Sprintf("exclude .a[%d]", 2*i), fmt.Sprintf("exclude .a[-%d]", 2*i+2))
	}
	if _, ok := mask(t, positions...).Root().Member([]byte("a")).Elements(); ok {
		t.Error("an element may stand in more places than are looked at")
	}
}
