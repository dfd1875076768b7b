package output

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Replacement is a file that takes the place of another in one step, by a rename
// beside it, or not at all. A symbolic link to that stays one.
type Replacement struct {
	*os.File
	Target string // the file whose place it takes, links followed

	gate *Gate
	done bool
}

// Replace begins a replacement of the regular file name, which need not exist,
// with the mode and the owner of like, where that exists.
func (g *Gate) Replace(name, like string) (*Replacement, error) {
	target, err := resolve(name)
	if err != nil {
		return nil, Fault(err)
	}
	r := &Replacement{gate: g, Target: target}
	if err := g.Pass(r.create); err != nil {
		return nil, Fault(fmt.Errorf("cannot write beside %s: %w", target, reason(err)))
	}
	if old, err := os.Stat(like); err == nil {
		if err := keepAttributes(r.File, old); err != nil {
			r.Discard()
			return nil, Fault(fmt.Errorf("cannot keep the owner and the mode of %s: %w", like, reason(err)))
		}
	}
	return r, nil
}

// resolve follows the symbolic links at a name, to a file that need not be there.
func resolve(name string) (string, error) {
	target, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		link, err := os.Readlink(name)
		if err != nil {
			return name, nil // no link, but nothing at all
		}
		if !filepath.IsAbs(link) {
			link = filepath.Join(filepath.Dir(name), link)
		}
		return resolve(link)
	}
	if err != nil {
		err = fmt.Errorf("open %s: %w", name, reason(err))
	}
	return target, err
}

// reason is an error without the name of the file that it befell: the temporary
// one is none of the user's.
func reason(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	if at, ok := errors.AsType[*os.LinkError](err); ok {
		return at.Err
	}
	return err
}

// Write writes to the file that is to take the place.
func (r *Replacement) Write(p []byte) (int, error) {
	n, err := r.File.Write(p)
	if err != nil {
		err = fmt.Errorf("write %s: %w", r.Target, reason(err))
	}
	return n, err
}

// create makes the temporary file and notes it.
func (r *Replacement) create() (err error) {
	name := filepath.Join(filepath.Dir(r.Target), fmt.Sprintf(".shape-%016x", rand.Uint64()))
	r.File, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err == nil {
		r.gate.temps[name] = true
	}
	return err
}

// Commit puts the file in its place.
func (r *Replacement) Commit() error {
	if err := errors.Join(r.Sync(), r.Close()); err != nil {
		return Fault(fmt.Errorf("write %s: %w", r.Target, reason(err)))
	}
	return Fault(r.gate.Pass(func() error {
		if err := os.Rename(r.Name(), r.Target); err != nil {
			return fmt.Errorf("replace %s: %w", r.Target, reason(err))
		}
		r.done = true
		delete(r.gate.temps, r.Name())
		return nil
	}))
}

// Discard removes the temporary file.
func (r *Replacement) Discard() {
	if r.done {
		return
	}
	r.Close()
	r.gate.Pass(func() error {
		delete(r.gate.temps, r.Name())
		return os.Remove(r.Name())
	})
}
