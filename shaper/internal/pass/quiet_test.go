package pass

import "testing"

// A container of which no rule takes a member is copied where none of its strings
// can hold anything.
func TestOpensInside(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":["b",{"c":"d:e=f"}],"g":1}`: false,
		`[]`:                              false,
		`["{}"]`:                          true,
		`["[1]"]`:                         true,
		`["a\nb"]`:                        true,
		`["\u007b}"]`:                     true,
		`[" {}"]`:                         true,
		`["// x: 1"]`:                     true,
		"[\"\u00a0{}\"]":                  true,
		"[\"\ufeff{}\"]":                  true,
	} {
		if got := opensInside([]byte(text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
