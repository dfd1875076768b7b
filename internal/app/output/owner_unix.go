//go:build unix

package output

import (
	"io/fs"
	"syscall"
)

// haveOneOwner reports whether two files have the same owner and group.
func haveOneOwner(a, b fs.FileInfo) bool {
	one, other := a.Sys().(*syscall.Stat_t), b.Sys().(*syscall.Stat_t)
	return one.Uid == other.Uid && one.Gid == other.Gid
}

// OtherNames returns the number of further hard links to a file. A replacement does not reach
// them.
func OtherNames(file fs.FileInfo) int {
	return int(file.Sys().(*syscall.Stat_t).Nlink) - 1
}
