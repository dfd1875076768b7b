//go:build !unix

package output

import (
	"io/fs"
	"os"
)

// keepOwner does nothing where files have no owner that a mode speaks of.
func keepOwner(*os.File, fs.FileInfo) error { return nil }

// OtherNames is 0 where the number of hard links is not told.
func OtherNames(fs.FileInfo) int { return 0 }
