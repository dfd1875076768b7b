// Package files reads files that other accounts may have prepared, and tells accounts apart.
package files

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// MaxSize is the most bytes that a configuration file may have.
const MaxSize = 1 << 20

// The errors of files that [Read] or a reader of their text refuses.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("larger than 1 MiB")
)

// Read returns the content and the FileInfo of a regular file of at most [MaxSize]. It never
// waits. Opening a pipe without O_NONBLOCK would wait for a writer. Errors are *fs.PathError;
// they name the path and hold no content.
func Read(path string) ([]byte, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxSize+1)) // the size that Stat told may be old
	if err == nil && len(data) > MaxSize {
		err = &fs.PathError{Op: "read", Path: path, Err: ErrTooLarge}
	}
	if err != nil {
		return nil, nil, err
	}
	return data, info, nil
}

// LeadsNowhere reports whether a path, or a directory on its way, is a broken symbolic link.
func LeadsNowhere(path string) bool {
	for {
		info, err := os.Lstat(path)
		above := filepath.Dir(path)
		switch {
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			_, err = os.Stat(path)
			return errors.Is(err, fs.ErrNotExist)
		case err == nil, above == path:
			return false
		}
		path = above
	}
}
