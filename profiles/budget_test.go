package profiles

import "testing"

// An unknown counter is a fault of the place that names it, if the known ones are given.
func TestCountersAreKnown(t *testing.T) {
	spec := Spec{
		Global: Global{Budget: &Budget{MaxTokens: 1, Counter: "estimate"}},
		Tools:  []Tool{{Name: "t", Budget: &Budget{Counter: "o200"}}},
	}
	set, err := New(spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := set.Resolve(Key{Tool: "t"})
	if err != nil || r.Budget != (Budget{MaxTokens: 1, Counter: "o200"}) {
		t.Errorf("%+v, %v", r.Budget, err)
	}
	for _, known := range [][]string{{"estimate"}, {"estimate", "o200k"}} {
		spec.Counters = known
		if _, err := New(spec); err == nil || err.(*Error).Problems[0].Origin.Pointer != "/tool_overrides/t/budget/counter" || err.(*Error).Problems[0].Hint != `did you mean "o200k"?` {
			t.Errorf("%v: %v", known, err)
		}
	}
	spec.Counters = []string{"estimate", "o200"}
	if _, err := New(spec); err != nil {
		t.Error(err)
	}
}
