package archive

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"time"
)

// Settings select the store to open.
type Settings struct {
	Store  string // memory, directory, or the name of a shared store
	Path   string // of a directory
	Limits Limits // of a shared store, Bytes is the most for one document

	// The rest is for shared stores.

	URL           string // of the store; it may hold a password
	Prefix        string // begins the names of all values; "" is the default of the store
	KeyFile       string // see [ReadKeys]
	Wait          int    // replicas that must have a document before Put succeeds
	AllowEviction bool   // accepts a store that may evict values early
	// Warn gets faults of the store, at most one a minute, and faults that do not stop Open.
	Warn func(error)
}

// Opener opens a backend of shared stores. Its Limits hold no zero, and their Bytes bound one
// sealed value. It fails if the store does not take, return and remove a value. Put, Get and
// Stat of the backend are those of a [Store] of sealed values. An error never holds the password
// of the URL.
type Opener func(Settings) (Store, error)

var backends = map[string]Opener{}

// Register makes a backend of shared stores known by a name. Call it from an init function.
// Example: a program that imports shaper/archive/redis opens Settings{Store: "redis"}.
func Register(name string, open Opener) { backends[name] = open }

// Open opens a store with its key. The key of a directory is a file in it, so that processes
// that share the directory share the key. A store in memory gets a new key. The keys of a
// shared store are in a file. If Open fails, it also returns an Archive whose Keep always
// fails with the same error. An engine with such an archive cuts nothing.
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
		return openDirectoryWithKey(s.Path, s.Limits)
	}
	if backend := backends[s.Store]; backend != nil {
		return openBackend(backend, s)
	}
	if s.Store == "redis" || s.Store == "blob" {
		return Archive{}, fmt.Errorf("archive: the store %s is in shape-serve, not in this program", s.Store)
	}
	return Archive{}, fmt.Errorf("archive: unknown store %q; known: memory, directory, redis, blob", s.Store)
}

// openBackend opens a shared store. A store without keys, or with a fault, is never replaced by
// another one.
func openBackend(backend Opener, s Settings) (Archive, error) {
	keys, err := ReadKeys(s.KeyFile)
	if err != nil {
		return Archive{}, err
	}
	s.Limits = s.Limits.or(sharedBytes)
	store := &shared{limits: s.Limits, warn: s.Warn, now: time.Now}
	s.Limits.Bytes += sealBytes
	if store.backend, err = backend(s); err != nil {
		return Archive{}, fmt.Errorf("archive: %s: %w", s.Store, err)
	}
	return Archive{Store: store, Key: keys[0], former: keys[1:]}, nil
}

func openDirectoryWithKey(path string, limits Limits) (Archive, error) {
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
