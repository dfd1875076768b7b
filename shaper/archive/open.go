package archive

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
)

// Settings select the store to open.
type Settings struct {
	Store  string // memory or directory
	Path   string // of a directory
	Limits Limits
}

// Open opens a store with its key. The key of a directory is a file in it, so that processes
// that share the directory share the key. A store in memory gets a new key. If Open fails, it
// also returns an Archive whose Keep always fails with the same error. An engine with such an
// archive cuts nothing.
func Open(s Settings) (Archive, error) {
	d, err := open(s)
	if err != nil {
		d.Store = failing{err}
	}
	return d, err
}

func open(s Settings) (Archive, error) {
	switch s.Store {
	case "memory":
		d := Archive{Store: NewMemory(s.Limits)}
		rand.Read(d.Key[:]) // never fails
		return d, nil
	case "directory":
		return openShared(s.Path, s.Limits)
	}
	return Archive{}, fmt.Errorf("archive: unknown store %q; known: memory, directory", s.Store)
}

func openShared(path string, limits Limits) (Archive, error) {
	store, err := OpenDirectory(path, limits)
	if err != nil {
		return Archive{}, err
	}
	key, err := OpenKey(filepath.Join(path, keyName))
	if err != nil {
		store.Close()
		return Archive{}, err
	}
	return Archive{Store: store, Key: key}, nil
}

// IsOpen reports whether anything can be kept: the store is none that could not be opened.
func (d Archive) IsOpen() bool {
	_, fails := d.Store.(failing)
	return !fails
}

// failing is a store that could not be opened.
type failing struct{ why error }

func (f failing) Put(context.Context, Handle, []byte) error   { return f.why }
func (f failing) Get(context.Context, Handle) ([]byte, error) { return nil, ErrUnknown }
func (f failing) Stat(context.Context) (Stat, error)          { return Stat{}, f.why }
func (f failing) Close() error                                { return nil }
