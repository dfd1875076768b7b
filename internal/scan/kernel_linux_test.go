package scan

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// guarded is a page between two that may be neither read nor written.
func guarded(t *testing.T) []byte {
	t.Helper()
	page := unix.Getpagesize()
	room, err := unix.Mmap(-1, 0, 3*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Munmap(room) })
	for _, outside := range [][]byte{room[:page], room[2*page:]} {
		if err := unix.Mprotect(outside, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	return room[page : 2*page : 2*page]
}

// Nothing is read behind a text that ends with a page, and nothing before one that
// begins with a page: the pages around it may not be read. Nor is anything written
// behind a room that ends with a page.
func TestKernelAtTheEndOfAPage(t *testing.T) {
	middle, room := guarded(t), guarded(t)
	page := len(middle)
	for _, piece := range textPieces {
		for size := range 300 {
			text := `"` + strings.Repeat(piece, size/len(piece))
			for _, end := range []string{`"`, "", `\`, "\xe4"} {
				first := middle[:copy(middle, text+end)]
				twins(t, first, 0)
				last := middle[page-len(text+end):]
				copy(last, text+end)
				twins(t, last, 0)
				into := room[page-size:]
				copyUnescaped(into, last, 1, &squeezes)
				if wide {
					copySaid(into, last, 1, &unescaped)
				}
				containerEnd(last, 0)
				closingQuote(last, 1)
				copyEscaped(into, last, 1, &escapes)
				copyEscaped(room[page-2*size-growth:], last, 1, &escapes)
			}
		}
	}
}
