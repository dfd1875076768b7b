//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package archive

import "os"

// Where the system has no such lock, processes that share a directory may exceed its
// limits for a while, and one may remove as old what another just made young.
func lockFile(*os.File) error   { return nil }
func unlockFile(*os.File) error { return nil }
