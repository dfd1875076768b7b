package main

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// A mask is told as unmatched only where it selected nothing in any document.
func TestTally(t *testing.T) {
	sum := tally{counter: tokens.Estimate{}}
	sum.add([]byte(`{"a":1}`), []byte(`{}`), []string{"b", "c"})
	sum.add([]byte(`{"b":1}`), []byte(`{}`), []string{"a", "c"})
	if got := strings.Join(sum.unmatched, " "); got != "c" {
		t.Errorf("unmatched: %s", got)
	}
	var b strings.Builder
	if err := sum.write(&b); err != nil || !strings.HasPrefix(b.String(), "documents: 2\nbytes: 14 in, 4 out, 71.4 % saved\ntokens (estimate): ") {
		t.Errorf("got %s, %v", b.String(), err)
	}
	if got := (account{}).String(); got != "0 in, 0 out, 0.0 % saved" {
		t.Errorf("of nothing: %s", got)
	}
}

// What a call says is told by the flag that said it.
func TestByFlags(t *testing.T) {
	for text, want := range map[string]string{
		"call /exclude_fields/0":            "--exclude",
		"call /exclude_null_values: x":      "--drop: x",
		"a, at call /profile":               "a, at --profile",
		"f.json:1:2: /exclude_fields/0":     "f.json:1:2: /exclude_fields/0",
		"recall /profile":                   "recall /profile",
		"call /fields/1 and call /fields/0": "--fields and --fields",
	} {
		if got := byFlags(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

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
