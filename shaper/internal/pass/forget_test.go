package pass

import (
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Memory that is of use for the next response is kept, up to a bound.
func TestForgetKeepsWhatIsSmall(t *testing.T) {
	for name, c := range map[string]struct {
		most int
		left func(size int) (capacity int)
	}{
		"an unescaped string": {Scratch, func(size int) int {
			p := Pass{texts: texts{text: make([]byte, 0, size)}}
			p.Forget()
			return cap(p.text)
		}},
		"the text of a slot": {Scratch, func(size int) int {
			p := Pass{texts: texts{slotText: Buffer{Text: make([]byte, 0, size)}, slotGiven: Buffer{Text: make([]byte, 0, size)}}}
			p.Forget()
			return max(cap(p.slotText.Text), cap(p.slotGiven.Text))
		}},
		"an unescaped name": {Scratch, func(size int) int {
			p := Pass{members: members{name: make([]byte, 0, size)}}
			p.Forget()
			return cap(p.members.name)
		}},
		"arrays that were counted": {Scratch / 16, func(size int) int {
			p := Pass{ahead: lookahead{sizes: make([]arraySize, 0, size)}}
			p.Forget()
			return cap(p.ahead.sizes)
		}},
		"members of a root": {keptRoot, func(size int) int {
			x := RootIndex{root: memberIndex{members: make([]scan.Member, 0, size)}}
			x.result = x.root
			x.Forget()
			return max(cap(x.root.members), cap(x.result.members))
		}},
	} {
		for size, want := range map[int]int{1: 1, c.most: c.most, c.most + 1: 0} {
			if got := c.left(size); got != want {
				t.Errorf("%s: of %d there are %d", name, size, got)
			}
		}
	}
}
