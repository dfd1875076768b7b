package pass

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper/internal/pass/scratch"
)

// Forget keeps memory up to a bound.
func TestForgetKeepsWhatIsSmall(t *testing.T) {
	for name, c := range map[string]struct {
		most int
		left func(size int) (capacity int)
	}{
		"an unescaped string": {scratch.Most, func(size int) int {
			var p Pass
			p.text = make([]byte, 0, size)
			p.Forget()
			return cap(p.text)
		}},
		"the text of a slot": {scratch.Most, func(size int) int {
			var p Pass
			p.strings.slotText.Text, p.strings.slotGiven.Text = make([]byte, 0, size), make([]byte, 0, size)
			p.Forget()
			return max(cap(p.strings.slotText.Text), cap(p.strings.slotGiven.Text))
		}},
		"an unescaped name": {scratch.Most, func(size int) int {
			var p Pass
			p.names.scratch = make([]byte, 0, size)
			p.Forget()
			return cap(p.names.scratch)
		}},
	} {
		for size, want := range map[int]int{1: 1, c.most: c.most, c.most + 1: 0} {
			if got := c.left(size); got != want {
				t.Errorf("%s: of %d there are %d", name, size, got)
			}
		}
	}
}
