package tune

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/learn"
	"github.com/seed-7aa78ce4/shape/internal/suggest"
)

// Each line of an entry for all tools is chosen by its key. An entry without lines goes.
func TestChooseOfAllTools(t *testing.T) {
	p := &suggest.Proposal{Counter: "estimate", Everywhere: []suggest.Everywhere{
		{Entry: "s.*", Tables: true, Omits: []learn.Omission{{Mask: "node_id", Results: 2, Tokens: 200}}},
		{Entry: "other.*", Tables: true},
	}}
	for _, c := range []struct {
		chosen string
		want   []string
	}{
		{"s.*/omit_fields s.*/columns other.*/columns", []string{"s.*: omit_fields columns", "other.*: columns"}},
		{"s.*/omit_fields", []string{"s.*: omit_fields"}},
		{"s.*/columns", []string{"s.*: columns"}},
		{"other.*/omit_fields", nil},
	} {
		some := Choose(p, func(entry, key string) bool {
			return strings.Contains(" "+c.chosen+" ", " "+entry+"/"+key+" ")
		})
		var got []string
		for _, e := range some.Everywhere {
			entry := e.Entry + ":"
			for _, line := range e.Lines() {
				entry += " " + line.Key
			}
			got = append(got, entry)
		}
		if strings.Join(got, "; ") != strings.Join(c.want, "; ") {
			t.Errorf("%q: %q, want %q", c.chosen, got, c.want)
		}
		if _, err := some.Text(); err != nil {
			t.Errorf("%q: %v", c.chosen, err)
		}
	}
}
