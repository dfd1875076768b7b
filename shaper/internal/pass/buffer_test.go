package pass

import "testing"

// Memory that is too large to keep is found again by who needs as much, and by nobody
// else. The collector may come in between and take it, so that more than one try is allowed.
func TestBuffer(t *testing.T) {
	for range 1000 {
		var one, other Buffer
		one.Text = make([]byte, Scratch+1)
		kept := &one.Text[0]
		if one.Forget(); one.Text != nil {
			t.Fatal("it is kept")
		}
		if text := other.Ready(Scratch); cap(text) > 0 {
			t.Fatal("it was found for what is small")
		}
		text := other.Ready(Scratch + 1)
		if cap(text) == 0 || &text[:1][0] != kept {
			continue
		}
		if again := other.Ready(1); len(text) != 0 || cap(text) <= Scratch || &again[:1][0] != kept {
			t.Errorf("%d of %d bytes were found, or lost again", len(text), cap(text))
		}
		return
	}
	t.Error("it is never found")
}
