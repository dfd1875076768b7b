package scan

import (
	"testing"
	"unsafe"
)

// Much room begins with a large page, and is no more than was asked for.
func TestRoomBeginsWithALargePage(t *testing.T) {
	for _, n := range []int{2 * largePage, 3*largePage + 1, 10 << 20} {
		room := Room(n)
		if len(room) != 0 || cap(room) != n {
			t.Errorf("%d bytes: %d, and room for %d", n, len(room), cap(room))
		}
		if at := uintptr(unsafe.Pointer(unsafe.SliceData(room))); at%largePage != 0 {
			t.Errorf("%d bytes: %d bytes behind where a page begins", n, at%largePage)
		}
	}
}
