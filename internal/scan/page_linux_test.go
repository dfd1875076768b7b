package scan

import (
	"testing"

	"golang.org/x/sys/unix"
)

// guardedPage is a page between two that may be neither read nor written.
func guardedPage(t *testing.T) []byte {
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
