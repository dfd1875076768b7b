package scan

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// Nothing is read behind a text that ends with a page, and nothing before one that
// begins with a page: the pages around it may not be read.
func TestKernelAtTheEndOfAPage(t *testing.T) {
	page := unix.Getpagesize()
	room, err := unix.Mmap(-1, 0, 3*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(room)
	for _, outside := range [][]byte{room[:page], room[2*page:]} {
		if err := unix.Mprotect(outside, unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	middle := room[page : 2*page : 2*page]
	for _, piece := range textPieces {
		for size := range 300 {
			text := `"` + strings.Repeat(piece, size/len(piece))
			for _, end := range []string{`"`, "", `\`, "\xe4"} {
				first := middle[:copy(middle, text+end)]
				twins(t, first, 0)
				last := middle[page-len(text+end):]
				copy(last, text+end)
				twins(t, last, 0)
			}
		}
	}
}
