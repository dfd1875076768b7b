//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package archive

import "os"

// canLock says that nothing tells whether the writer of a file lives. Files are closed
// before they are renamed, since some systems rename no open file.
const canLock = false

// lockFile does nothing on a system without such a lock. Processes that share a directory may
// exceed its limits for a while. One may remove as old a document that another just renewed.
func lockFile(*os.File) error   { return nil }
func unlockFile(*os.File) error { return nil }

// tryLock tells nothing of a writer where there is no lock.
func tryLock(*os.File) bool { return false }
