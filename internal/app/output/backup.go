package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Backup copies a file with its mode to another name, in one step. It replaces a file or a
// symbolic link of that name, and never the target of the link.
func (g *Gate) Backup(name, of string) error {
	if there, err := os.Lstat(name); err == nil && there.Mode()&fs.ModeSymlink == 0 && !there.Mode().IsRegular() {
		return Fault(&fs.PathError{Op: "replace", Path: name, Err: errors.New("not a regular file")})
	}
	from, err := os.Open(of)
	if err != nil {
		return Fault(err)
	}
	defer from.Close()
	to, err := g.begin(name, of)
	if err != nil {
		return err
	}
	defer to.Discard()
	if _, err := io.Copy(to, from); err != nil {
		return Fault(fmt.Errorf("copy %s: %w", of, reason(err)))
	}
	return to.Commit()
}
