package dialects_test

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// abilities are the interfaces that a dialect may implement, in the order of the
// table on the package's page.
var abilities = []struct {
	name string
	has  func(envelope.Dialect) bool
}{
	{"Codec", is[envelope.Codec]},
	{"Validator", is[envelope.Validator]},
	{"Schemer", is[envelope.Schemer]},
	{"Expander", is[envelope.Expander]},
	{"Scrubber", is[envelope.Scrubber]},
	{"PartialMarker", is[envelope.PartialMarker]},
	{"Noter", is[envelope.Noter]},
	{"TokenTeller", is[envelope.TokenTeller]},
	{"Wrapper", is[envelope.Wrapper]},
	{"Editioned", is[envelope.Editioned]},
}

func is[T any](d envelope.Dialect) bool { _, ok := d.(T); return ok }

// The page's table lists exactly the abilities of each dialect.
func TestPageTellsAbilities(t *testing.T) {
	blocks := codeOn(t, "doc.go")
	said := strings.Split(strings.TrimRight(blocks[len(blocks)-1], "\n"), "\n")
	for i, d := range dialects.All() {
		line := said[i+1]
		if name, _, _ := strings.Cut(line, " "); name != d.Name() {
			t.Fatalf("line %d is about %s, not %s", i+1, name, d.Name())
		}
		for _, a := range abilities {
			at := strings.Index(said[0], a.name)
			if marked := at < len(line) && line[at] == 'x'; marked != a.has(d) {
				t.Errorf("%s: the page says %v of %s", d.Name(), marked, a.name)
			}
		}
	}
}
