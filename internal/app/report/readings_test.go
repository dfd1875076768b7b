package report

import (
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// A document that cannot be measured counts as text.
func TestReadingsOfNoJSON(t *testing.T) {
	sum := Readings{Counter: tokens.Estimate{}}
	sum.Add([]byte("no words"), []byte("{}"))
	if want := []string{"tokens (estimate): 2 in, 1 out, 50.0 % saved"}; !slices.Equal(sum.Lines(), want) {
		t.Errorf("got %q, want %q", sum.Lines(), want)
	}
}
