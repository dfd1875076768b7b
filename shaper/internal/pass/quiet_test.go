package pass

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
)

// A container of which no rule takes a member is copied where none of its strings
// can hold anything.
func TestOpensInside(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":["b",{"c":"d:e=f"}],"g":1}`: false,
		`[]`:                              false,
		`"!#"`:                            false,
		`["{}"]`:                          true,
		`["[1]"]`:                         true,
		`["a\nb"]`:                        true,
		`["\u007b}"]`:                     true,
		`[" {}"]`:                         true,
		`["// x: 1"]`:                     true,
		"[\"\u00a0{}\"]":                  true,
		"[\"\ufeff{}\"]":                  true,
		"[\"\x80{}\"]":                    true, // whatever that is
	} {
		for n := range 20 { // wherever it stands in a word
			text := strings.Repeat("1", n) + text + strings.Repeat("1", n%7)
			if got := opensInside([]byte(text)); got != want {
				t.Errorf("%s: %v", text, got)
			}
		}
	}
}

// A container is searched once for all that are in it: behind one that is not quiet
// the search goes on.
func TestQuietIsSearchedOnce(t *testing.T) {
	src := []byte(`[["{}",["a"]],["b"],{"c":["d"]},["[1]"]]`)
	paths, err := fieldmask.Parse("x")
	if err != nil {
		t.Fatal(err)
	}
	mask, err := fieldmask.Compile(fieldmask.Rule{Kind: fieldmask.Exclude, Path: paths[0]})
	if err != nil {
		t.Fatal(err)
	}
	p := Pass{src: src, doc: Doc{Limits: scan.Limits{}.OrDefault()}, plan: &plan.Plan{Resolved: &profiles.Resolved{}, Hiding: &plan.Hiding{All: mask}}}
	for _, c := range []struct {
		at    int
		quiet bool
		loud  int // from there on nothing was found to be loud
	}{
		{1, false, 13}, {7, false, 13}, {14, true, 13}, {20, true, 13}, {25, true, 13}, {32, false, 39},
	} {
		if quiet := p.isQuiet(&value{start: c.at}); quiet != c.quiet || p.ahead.loud != c.loud {
			t.Errorf("%s: quiet %v, loud up to %d", src[c.at:], quiet, p.ahead.loud)
		}
	}
	if p.plan.Hiding.All, err = fieldmask.Compile(); err != nil || !p.isQuiet(&value{start: 1}) {
		t.Error("no name matters, and a container is not quiet")
	}
	p.plan.Hiding.All, p.src, p.ahead.loud = mask, []byte(`["a"]`), 0
	if !p.isQuiet(&value{}) || p.ahead.loud > 0 {
		t.Error("nothing is in the document")
	}
	p.plan.Hiding.Private = new(fieldmask.Mask)
	if p.isQuiet(&value{}) {
		t.Error("what privacy hides may stand in any string")
	}
}
