//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package archive

import (
	"os"
	"syscall"
)

// canLock tells that the lock of a file shows if its writer lives.
const canLock = true

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

// tryLock locks a file unless another process has locked it, and reports whether it did.
func tryLock(f *os.File) bool { return flock(f, syscall.LOCK_EX|syscall.LOCK_NB) == nil }
