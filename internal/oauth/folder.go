package oauth

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"

	"github.com/seed-7aa78ce4/shape/internal/state"
)

// Folder is a store with one file for each server, for the user alone. Of concurrent writers the
// last one wins.
type Folder string

// Get returns the secret of a server, or "" if there is none.
func (f Folder) Get(server string) (secret string, err error) {
	err = f.open(func(folder *os.Root) error {
		text, err := state.Read(folder, nameOf(server), mostAnswer)
		secret = string(text)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return secret, err
}

// Set replaces the file of a server.
func (f Folder) Set(server, secret string) error {
	return f.open(func(folder *os.Root) error { return state.Replace(folder, nameOf(server), []byte(secret)) })
}

// Delete removes the file of a server, if there is one.
func (f Folder) Delete(server string) error {
	err := f.open(func(folder *os.Root) error { return folder.Remove(nameOf(server)) })
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// open opens the folder for do.
func (f Folder) open(do func(*os.Root) error) error {
	folder, err := state.OpenFolder(string(f))
	if err != nil {
		return err
	}
	defer folder.Close()
	return do(folder)
}

// nameOf returns the name of the file of a server.
func nameOf(server string) string {
	sum := sha256.Sum256([]byte(server))
	return hex.EncodeToString(sum[:16]) + ".json"
}
