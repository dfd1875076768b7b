package state

import (
	"os"

	"golang.org/x/sys/windows"
)

// CanLock tells that the lock of a file shows if the process that took it lives.
const CanLock = true

// The byte that is locked stands behind all content: a locked byte cannot be read.
const lockedAt = 1 << 30

// LockFile waits for the lock of an open file and takes it.
func LockFile(f *os.File) error { return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// UnlockFile releases the lock of a file. Close does the same.
func UnlockFile(f *os.File) error {
	return os.NewSyscallError("UnlockFileEx", windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{OffsetHigh: lockedAt}))
}

// TryLockFile locks a file unless another process has locked it, and reports whether it did.
func TryLockFile(f *os.File) bool {
	return lockFile(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY) == nil
}

func lockFile(f *os.File, flags uint32) error {
	return os.NewSyscallError("LockFileEx", windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{OffsetHigh: lockedAt}))
}
