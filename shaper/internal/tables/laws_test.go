package tables_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// FuzzLawsColumns: a folded document is JSON, no larger, and within the depth. It expands to
// the original bytes. A document with a table, or something similar, is not folded.
func FuzzLawsColumns(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(document(rand.New(rand.NewPCG(seed, 17))))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if scan.Check(doc, scan.Limits{}, false) != nil {
			return
		}
		doc = scan.AppendCompact(nil, doc)
		before := string(doc)
		got, count := tables.Fold(doc, 1000)
		again, same := tables.Fold([]byte(before), 1000)
		back, err := tables.Expand(got, scan.Limits{})
		switch {
		case string(doc) != before:
			t.Errorf("what came in was changed")
		case len(got) > len(doc) || count > 0 && len(got) == len(doc):
			t.Errorf("%d tables take %d bytes of %d", count, len(got), len(doc))
		case !json.Valid(got) || scan.Check(got, scan.Limits{}, false) != nil:
			t.Errorf("it is no JSON")
		case string(again) != string(got) || same != count:
			t.Errorf("another time it is %s", again)
		case tables.Marked(doc) && string(got) != before || !tables.Marked(doc) && (count > 0) != tables.Marked(got):
			t.Errorf("%d tables are folded, and it is marked: %v", count, tables.Marked(doc))
		case !tables.Marked(doc) && (string(back) != before || err != nil):
			t.Errorf("back it is %s, %v", back, err)
		}
		if t.Failed() {
			t.Fatalf("in  %s\nout %s", before, got)
		}
	})
}

// document draws nested rows that mostly agree, with hard cases.
func document(r *rand.Rand) []byte {
	var b strings.Builder
	value(r, &b, 1+r.IntN(4))
	return []byte(b.String())
}

var (
	names   = []string{"a", "b", "id", "name", "n\\u0061me", "", "$columns", "rows", "absent", "é", "a long name"}
	scalars = []string{`1`, `1.0`, `"x"`, `"~"`, `"~~"`, `null`, `""`, `"\u007e"`, `"{\"$columns\":[\"a\"],\"rows\":[[1]]}"`, `true`}
)

func value(r *rand.Rand, b *strings.Builder, depth int) {
	switch n := r.IntN(6); {
	case depth == 0 || n == 0:
		b.WriteString(scalars[r.IntN(len(scalars))])
	case n < 4:
		rows(r, b, depth-1)
	case n == 4:
		list(r, b, '[', func() { value(r, b, depth-1) })
	default:
		list(r, b, '{', func() { member(r, b, names[r.IntN(len(names))], depth) })
	}
}

// rows writes a list of objects with shared names. Some objects lack a few of them.
func rows(r *rand.Rand, b *strings.Builder, depth int) {
	var shared []string
	for _, i := range r.Perm(len(names))[:r.IntN(5)] {
		if names[i] != "$columns" || r.IntN(8) == 0 {
			shared = append(shared, names[i])
		}
	}
	list(r, b, '[', func() {
		some := slices.DeleteFunc(slices.Clone(shared), func(string) bool { return r.IntN(6) == 0 })
		if r.IntN(20) == 0 {
			slices.Reverse(some)
		}
		b.WriteByte('{')
		for i, name := range some {
			if i > 0 {
				b.WriteByte(',')
			}
			member(r, b, name, depth*r.IntN(2))
		}
		b.WriteByte('}')
	})
}

func list(r *rand.Rand, b *strings.Builder, opens byte, item func()) {
	b.WriteByte(opens)
	for i := range r.IntN(9) {
		if i > 0 {
			b.WriteByte(',')
		}
		item()
	}
	b.WriteByte(opens + 2)
}

func member(r *rand.Rand, b *strings.Builder, name string, depth int) {
	fmt.Fprintf(b, `"%s":`, name)
	value(r, b, max(0, depth-1))
}
