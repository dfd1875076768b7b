package archive

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-7aa78ce4/shape/internal/state"
)

// OpenKey reads a key from a file of mode 0600, and makes the file if it is missing. Processes
// that make it at the same time all get the same key.
func OpenKey(path string) (Key, error) {
	key, err := readKey(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = makeKey(path); err == nil {
			key, err = readKey(path)
		}
	}
	if err != nil {
		return Key{}, fmt.Errorf("archive: %s: %w", path, err)
	}
	return key, nil
}

func readKey(path string) (key Key, err error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return key, err
	case !info.Mode().IsRegular():
		return key, errors.New("the key is not a regular file")
	case state.Private(info) != nil:
		return key, fmt.Errorf("the key is not safe: %w", state.Private(info))
	}
	text, err := os.ReadFile(path)
	switch {
	case err != nil:
		return key, err
	case len(text) != len(key):
		return key, fmt.Errorf("the key has %d bytes instead of %d", len(text), len(key))
	}
	return Key(text), nil
}

// makeKey writes a new key to a temporary file and links it to path. If another process was
// first, the link fails and that process's key is used.
func makeKey(path string) error {
	var key Key
	rand.Read(key[:]) // never fails
	name := filepath.Join(filepath.Dir(path), unfinished+rand.Text())
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(name)
	defer f.Close() // its lock shows that its writer lives
	if err = state.LockFile(f); err != nil {
		return err
	}
	_, err = f.Write(key[:])
	if err = errors.Join(err, f.Sync(), settle(f)); err != nil {
		return err
	}
	if err = os.Link(name, path); errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}
