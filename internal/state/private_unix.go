//go:build unix

package state

import (
	"fmt"
	"io/fs"
	"os"
	"syscall"
)

// makePrivate makes a folder, and those above it, for the user alone.
func makePrivate(path string) error { return os.MkdirAll(path, 0o700) }

func checkFolder(_ string, info fs.FileInfo) error { return Private(info) }

// Private returns an error if other users can open a file, by its mode or its owner.
func Private(info fs.FileInfo) error {
	if s, ok := info.Sys().(*syscall.Stat_t); ok && int64(s.Uid) != int64(os.Geteuid()) {
		return fmt.Errorf("it belongs to user %d, not to %d", s.Uid, os.Geteuid())
	}
	if perm := info.Mode().Perm(); perm&0o077 != 0 {
		return fmt.Errorf("its mode is %04o, so other users can open it (chmod go=)", perm)
	}
	return nil
}
