package tables_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/tables"
)

// growing lists texts that are hard to fold or to expand.
var growing = []struct {
	name string
	doc  func(rows int) string
}{
	{"rows", func(n int) string { return "[" + strings.Repeat(`{"id":1,"name":"a"},`, n) + `{"id":1}]` }},
	{"rows of which each lacks the first columns", func(n int) string {
		return "[" + wide() + strings.Repeat(`,{"column 127":1}`, n) + "]"
	}},
	{"a name in another order at the end", func(n int) string {
		return "[" + strings.Repeat(`{"a":1,"b":2},`, n) + `{"b":1,"a":2}]`
	}},
	{"small lists", func(n int) string {
		return "[" + strings.Repeat(`[{"a long name":1},{"a long name":2},{"a long name":3}],`, n/3) + "0]"
	}},
	{"columns in columns", func(n int) string {
		return "[" + strings.Repeat(strings.Repeat(`{"a":[`, 12)+"1"+strings.Repeat(`]}`, 12)+",", n/12) + "{}]"
	}},
	{"lists of tildes", func(n int) string { return "[" + strings.Repeat(`{"a":"~~~~~~~~","b":1},{"b":1},`, n/2) + "{}]" }},
}

// wide returns a row with the largest number of columns.
func wide() string {
	all := make([]string, 128)
	for i := range all {
		all[i] = fmt.Sprintf(`"column %d":0`, i)
	}
	return "{" + strings.Join(all, ",") + "}"
}

// Time and memory grow at most linearly with the rows.
func TestGrowth(t *testing.T) {
	for _, c := range growing {
		t.Run(c.name, func(t *testing.T) {
			testkit.NearlyLinear(t, 20_000, 16, func(rows int) func() {
				doc := []byte(c.doc(rows))
				return func() {
					folded, _ := tables.Fold(doc, depth)
					if back, err := tables.Expand(folded, scan.Limits{}); len(back) != len(doc) || err != nil {
						t.Fatalf("%d bytes of %d, %v", len(back), len(doc), err)
					}
				}
			})
		})
	}
}

// A million rows fold and expand.
func TestMillionRows(t *testing.T) {
	doc := []byte("[" + strings.Repeat(`{"id":1,"name":"a"},`, 1_000_000-1) + `{"id":1}]`)
	folded, count := tables.Fold(doc, depth)
	back, err := tables.Expand(folded, scan.Limits{})
	if count != 1 || len(folded) > len(doc)/2 || string(back) != string(doc) || err != nil {
		t.Errorf("%d tables of %d bytes, %v", count, len(folded), err)
	}
}

// Tables fold in tables up to the largest depth. A table has columns on nine levels at most.
func TestDepth(t *testing.T) {
	for _, levels := range []int{4, 100, 499, 500} {
		doc := `0`
		for range levels {
			doc = `[{"a long name":` + doc + `},{"a long name":1},{"a long name":2}]`
		}
		for _, most := range []int{2 * levels, 2*levels + 1, 3 * levels, 4 * levels} {
			folded, count := tables.Fold([]byte(doc), most)
			want, left := 0, levels
			for room := most - 2*levels; room > 0 && left > 0; room-- {
				want, left = want+1, left-1-min(room, 8)
			}
			if count != want {
				t.Errorf("%d levels in %d: %d tables", levels, most, count)
			}
			back, err := tables.Expand(folded, scan.Limits{Depth: most})
			if string(back) != doc || err != nil {
				t.Errorf("%d levels in %d do not come back: %v", levels, most, err)
			}
		}
	}
}
