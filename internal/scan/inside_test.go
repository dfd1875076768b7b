package scan

import (
	"strings"
	"testing"
)

// OpensInside finds each sign of JSON in a string, at every place of a word.
func TestOpensInside(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":["b",{"c":"d:e=f"}],"g":1}`: false,
		`[]`:                              false,
		`"!#"`:                            false,
		`["{}"]`:                          true,
		`["[1]"]`:                         true,
		`["a\nb"]`:                        true,
		`["\u007b}"]`:                     true,
		`[" {}"]`:                         true,
		`["// x: 1"]`:                     true,
		"[\"\u00a0{}\"]":                  true,
		"[\"\ufeff{}\"]":                  true,
		"[\"\x80{}\"]":                    true, // whatever that is
	} {
		for n := range 20 { // wherever it stands in a word
			text := strings.Repeat("1", n) + text + strings.Repeat("1", n%7)
			if got := OpensInside([]byte(text)); got != want {
				t.Errorf("%s: %v", text, got)
			}
		}
	}
}
