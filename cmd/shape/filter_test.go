package main

import "testing"

// Something is left where a value is that is no container.
func TestHolds(t *testing.T) {
	for doc, want := range map[string]bool{
		"null": false, "{}": false, "[]": false, `{"a":{"b":[]}}`: false, `[[],{}]`: false,
		"0": true, "false": true, `""`: true, `{"a":null}`: true, `["a"]`: true, `{"a":"}"}`: true, `{"a:":{}}`: false,
	} {
		if got := holds([]byte(doc)); got != want {
			t.Errorf("%s: %t", doc, got)
		}
	}
}
