package oauth

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder is a store with one file for each server, for the user alone (mode 0600). Of concurrent
// writers the last one wins.
type Folder string

func (f Folder) file(server string) string {
	sum := sha256.Sum256([]byte(server))
	return filepath.Join(string(f), hex.EncodeToString(sum[:16])+".json")
}

// Get returns the secret of a server, or "" if there is none.
func (f Folder) Get(server string) (string, error) {
	text, err := os.ReadFile(f.file(server))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}

// Set replaces the file of a server.
func (f Folder) Set(server, secret string) error {
	if err := os.MkdirAll(string(f), 0o700); err != nil {
		return err
	}
	temp, err := os.CreateTemp(string(f), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = temp.WriteString(secret)
	if err = errors.Join(err, temp.Close()); err == nil {
		err = os.Rename(temp.Name(), f.file(server))
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// Delete removes the file of a server, if there is one.
func (f Folder) Delete(server string) error {
	if err := os.Remove(f.file(server)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
