package splice

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Edits apply in the order of the text, whatever their own. A text without edits is not copied.
func TestApply(t *testing.T) {
	text := []byte("0123456789")
	edit := func(start, end int, with string) Edit { return Edit{scan.Span{Start: start, End: end}, []byte(with)} }
	for want, edits := range map[string][]Edit{
		"a123456b9":   {edit(7, 9, "b"), edit(0, 1, "a")},
		"01235":       {edit(6, 10, ""), edit(4, 5, "")},
		"0123456789x": {edit(10, 10, "x")},
	} {
		if got := Apply(text, edits); string(got) != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := Apply(text, nil); &got[0] != &text[0] {
		t.Error("it is a copy")
	}
}
