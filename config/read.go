package config

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// maxSize is the most bytes that a configuration file may have.
const maxSize = 1 << 20

var (
	errNotRegular = errors.New("not a regular file")
	errTooLarge   = errors.New("larger than 1 MiB")
	errNowhere    = errors.New("a symbolic link that leads nowhere")
)

// readFile returns the content and the FileInfo of a regular file of at most 1 MiB. It never
// waits. Opening a pipe without O_NONBLOCK would wait for a writer. Errors are *fs.PathError;
// they name the path and hold no content.
func readFile(path string) ([]byte, fs.FileInfo, error) {
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
		return nil, nil, &fs.PathError{Op: "read", Path: path, Err: errNotRegular}
	}
	data, err := io.ReadAll(io.LimitReader(f, maxSize+1)) // the size that Stat told may be old
	if err == nil && len(data) > maxSize {
		err = &fs.PathError{Op: "read", Path: path, Err: errTooLarge}
	}
	if err != nil {
		return nil, nil, err
	}
	return data, info, nil
}

// read returns the file at a place. A broken link is no missing file: its rules would be lost
// without a message.
func (o Options) read(p Place) file {
	read := o.seams.read
	if read == nil {
		read = readFile
	}
	data, info, err := read(p.Path)
	var mode fs.FileMode
	if info != nil && runtime.GOOS != "windows" { // made up there: whether others may write is not told
		mode = info.Mode()
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		if leadsNowhere(p.Path) {
			return file{Place: p, Err: errNowhere}
		}
		return file{Place: p, Missing: true}
	}
	found := file{Place: p, Data: data, Mode: mode, Err: err}
	if err == nil {
		found.standing = o.standing(p, data, info)
	}
	return found
}

// leadsNowhere reports whether a path, or a directory on its way, is a broken symbolic link.
func leadsNowhere(path string) bool {
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
