//go:build unix

package output

import (
	"io/fs"
	"os"
	"syscall"
)

// keepOwner gives a file the owner and the group of another.
func keepOwner(file *os.File, like fs.FileInfo) error {
	now, err := file.Stat()
	if err != nil {
		return err
	}
	mine, want := now.Sys().(*syscall.Stat_t), like.Sys().(*syscall.Stat_t)
	if mine.Uid == want.Uid && mine.Gid == want.Gid {
		return nil
	}
	return file.Chown(int(want.Uid), int(want.Gid))
}

// OtherNames is how many names a file has beside the one at hand: hard links,
// which a replacement does not reach.
func OtherNames(file fs.FileInfo) int {
	return int(file.Sys().(*syscall.Stat_t).Nlink) - 1
}
