// Package state keeps private files of the user. It names the folder of all programs of the
// project, and makes, reads, replaces and locks files in it. Other accounts can open none of
// them.
package state

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync/atomic"
	"syscall"
)

// folderName is the folder of the project in a directory of state.
const folderName = "code-scalpel"

// Dir returns the folder of private state: $XDG_STATE_HOME/code-scalpel, else
// ~/.local/state/code-scalpel. On Windows the second is %LocalAppData%\code-scalpel. A relative
// value of a variable counts as unset. Dir is "" if home is needed and is "".
func Dir(lookup func(variable string) (string, bool), home string) string {
	variables, below := []string{"XDG_STATE_HOME"}, filepath.Join(".local", "state")
	if runtime.GOOS == "windows" {
		variables, below = append(variables, "LocalAppData"), filepath.Join("AppData", "Local")
	}
	for _, name := range variables {
		if dir, isSet := lookup(name); isSet && filepath.IsAbs(dir) {
			return filepath.Join(dir, folderName)
		}
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, below, folderName)
}

// OpenFolder opens a folder that only the user can open, and makes it if it is missing. It
// refuses a symbolic link, and a folder that another account owns or can open. The errors hold
// no path.
func OpenFolder(path string) (*os.Root, error) {
	seen, err := makeFolder(path)
	if err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(path)
	if err != nil {
		return nil, Cause(err)
	}
	if opened, err := folder.Stat("."); err != nil || !os.SameFile(seen, opened) {
		return nil, errors.Join(errors.New("the directory was replaced while it was opened"), err, folder.Close())
	}
	return folder, nil
}

func makeFolder(path string) (fs.FileInfo, error) {
	if path == "" {
		return nil, errors.New("a directory needs a path")
	}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makePrivate(filepath.Clean(path)); err == nil || errors.Is(err, fs.ErrExist) {
			info, err = os.Lstat(path)
		}
	}
	switch {
	case err != nil:
		return nil, Cause(err)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil, errors.New("a symbolic link is not followed (name the directory itself)")
	case !info.IsDir():
		return nil, errors.New("not a directory")
	}
	return info, checkFolder(path, info)
}

// Cause returns the cause of an error of a file, without the path.
func Cause(err error) error {
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	return err
}

// IsOurs reports whether only the user can open a file: by its kind, mode and owner.
func IsOurs(info fs.FileInfo) bool { return info.Mode().IsRegular() && Private(info) == nil }

// Read returns the content of a file in a private folder. It refuses a file that is not the
// user's own, and one of more than most bytes. A missing file is fs.ErrNotExist.
func Read(folder *os.Root, name string, most int64) ([]byte, error) {
	file, err := Open(folder, name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadAll(file, most)
}

// ReadAll reads an open file. It refuses one that is not regular, and one of more than most bytes.
func ReadAll(file *os.File, most int64) ([]byte, error) {
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, cmp.Or(err, error(&fs.PathError{Op: "read", Path: file.Name(), Err: errors.New("not a regular file")}))
	}
	content, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(content)) > most {
		err = &fs.PathError{Op: "read", Path: file.Name(), Err: fmt.Errorf("larger than %d bytes", most)}
	}
	return content, err
}

// ReadRegular opens a file of any account for [ReadAll]. It follows links, and never waits for the
// writer of a pipe.
func ReadRegular(name string, most int64) ([]byte, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return ReadAll(file, most)
}

// Open opens a file in a private folder to read it. It refuses a file that is not the user's
// own, and never waits for the writer of a pipe.
func Open(folder *os.Root, name string) (*os.File, error) {
	file, err := folder.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !IsOurs(info) {
		err = fmt.Errorf("%s: not a regular file of the user alone", name)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

var replacements atomic.Int64

// Replace writes a file in a private folder in one step, with mode 0600. A reader sees the old
// content or the new, also after a crash.
func Replace(folder *os.Root, name string, content []byte) error {
	temporary := "." + name + "." + strconv.Itoa(os.Getpid()) + "." + strconv.FormatInt(replacements.Add(1), 10)
	folder.Remove(temporary) // of a process that had this number and was killed
	file, err := folder.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = folder.Rename(temporary, name)
	}
	if err != nil {
		return errors.Join(err, folder.Remove(temporary))
	}
	return nil
}

// ErrLocked is the error of [TryLock] if another process holds the lock.
var ErrLocked = errors.New("another process holds the lock")

// TryLock locks a file in a private folder, and makes it if it is missing. Close releases the
// lock, and so does the end of the process, however it ends.
func TryLock(folder *os.Root, name string) (*os.File, error) {
	return openLock(folder, name, func(file *os.File) error {
		if !TryLockFile(file) {
			return ErrLocked
		}
		return nil
	})
}

// Lock is [TryLock] that waits for the other process.
func Lock(folder *os.Root, name string) (*os.File, error) { return openLock(folder, name, LockFile) }

func openLock(folder *os.Root, name string, lock func(*os.File) error) (*os.File, error) {
	if info, err := folder.Lstat(name); err == nil && !IsOurs(info) {
		return nil, fmt.Errorf("%s: not a regular file of the user alone", name)
	}
	file, err := folder.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lock(file); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// IsLocked reports whether a process holds the lock of a file.
func IsLocked(folder *os.Root, name string) bool {
	f, err := folder.OpenFile(name, os.O_RDWR, 0) // a lock on NFS needs the right to write
	if err != nil {
		return false
	}
	defer f.Close()
	return CanLock && !TryLockFile(f)
}
