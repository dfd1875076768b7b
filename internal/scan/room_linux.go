package scan

import (
	"syscall"
	"unsafe"
)

// roomInLargePages begins where a large page does: what lies before the first one would
// come in small ones, up to 511 of them. That the pages are large is a wish, and what
// becomes of it nobody needs to know.
func roomInLargePages(n int) []byte {
	room := make([]byte, n+largePage)
	before := int(-uintptr(unsafe.Pointer(&room[0])) % largePage)
	room = room[before : before+n : before+n]
	_ = syscall.Madvise(room, syscall.MADV_HUGEPAGE)
	return room[:0]
}

// vacate gives back whole pages alone. A page at either end may hold other memory.
func vacate(room []byte) {
	size := syscall.Getpagesize()
	begin := int(-uintptr(unsafe.Pointer(unsafe.SliceData(room))) % uintptr(size))
	if end := begin + (len(room)-begin)/size*size; begin < end {
		_ = syscall.Madvise(room[begin:end], syscall.MADV_DONTNEED)
	}
}
