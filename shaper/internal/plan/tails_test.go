package plan

import (
	"fmt"
	"testing"
)

// A step of a look-up makes at most one comparison for each byte that names contain, for any
// number of names.
func TestManyTails(t *testing.T) {
	var all tails
	for i := range 10_000 {
		all.add(fmt.Appendf(nil, "x%dname", i))
	}
	for at := range all.nodes {
		siblings := 0
		for n := all.nodes[at].child; n != 0; n = all.nodes[n].sibling {
			siblings++
		}
		if siblings > len("0123456789x") {
			t.Fatalf("a step compares %d bytes", siblings)
		}
	}
	e := Endings{folded: all}
	for text, fits := range map[string]bool{"x9999name": true, "my x-12-NAME": true, "x10000name": false, "name": false, "é0name": true, "name é": true} {
		if e.fitsFolded([]byte(text)) != fits {
			t.Errorf("%q fits: %t", text, !fits)
		}
	}
}
