package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// replacement is a file that takes the place of another in one step, by a rename
// beside it, or not at all. A symbolic link to that stays one.
type replacement struct {
	*os.File
	gate   *gate
	target string
	done   bool
}

// replace begins a replacement of the regular file name, which need not exist,
// with the mode and the owner of like, where that exists.
func (g *gate) replace(name, like string) (*replacement, error) {
	r := &replacement{gate: g, target: name}
	switch resolved, err := filepath.EvalSymlinks(name); {
	case err == nil:
		r.target = resolved
	case !errors.Is(err, fs.ErrNotExist):
		return nil, writeError(err)
	}
	if err := g.pass(r.create); err != nil {
		return nil, writeError(err)
	}
	if old, err := os.Stat(like); err == nil {
		if err := keepAttributes(r.File, old); err != nil {
			r.discard()
			return nil, writeError(err)
		}
	}
	return r, nil
}

// create makes the temporary file and notes it.
func (r *replacement) create() (err error) {
	name := filepath.Join(filepath.Dir(r.target), fmt.Sprintf(".shape-%016x", rand.Uint64()))
	r.File, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		r.gate.temps[name] = true
	}
	return err
}

// commit puts the file in its place.
func (r *replacement) commit() error {
	if err := errors.Join(r.Sync(), r.Close()); err != nil {
		return writeError(err)
	}
	return writeError(r.gate.pass(func() error {
		if err := os.Rename(r.Name(), r.target); err != nil {
			return err
		}
		r.done = true
		delete(r.gate.temps, r.Name())
		return nil
	}))
}

// discard removes the temporary file.
func (r *replacement) discard() {
	if r.done {
		return
	}
	r.Close()
	r.gate.pass(func() error {
		delete(r.gate.temps, r.Name())
		return os.Remove(r.Name())
	})
}
