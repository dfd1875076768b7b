package scan

import "syscall"

// preferLargePages is a wish: what becomes of it nobody needs to know.
func preferLargePages(room []byte) {
	_ = syscall.Madvise(room, syscall.MADV_HUGEPAGE)
}
