package scratch

import "testing"

// A buffer finds large memory of another one again, but only for a large text. The collector
// may take the memory first, so the test tries many times.
func TestBuffer(t *testing.T) {
	for range 1000 {
		var one, other Buffer
		one.Text = make([]byte, Most+1)
		kept := &one.Text[0]
		if one.Forget(); one.Text != nil {
			t.Fatal("it is kept")
		}
		if text := other.Ready(Most); cap(text) > 0 {
			t.Fatal("it was found for what is small")
		}
		text := other.Ready(Most + 1)
		if cap(text) == 0 || &text[:1][0] != kept {
			continue
		}
		if again := other.Ready(1); len(text) != 0 || cap(text) <= Most || &again[:1][0] != kept {
			t.Errorf("%d of %d bytes were found, or lost again", len(text), cap(text))
		}
		return
	}
	t.Error("it is never found")
}
