package main

import (
	"strings"
	"testing"
)

// printed returns the output of answers for some cases.
func printed(t *testing.T, from, count int, show bool) string {
	t.Helper()
	var out strings.Builder
	if err := answers(&out, from, count, show); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A number stands for one case, wherever the run begins.
func TestAnswersRepeat(t *testing.T) {
	all := strings.SplitAfter(printed(t, 0, 3*perScene, false), "\n")
	if len(all) != 3*perScene+1 {
		t.Fatalf("%d lines", len(all))
	}
	if got, want := printed(t, 70, 60, false), strings.Join(all[70:130], ""); got != want {
		t.Error("cases 70 to 129 come out otherwise where the run begins with them")
	}
	if same := strings.Count(strings.Join(all, ""), all[0]); same > 10 {
		t.Errorf("%d of the cases have the answer of the first", same)
	}
}

// Cases are of all kinds, and most of them come to something.
func TestAnswersAreOfAllKinds(t *testing.T) {
	shown := printed(t, 0, 100*perScene, true)
	for sign, least := range map[string]int{
		"Dialect:plain": 2000, "Dialect:scalpel": 400, "Dialect:mcp": 100, "Dialect:jsonrpc": 100,
		"\nerror:  <nil>\n": 4000, "duplicate member name": 20, "unexpected end of input": 20, "invalid escape": 5, "invalid UTF-8": 5,
		"string too long": 20, "nested too deeply": 20, "too many members": 10, "not available": 10,
		"Whole:structuredContent": 10, "\nfields: ": 800,
	} {
		if got := strings.Count(shown, sign); got < least {
			t.Errorf("%d cases have %q, of at least %d", got, sign, least)
		}
	}
}
