//go:build unix

package output

import (
	"io/fs"
	"os"
	"syscall"
)

// keepAttributes gives a file the owner and the mode of another. The owner comes
// first: changing it clears mode bits.
func keepAttributes(file *os.File, like fs.FileInfo) error {
	now, err := file.Stat()
	if err != nil {
		return err
	}
	mine, want := now.Sys().(*syscall.Stat_t), like.Sys().(*syscall.Stat_t)
	if mine.Uid != want.Uid || mine.Gid != want.Gid {
		if err := file.Chown(int(want.Uid), int(want.Gid)); err != nil {
			return err
		}
	}
	return file.Chmod(like.Mode())
}
