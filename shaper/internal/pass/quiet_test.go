package pass

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/fieldmask"
	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/rowcache"
	"github.com/seed-7aa78ce4/shape/shaper/internal/plan"
	"github.com/seed-7aa78ce4/shape/shaper/internal/redact"
)

// The search for strings reads each byte once: it goes on after a container that is not quiet.
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
	p := core{src: src, doc: Doc{Limits: scan.Limits{}.OrDefault()}, plan: &plan.Plan{}}
	p.plan.Resolved, p.plan.Hiding = &profiles.Resolved{}, &plan.Hiding{All: mask}
	for _, c := range []struct {
		at    int
		quiet bool
		loud  int // end of the containers to walk
	}{
		{1, false, 13}, {7, false, 13}, {14, true, 13}, {20, true, 13}, {25, true, 13}, {32, false, 39},
	} {
		if quiet := p.isQuiet(&value{start: c.at}); quiet != c.quiet || p.hider.loud != c.loud {
			t.Errorf("%s: quiet %v, loud up to %d", src[c.at:], quiet, p.hider.loud)
		}
	}
	if p.plan.Hiding.All, err = fieldmask.Compile(); err != nil || !p.isQuiet(&value{start: 1}) {
		t.Error("no name matters, and a container is not quiet")
	}
	p.plan.Hiding.All, p.src, p.hider.loud = mask, []byte(`["a"]`), 0
	if !p.isQuiet(&value{}) || p.hider.loud > 0 {
		t.Error("nothing is in the document")
	}
	p.plan.Hiding.Private = new(fieldmask.Mask)
	if p.isQuiet(&value{}) {
		t.Error("what privacy hides may stand in any string")
	}
}

// A string that may need redaction is read once.
func TestOpenedStringsAreReadOnce(t *testing.T) {
	mask, err := fieldmask.Compile(fieldmask.Rule{Kind: fieldmask.Exclude, Path: fieldmask.MustParse("x")})
	if err != nil {
		t.Fatal(err)
	}
	src := []byte(`["{ab}"]`)
	p := repeater{core{src: src, doc: Doc{Limits: scan.Limits{}.OrDefault()}, plan: &plan.Plan{}}}
	p.plan.Resolved, p.plan.Hiding = &profiles.Resolved{}, &plan.Hiding{All: mask}
	p.hider.Begin(p.plan.Hiding, redact.Source{Text: src, Limits: &p.doc.Limits})
	for range 2 {
		if d, end := p.predict(rowcache.Decisions{Scalar: rowcache.Kept, Container: rowcache.Copied}, 1, 1); d != rowcache.Open || end != 1 {
			t.Fatalf("decision %v up to %d", d, end)
		}
		if want := (stringRead{1, 7, false}); p.hider.opened != want {
			t.Errorf("%+v was read, want %+v", p.hider.opened, want)
		}
		src[4] = '"' // a second reading would end here
	}
}
