//go:build !unix

package output

import (
	"io/fs"
	"os"
)

// keepAttributes gives a file the mode of another.
func keepAttributes(file *os.File, like fs.FileInfo) error { return file.Chmod(like.Mode()) }
