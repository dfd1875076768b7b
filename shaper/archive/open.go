package archive

import (
	"crypto/rand"
	"fmt"
	"path/filepath"
)

// Settings say which store to open.
type Settings struct {
	Store  string // memory or directory
	Path   string // of a directory
	Limits Limits
}

// Open opens a store, with the key that goes with it: that of a directory stands in the
// directory, and processes that share one share the key; that of a store in memory is
// made anew.
func Open(s Settings) (Desk, error) {
	switch s.Store {
	case "memory":
		d := Desk{Store: NewMemory(s.Limits)}
		rand.Read(d.Key[:]) // which never fails
		return d, nil
	case "directory":
		return openShared(s.Path, s.Limits)
	}
	return Desk{}, fmt.Errorf("archive: unknown store %q; known: memory, directory", s.Store)
}

func openShared(path string, limits Limits) (Desk, error) {
	store, err := OpenDirectory(path, limits)
	if err != nil {
		return Desk{}, err
	}
	key, err := OpenKey(filepath.Join(path, keyName))
	if err != nil {
		store.Close()
		return Desk{}, err
	}
	return Desk{Store: store, Key: key}, nil
}
