//go:build unix

package watch

import (
	"io/fs"
	"syscall"
)

// device is the file system that something lies on.
func device(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Dev) //nolint:unconvert // it has another type on each system
	}
	return 0
}
