//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package archive

import (
	"os"
	"syscall"
)

func lockFile(f *os.File) error   { return flock(f, syscall.LOCK_EX) }
func unlockFile(f *os.File) error { return flock(f, syscall.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if err != syscall.EINTR {
			return os.NewSyscallError("flock", err)
		}
	}
}
