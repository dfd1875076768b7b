package scan

// Room returns no bytes, with room for so many. Memory that is never written to is never
// taken from the system; much of it comes in large pages, where the system has them: it
// takes longer to hand out 25,000 small ones than to shape the 100 MB that they hold.
func Room(n int) []byte {
	if n >= 2*largePage {
		return roomInLargePages(n)
	}
	return make([]byte, 0, n)
}

const largePage = 2 << 20

// Vacate gives the memory behind a large text back to the system at once, where the system
// takes it. The collector would do so later. The bytes of the text are lost up to its
// capacity, and it may be written to again.
func Vacate(text []byte) {
	if cap(text) >= 2*largePage {
		vacate(text[:cap(text)])
	}
}
