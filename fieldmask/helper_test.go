package fieldmask

import (
	"errors"
	"strconv"
	"strings"
	"testing"
)

func spell(paths []Path) []string {
	var all []string
	for _, p := range paths {
		all = append(all, p.String())
	}
	return all
}

func must(t testing.TB, mask string) []Path {
	t.Helper()
	paths, err := Parse(mask)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func syntax(t testing.TB, err error) *SyntaxError {
	t.Helper()
	var e *SyntaxError
	if !errors.As(err, &e) {
		t.Fatalf("%v is no SyntaxError", err)
	}
	return e
}

// rule reads one rule: kind, scope if there is one, and path. Examples are "exclude a.b" and
// "include data > items.id". "guard#2 data > id" applies if data is of kind 2.
func rule(t testing.TB, text string) Rule {
	t.Helper()
	word, path, _ := strings.Cut(text, " ")
	var r Rule
	word, of, _ := strings.Cut(word, "#")
	r.Of, _ = strconv.Atoi(of)
	switch kind, layer, _ := strings.Cut(word, ":"); kind {
	case "include":
		r.Layer, _ = strconv.Atoi(layer)
	case "exclude":
		r.Kind = Exclude
	case "forbid":
		r.Kind = Forbid
	case "expose":
		r.Kind = Expose
	case "omit":
		r.Kind = Omit
	case "spare":
		r.Kind = Spare
	case "guard":
		r.Kind = Guard
	case "mark", "rows":
		r.Kind, r.Rows = Mark, kind == "rows"
		r.Value, _ = strconv.Atoi(layer)
	default:
		t.Fatalf("unknown rule %q", text)
	}
	if scope, rest, ok := strings.Cut(path, " > "); ok {
		r.Scope, path = must(t, scope)[0], rest
	}
	if path != "" {
		r.Path = must(t, path)[0]
	}
	return r
}

func mask(t testing.TB, rules ...string) *Mask {
	t.Helper()
	all := make([]Rule, len(rules))
	for i, text := range rules {
		all[i] = rule(t, text)
	}
	m, err := Compile(all...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// follow walks from the root. A word is a member name, "#1/3" the second of three elements,
// and "@2" sets the kind of the value to 2.
func follow(t testing.TB, m *Mask, way string) *State {
	t.Helper()
	s := m.Root()
	for _, step := range strings.Fields(way) {
		if kind, ok := strings.CutPrefix(step, "@"); ok {
			n, _ := strconv.Atoi(kind)
			s = s.Of(n)
			continue
		}
		s = walk(t, s, step)
	}
	return s
}

// verdict describes a state in one word.
func verdict(s *State) string {
	switch {
	case s.Excluded():
		return "excluded"
	case s.Omitted():
		return "omitted"
	case s.Verdict() == Drop:
		return "drop"
	case s.Verdict() == Partial:
		return "partial"
	case s.Whole():
		return "whole"
	}
	return "keep"
}

// checkStates holds the mask of some rules to the verdict at the end of each way.
func checkStates(t *testing.T, rules []string, m *Mask, want map[string]string) {
	t.Helper()
	for way, verdictThere := range want {
		if got := verdict(follow(t, m, way)); got != verdictThere {
			t.Errorf("%s\n  at %q: %s, want %s", strings.Join(rules, "; "), way, got, verdictThere)
		}
	}
}
