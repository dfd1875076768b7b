//go:build unix

package archive

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// private returns an error if other users can open the file, by its mode or its owner.
func private(info fs.FileInfo) error {
	if s, ok := info.Sys().(*syscall.Stat_t); ok && int64(s.Uid) != int64(os.Geteuid()) {
		return fmt.Errorf("it belongs to user %d, not to %d", s.Uid, os.Geteuid())
	}
	if perm := info.Mode().Perm(); perm&0o077 != 0 {
		return fmt.Errorf("its mode is %04o, so other users can open it (chmod go=)", perm)
	}
	return nil
}
