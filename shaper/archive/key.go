package archive

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

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

const (
	mostKeys     = 16
	mostKeyBytes = 64 << 10 // of a file of keys
)

// ReadKeys reads the keys of replicas from a file. Each line has one key: 64 hexadecimal digits,
// as "openssl rand -hex 32" prints them. Empty lines and lines that begin with # are skipped.
// The first key makes handles, and all keys redeem. ReadKeys follows links, and refuses a file
// that others than the user and the group can read, or that others than the user can write.
func ReadKeys(path string) ([]Key, error) {
	keys, err := readKeys(path)
	if err != nil {
		return nil, fmt.Errorf("archive: key file %s: %w", path, err)
	}
	return keys, nil
}

func readKeys(path string) (keys []Key, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, state.Cause(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Mode().Perm()&0o027 != 0 && runtime.GOOS != "windows":
		return nil, fmt.Errorf("its mode is %04o, so others can read or write it (chmod g=r,o=)", info.Mode().Perm())
	case info.Size() > mostKeyBytes:
		return nil, fmt.Errorf("it has more than %d bytes", mostKeyBytes)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, state.Cause(err)
	}
	for n, line := range bytes.Split(text, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		var key Key
		if len(line) != hex.EncodedLen(len(key)) {
			return nil, fmt.Errorf("line %d has %d characters; a key is 64 hexadecimal digits (openssl rand -hex 32)", n+1, len(line))
		}
		if _, err := hex.Decode(key[:], line); err != nil {
			return nil, fmt.Errorf("line %d: a key is 64 hexadecimal digits (openssl rand -hex 32)", n+1)
		}
		if keys = append(keys, key); len(keys) > mostKeys {
			return nil, fmt.Errorf("line %d: more than %d keys", n+1, mostKeys)
		}
	}
	if len(keys) == 0 {
		return nil, errors.New("it has no key (openssl rand -hex 32)")
	}
	return keys, nil
}
