//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package state

import (
	"os"

	"golang.org/x/sys/unix"
)

// CanLock tells that the lock of a file shows if the process that took it lives.
const CanLock = true

// LockFile waits for the lock of an open file and takes it.
func LockFile(f *os.File) error { return flock(f, unix.LOCK_EX) }

// UnlockFile releases the lock of a file. Close does the same.
func UnlockFile(f *os.File) error { return flock(f, unix.LOCK_UN) }

// TryLockFile locks a file unless another process has locked it, and reports whether it did.
func TryLockFile(f *os.File) bool { return flock(f, unix.LOCK_EX|unix.LOCK_NB) == nil }

func flock(f *os.File, how int) error {
	for {
		err := unix.Flock(int(f.Fd()), how)
		if err != unix.EINTR {
			return os.NewSyscallError("flock", err)
		}
	}
}
