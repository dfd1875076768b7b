package digest_test

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/envelope/digest"
)

func TestLocate(t *testing.T) {
	text := "日本語 🔬 lab"
	for excerpt, want := range map[string]string{"語 🔬": "char:2-5", "lab": "char:6-9", "": "char:0-0"} {
		l, ok := digest.Locate(text, excerpt)
		if !ok || l.String() != want || l.Slice(text) != excerpt {
			t.Errorf("%q: %v %v", excerpt, l, ok)
		}
	}
	if l, ok := digest.Locate(text, "lamb"); ok {
		t.Errorf("found at %v", l)
	}
	paged, err := digest.ParseLocator("page:3:char:200-450")
	if want := (digest.Locator{Page: 3, Start: 200, End: 450}); err != nil || paged != want || paged.String() != "page:3:char:200-450" {
		t.Errorf("%+v, %v", paged, err)
	}
}
