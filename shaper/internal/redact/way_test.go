package redact_test

import (
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// The names above a string count only for the strings below them.
func TestWay(t *testing.T) {
	rules := hiding(t, "!user.password !a.b.c")
	var h redact.Hider
	h.Begin(rules, redact.Source{Limits: &limits, Nesting: plan.MaxNesting})
	withholds := func(member, text string) bool {
		h.Stood([]byte(member))
		_, counts := h.Edits(redact.String{Raw: quote(text), Text: []byte(text), Place: redact.Root(rules)})
		return counts.Withheld > 0
	}
	for _, step := range []struct {
		leave        int
		enter        []string
		member, text string
		want         bool
	}{
		{0, nil, "", "password: S", false},
		{0, nil, "user", "password: S", true},
		{0, nil, "", "password: S", false}, // from the last string
		{0, []string{"user", ""}, "", "password: S", true},
		{2, nil, "x", "password: S", true},
		{1, []string{"x"}, "x", "password: S", true},
		{0, []string{"x"}, "x", "password: S", false},
		{1, []string{"a"}, "", "c: S", false},
		{2, nil, "b", "c: S", true},
		{2, nil, "", "b: 1, c: S", true},
		{2, nil, "", "c: S", false},
		{1, nil, "b", "c: S", false},
	} {
		h.Leave(step.leave)
		for _, name := range step.enter {
			h.Enter([]byte(name))
		}
		if got := withholds(step.member, step.text); got != step.want {
			t.Errorf("%+v: %v", step, got)
		}
	}
}

// Reached reports the rules that match in strings, as data or as words, whatever the decision.
func TestReached(t *testing.T) {
	for _, c := range []struct {
		rules, text string
		want        []string
	}{
		{"a !b", `{"a":1}`, []string{"a"}},
		{"a !b", `{"b":1}`, []string{"b"}},
		{"a !b", `{"c":"{\"b\":1}"}`, []string{"b"}},
		{"a !b", `'a': 1, 'b': 2`, []string{"a", "b"}},
		{"a !b.c", `'c': 1, "a" said`, nil},
		{"a", `it is {"a":1} that was said, between so many other words`, []string{"a"}},
		{"![0]", `{"a": [1`, []string{"[0]"}},
		{"[0]", `{"a": [1`, []string{"[0]"}},
		{"a.*", `{"a":{"b":1}}`, []string{"a.*"}},
	} {
		rules := hiding(t, c.rules)
		var h redact.Hider
		look(&h, rules, quote(c.text), nil)
		var got []string
		for rule, met := range h.Reached() {
			if r := rules.All.Rule(rule); met && r.Origin != "" {
				got = append(got, r.Path.String())
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s, %q: %q, want %q", c.rules, c.text, got, c.want)
		}
	}
}
