package fieldmask

import "testing"

// Members selects names by a function. Two such paths of one name are the same path.
func TestMembers(t *testing.T) {
	short := Members("short", func(name []byte) bool { return len(name) == 2 })
	m, err := Compile(
		Rule{Kind: Exclude, Path: MustParse("**")},
		Rule{Kind: Guard, Path: MustParse("a")},
		Rule{Kind: Guard, Path: MustParse("a").Join(short)},
		Rule{Kind: Guard, Path: MustParse("a").Join(short).Join(MustParse("b"))},
		Rule{Kind: Guard, Path: Path{}},
	)
	if err != nil {
		t.Fatal(err)
	}
	for way, want := range map[string]string{"a xy": "keep", "a yz b": "keep", "a x": "excluded", "a xyz": "excluded", "xy": "excluded"} {
		if got := follow(t, m, way); got.Excluded() != (want == "excluded") {
			t.Errorf("at %q: %s, want %s", way, verdict(got), want)
		}
	}
	if short.Floats() {
		t.Error("it floats")
	}
}
