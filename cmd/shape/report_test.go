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
