package fieldmask

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		rules []string
		way   string
		want  []int
	}{
		{[]string{"mark:1 a"}, "a", []int{1}},
		{[]string{"mark:1 a"}, "b", nil},
		{[]string{"mark:1 a"}, "a b", nil},
		{[]string{"mark:1 a"}, "x a", nil},
		{[]string{"mark:1"}, "", []int{1}},
		{[]string{"mark:1"}, "#0/1", nil},
		{[]string{"mark:1 a"}, "a #0/1", nil},
		{[]string{"rows:1 a"}, "a", []int{1}},
		{[]string{"rows:1 a"}, "a #0/1", []int{1}},
		{[]string{"rows:1 a"}, "a #0/1 #0/1", []int{1}},
		{[]string{"rows:1 a"}, "a #0/1 b", nil},
		{[]string{"rows:1"}, "#0/1", []int{1}},
		{[]string{"mark:1 **.a"}, "x y a", []int{1}},
		{[]string{"mark:1 a", "mark:0 *", "mark:2 a > b"}, "a", []int{0, 1}},
		{[]string{"mark:1 a", "mark:0 *", "mark:2 a > b"}, "a b", []int{2}},
		{[]string{"mark:1 a[1]"}, "a #1/2", []int{1}},
		{[]string{"mark:1 a[1]"}, "a #0/2", nil},
	} {
		m := mask(t, c.rules...)
		if got := follow(t, m, c.way).Marks(); !slices.Equal(got, c.want) {
			t.Errorf("%s\n  at %q: marks %v, want %v", strings.Join(c.rules, "; "), c.way, got, c.want)
		}
	}
}

// A mark with nothing below does not hide that a value is kept whole, but one
// further down does.
func TestWholeWithMarks(t *testing.T) {
	rules := []string{"mark:1 a", "mark:2 b.c"}
	checkStates(t, rules, mask(t, rules...), map[string]string{
		"": "keep", "a": "whole", "b": "keep", "b c": "whole", "b #0/1": "keep",
	})
}

// A state names the rule behind its verdict, and every rule that ends there.
func TestRules(t *testing.T) {
	m := mask(t, "include a", "include b", "exclude a.c", "forbid a.c", "mark:7 a", "expose d")
	for way, want := range map[string]string{
		"":    "-1 []",
		"a":   "0 [0 4]",
		"a b": "0 []",
		"a c": "3 [2 3]",
		"d":   "-1 [5]",
	} {
		s := follow(t, m, way)
		if got := fmt.Sprint(s.Rule(), s.Ends()); got != want {
			t.Errorf("at %q: %s, want %s", way, got, want)
		}
	}
	if m.NumRules() != 6 || m.Rule(1).Path.String() != "b" {
		t.Errorf("rule 1 of %d is %s", m.NumRules(), m.Rule(1).Path)
	}
}

// A state names the include layer that leaves its value out.
func TestLayer(t *testing.T) {
	m := mask(t, "include a", "include:1 rows > id")
	for way, want := range map[string]int{"a": -1, "b": 0, "a rows": -1, "a b": -1} {
		if got := follow(t, m, way).Layer(); got != want {
			t.Errorf("at %q: layer %d, want %d", way, got, want)
		}
	}
	m = mask(t, "include:1 rows > id")
	for way, want := range map[string]int{"": 1, "rows": 1, "rows id": -1, "rows x": 1, "x": -1} {
		if got := follow(t, m, way).Layer(); got != want {
			t.Errorf("of rows, at %q: layer %d, want %d", way, got, want)
		}
	}
}

// Forbidden returns the rule even if a guard keeps the value.
func TestForbidden(t *testing.T) {
	m := mask(t, "forbid *", "forbid a", "guard a", "exclude b.c")
	for way, want := range map[string][2]int{"": {-1, -1}, "a": {0, -1}, "x": {0, 0}} {
		s := follow(t, m, way)
		if got := [2]int{s.Forbidden(), s.Rule()}; got != want {
			t.Errorf("at %q: %d, want %d", way, got, want)
		}
	}
}

// A mask keeps its rules, whatever becomes of the caller's.
func TestMasksAreImmutable(t *testing.T) {
	rules := []Rule{rule(t, "exclude a")}
	m, err := Compile(rules...)
	if err != nil {
		t.Fatal(err)
	}
	rules[0] = rule(t, "include b")
	if got := verdict(follow(t, m, "c a")); got != "excluded" || m.Rule(0).Kind != Exclude {
		t.Errorf("got %s by %v", got, m.Rule(0).Kind)
	}
}

// Only spans that count from the end need the length of an array, and only
// spans make elements differ.
func TestNeedsSize(t *testing.T) {
	for _, c := range []struct {
		rule           string
		needs, uniform bool
	}{
		{"exclude a", false, true},
		{"exclude [0]", false, false},
		{"exclude [1:3]", false, false},
		{"exclude [-1]", true, false},
		{"exclude [1:-1]", true, false},
		{"exclude [-2:]", true, false},
		{"exclude [2:]", false, false},
		{"exclude [2:0]", false, false},
		{"exclude /0", false, false},
		{"exclude /a", false, true},
		{"exclude a[-1]", false, true},
	} {
		root := mask(t, c.rule).Root()
		if root.NeedsSize() != c.needs || root.Uniform() != c.uniform {
			t.Errorf("%s: needs size %v, uniform %v", c.rule, root.NeedsSize(), root.Uniform())
		}
	}
}
