package repeats_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/repeats"
)

// A document that says once what repeats is JSON, smaller, and comes back byte for byte;
// what holds a reference, or seems to, is not folded.
func FuzzLawsRepeats(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(document(rand.New(rand.NewPCG(seed, 19)), false))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if scan.Check(doc, scan.Limits{}, false) != nil {
			return
		}
		doc = scan.AppendCompact(nil, doc)
		before := string(doc)
		got, references := repeats.Fold(doc)
		again, same := repeats.Fold([]byte(before))
		switch {
		case string(doc) != before:
			t.Errorf("what came in was changed")
		case (references > 0) != (len(got) < len(doc)) || references == 0 && string(got) != before:
			t.Errorf("%d references take %d bytes of %d", references, len(got), len(doc))
		case !json.Valid(got) || scan.Check(got, scan.Limits{}, false) != nil:
			t.Errorf("it is no JSON")
		case string(again) != string(got) || same != references:
			t.Errorf("another time it is %s", again)
		case repeats.Marked(doc):
			if references > 0 {
				t.Errorf("what is marked is folded")
			}
		default:
			if back, err := repeats.Expand(got, scan.Limits{}); string(back) != before || err != nil {
				t.Errorf("back it is %s, %v", back, err)
			}
		}
		if t.Failed() {
			t.Fatalf("in  %s\nout %s", before, got)
		}
	})
}

// What comes with references is JSON once they are expanded, and no larger than they may
// make it.
func FuzzLawsReferences(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(document(rand.New(rand.NewPCG(seed, 23)), true))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if scan.Check(doc, scan.Limits{}, false) != nil {
			return
		}
		got, err := repeats.Expand(doc, scan.Limits{})
		if err != nil || !json.Valid(got) || len(got) > 512*len(doc) || scan.Check(got, scan.Limits{}, false) != nil {
			t.Fatalf("%v\nin  %s\nout %s", err, doc, got)
		}
	})
}

var (
	names   = []string{"a", "b", "id", "n\\u0061me", "", "a/b", "~", "é"}
	scalars = []string{`1`, `"x"`, `"` + strings.Repeat("long ", 9) + `"`, `"{\"a\":[1,2]}"`, strings.Repeat("1", 45), `null`}
)

// document writes values that often repeat, and references where they are asked for.
func document(r *rand.Rand, refers bool) []byte {
	var all []string
	value := func(depth int) string { return "" }
	value = func(depth int) (text string) {
		defer func() { all = append(all, text) }()
		switch n := r.IntN(8); {
		case refers && n < 2:
			return fmt.Sprintf(`{"$same":"%d/%d"}`, 1+r.IntN(3), r.IntN(4))
		case n < 3 && len(all) > 0:
			return all[r.IntN(len(all))]
		case depth == 0:
			return scalars[r.IntN(len(scalars))]
		}
		var items []string
		named := r.IntN(2) == 0
		for range r.IntN(6) {
			item := value(depth - 1)
			if named {
				item = `"` + names[r.IntN(len(names))] + `":` + item
			}
			items = append(items, item)
		}
		if named {
			return "{" + strings.Join(items, ",") + "}"
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	return []byte(value(1 + r.IntN(5)))
}
