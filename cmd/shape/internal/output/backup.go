package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Backup copies a file to another name, with its owner, mode and attributes, in
// one step. What has that name is replaced; where it is a symbolic link, the link
// is, never what it leads to.
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
