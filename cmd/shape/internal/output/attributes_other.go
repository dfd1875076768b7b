//go:build !linux

package output

import (
	"fmt"
	"io/fs"
	"os"
)

// keepAttributes gives a file the owner, where the system has one, and the mode of
// another. The owner comes first: changing it clears mode bits.
func keepAttributes(file *os.File, _ string, like fs.FileInfo) error {
	if err := keepOwner(file, like); err != nil {
		return fmt.Errorf("the owner: %w", reason(err))
	}
	if err := file.Chmod(like.Mode()); err != nil {
		return fmt.Errorf("the mode: %w", reason(err))
	}
	return nil
}
