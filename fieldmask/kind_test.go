package fieldmask

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// TestKinds checks rules for values of one kind.
func TestKinds(t *testing.T) {
	rules := []string{"exclude name", "exclude x", "guard content[].type", "guard#1 content[] > uri", "guard#1 content[] > name", "expose#2 content[] > **"}
	checkStates(t, rules, mask(t, rules...), map[string]string{
		"content #0/2 name":         "excluded",
		"content #0/2 @1 name":      "keep",
		"content #1/2 @1 x":         "excluded",
		"content #0/2 @1 name x":    "excluded",
		"content #0/2 @1 deep name": "excluded",
		"content #0/2 @2 name":      "keep",
		"content #0/2 @2 a x":       "keep",
		"content #0/2 @3 name":      "excluded",
		"content #0/2 @1 type":      "keep",
		"other @1 name":             "excluded",
	})
	if root := mask(t, "exclude a").Root(); root.kinds {
		t.Error("a kind matters where no rule asks for one")
	}
	m := mask(t, "mark:4 a", "mark:5#1 a > ", "mark:6#1 a > b", "mark:7#2 a > ")
	for way, want := range map[string][]int{"a": {4}, "a @1": {4, 5}, "a @1 b": {6}, "a @2": {4, 7}, "a @2 b": nil, "a b": nil} {
		if got := follow(t, m, way).Marks(); !slices.Equal(got, want) {
			t.Errorf("at %q: marks %v, want %v", way, got, want)
		}
	}
	if s := follow(t, m, "a"); follow(t, m, "a @1") != s.Of(1) || s.Of(3).Member([]byte("b")) != s.Member([]byte("b")) {
		t.Error("the state of a kind is made anew")
	}
}

// For a value of a kind, the rules for its kind act like rules without a kind, and those for
// other kinds are absent. Without a kind no such rule acts. A value dropped before its kind
// was known stays dropped.
func FuzzLawsKinds(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 17))
		way := kindWays[r.IntN(len(kindWays))]
		rules := kindRules(t, r)
		m := compiled(t, rules)
		without := compiled(t, ofKind(rules, func(r Rule) bool { return r.Of == 0 }))
		within := compiled(t, ofKind(rules, func(r Rule) bool { return r.Of == 0 || r.Of == 1 && slices.Contains(way.scopes, r.Scope.String()) }))
		for range 4 {
			below := []string{"", "a", "b", "c", "a b", "a c", "b #0/2", "#1/2", "a #1/2 b", "x"}[r.IntN(10)]
			sameState(t, rules, way.to+" "+below, m, without, way.to+" "+below)
			if follow(t, m, way.to).Verdict() != Drop {
				sameState(t, rules, way.to+" @1 "+below, m, within, way.to+" "+below)
			}
		}
	})
}

// kindWays lead to values whose kind is told, and are those of some scopes.
var kindWays = []struct {
	to     string
	scopes []string
}{{"", []string{""}}, {"a", []string{"a", "*"}}, {"a #0/2", []string{"a[]"}}, {"b", []string{"b", "*"}}}

// kindRules makes random rules, some of them for values of kind 1 or 2.
func kindRules(t testing.TB, r *rand.Rand) (rules []Rule) {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	for range 1 + r.IntN(6) {
		one := rule(t, pick("include ", "include:1 ", "exclude ", "forbid ", "expose ", "omit ", "spare ", "guard ", "mark:1 ", "rows:2 ")+
			pick("", "a > ", "a[] > ", "* > ", "b > ")+pick("a", "b", "c", "a.b", "**", "**.c", "*", "[0]", "a[1].b", ".b", ""))
		if one.Kind != Include {
			one.Of = r.IntN(3)
		}
		rules = append(rules, one)
	}
	return rules
}

// ofKind are the rules that hold, as if they held for every kind.
func ofKind(rules []Rule, holds func(Rule) bool) (all []Rule) {
	for _, r := range rules {
		if holds(r) {
			r.Of = 0
			all = append(all, r)
		}
	}
	return all
}

func compiled(t testing.TB, rules []Rule) *Mask {
	t.Helper()
	m, err := Compile(rules...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sameState holds a way in one mask to a way in another one.
func sameState(t *testing.T, rules []Rule, way string, m, other *Mask, otherWay string) {
	t.Helper()
	got, want := follow(t, m, way), follow(t, other, otherWay)
	if got.Verdict() == want.Verdict() && got.Excluded() == want.Excluded() && slices.Equal(got.Marks(), want.Marks()) {
		return
	}
	for _, r := range rules {
		t.Logf("kind %d, scope %s, path %s, of %d", r.Kind, r.Scope, r.Path, r.Of)
	}
	t.Fatalf("at %q: %s %v, want %s %v", way, verdict(got), got.Marks(), verdict(want), want.Marks())
}
