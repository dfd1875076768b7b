package lexis

import (
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
)

// No byte is read before a text that begins with a page, nor behind one that ends with it,
// and blocks are priced up to where less than one is left.
func TestBlocksAtTheEndsOfAPage(t *testing.T) {
	middle := testkit.GuardedPage(t)
	page := len(middle)
	p := NewPrices(func(State, Class) uint16 { return 300 })
	for _, piece := range []string{"a", "1", `" `} {
		copy(middle, strings.Repeat(piece, page/len(piece)))
		for size := 3; size < 300; size++ {
			for _, text := range [][]byte{middle[:size], middle[page-size:]} {
				cost, next, _ := p.Blocks(text, 3, states(string(text[:3]))[2])
				if want := (size - 3) / 64 * 64; kernel && (next != 3+want || cost != 300*want) || !kernel && next != 3 {
					t.Fatalf("%d bytes of %q: %d up to %d", size, piece, cost, next)
				}
			}
		}
	}
}

// A byte beyond ASCII ends what is priced before the block that it is in, and two bytes
// behind it begin none.
func TestBlocksStopBeforeWhatIsWide(t *testing.T) {
	p := NewPrices(func(State, Class) uint16 { return 1 })
	text := []byte(strings.Repeat("a", 200))
	for at := range 200 {
		wide := append([]byte(nil), text...)
		wide[at] = 0xE9
		_, next, _ := p.Blocks(wide, 3, AfterSmall)
		want := 3
		for ; want+64 <= 200 && (at < want-2 || at >= want+64); want += 64 {
		}
		if kernel && next != want {
			t.Errorf("a byte beyond ASCII at %d: up to %d, want %d", at, next, want)
		}
	}
}
