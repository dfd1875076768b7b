package pass

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/casetest"
)

// Memory that is too large to keep is found again by who needs as much, and by nobody
// else.
func TestBuffer(t *testing.T) {
	if casetest.Race {
		t.Skip("under the race detector pools lose at random")
	}
	var one, other Buffer
	one.Text = make([]byte, Scratch+1)
	kept := &one.Text[0]
	if one.Forget(); one.Text != nil {
		t.Error("it is kept")
	}
	if text := other.Ready(Scratch); cap(text) > 0 {
		t.Error("it was found for what is small")
	}
	text := other.Ready(Scratch + 1)
	if len(text) != 0 || cap(text) <= Scratch || &text[:1][0] != kept {
		t.Errorf("%d of %d bytes were found", len(text), cap(text))
	}
	if again := other.Ready(1); &again[:1][0] != kept {
		t.Error("it was lost")
	}
}
