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
// beside it, or not at all. Nobody but its owner can open it until it is complete;
// then it has the owner, the mode and the attributes of the file that it is like,
// as they are at that moment.
type Replacement struct {
	*os.File
	Target string // the file whose place it takes, links followed

	gate *Gate
	like string      // the file whose attributes it gets, where that exists
	old  fs.FileInfo // what an edit began with; nil for what is no edit
	done bool
}

// Replace begins a replacement of the regular file name, which need not exist. A
// symbolic link to that stays one.
func (g *Gate) Replace(name string) (*Replacement, error) {
	target, err := resolve(name)
	if err != nil {
		return nil, Fault(err)
	}
	return g.begin(target, target)
}

// Edit begins a replacement of a file by what is made of it: Commit refuses where
// the file has changed meanwhile, so that nobody's change is lost.
func (g *Gate) Edit(name string) (*Replacement, error) {
	r, err := g.Replace(name)
	if err != nil {
		return nil, err
	}
	if r.old, err = os.Stat(r.Target); err != nil {
		r.Discard()
		return nil, Fault(err)
	}
	return r, nil
}

// The modes of a temporary file: that of one which is to be like another, and that
// of one which is new, less what the process leaves out of new files.
const (
	private fs.FileMode = 0o600
	usual   fs.FileMode = 0o666
)

// begin makes the temporary file beside its target. What it is to be like is tried
// at once, so that nobody works for nothing.
func (g *Gate) begin(target, like string) (*Replacement, error) {
	r := &Replacement{gate: g, Target: target, like: like}
	mode := private
	if _, err := os.Stat(like); errors.Is(err, fs.ErrNotExist) {
		mode = usual
	}
	if err := g.Pass(func() error { return r.create(mode) }); err != nil {
		return nil, Fault(fmt.Errorf("cannot write beside %s: %w", target, reason(err)))
	}
	if mode == usual {
		return r, nil
	}
	if err := errors.Join(r.resemble(), r.Chmod(private)); err != nil {
		r.Discard()
		return nil, Fault(err)
	}
	return r, nil
}

// create makes the temporary file and notes it.
func (r *Replacement) create(mode fs.FileMode) (err error) {
	name := filepath.Join(filepath.Dir(r.Target), fmt.Sprintf(".shape-%016x", rand.Uint64()))
	r.File, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		r.gate.temps[name] = true
	}
	return err
}

// resemble gives the file what the one that it is like has, if that is there.
func (r *Replacement) resemble() error {
	like, err := os.Stat(r.like)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = keepAttributes(r.File, r.like, like)
	}
	if err != nil {
		err = fmt.Errorf("cannot keep what %s has: %w", r.like, reason(err))
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

// Commit puts the file in its place.
func (r *Replacement) Commit() error {
	if err := r.complete(); err != nil {
		return Fault(err)
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

// complete makes the file ready to take the place.
func (r *Replacement) complete() error {
	if r.old != nil && !r.unchanged() {
		return fmt.Errorf("replace %s: another program changed it meanwhile", r.Target)
	}
	if err := r.resemble(); err != nil {
		return err
	}
	if err := errors.Join(r.Sync(), r.Close()); err != nil {
		return fmt.Errorf("write %s: %w", r.Target, reason(err))
	}
	return nil
}

// unchanged reports whether the target is what it was when the edit began.
func (r *Replacement) unchanged() bool {
	now, err := os.Stat(r.Target)
	return err == nil && os.SameFile(now, r.old) && now.Size() == r.old.Size() && now.ModTime().Equal(r.old.ModTime())
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
