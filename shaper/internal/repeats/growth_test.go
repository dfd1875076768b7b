package repeats_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/shaper/internal/repeats"
)

// growing are lists that are hard to fold, or to expand.
var growing = []struct {
	name string
	doc  func(rows int) string
}{
	{"rows that are the same", func(n int) string { return "[" + strings.Repeat(value+`,`, n) + "0]" }},
	{"rows that are not", func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `{"a":%d,"b":%s},`, i, value)
		}
		return "[" + b.String() + "0]"
	}},
	{"one large value", func(n int) string { return "[" + strings.Repeat(quoted(n)+",", 40) + "0]" }},
	{"values in values", func(n int) string {
		deep := strings.Repeat(`[`, 500) + value + strings.Repeat(`]`, 500)
		return "[" + strings.Repeat(deep+",", n/500) + "0]"
	}},
	{"names that stand twice", func(n int) string {
		return `{` + strings.Repeat(`"a":`+value+`,`, n) + `"a":` + value + `}`
	}},
}

// What folding takes grows with the rows, and no faster.
func TestGrowth(t *testing.T) {
	for _, c := range growing {
		t.Run(c.name, func(t *testing.T) {
			testkit.NearlyLinear(t, 10_000, 16, func(rows int) func() {
				doc := []byte(c.doc(rows))
				return func() {
					folded, _ := repeats.Fold(doc)
					if back, err := repeats.Expand(folded, scan.Limits{}); len(back) != len(doc) || err != nil {
						t.Fatalf("%d bytes of %d, %v", len(back), len(doc), err)
					}
				}
			})
		})
	}
}
