package output

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// ErrLost marks the refusal of a replacement that would lose an owner, an access
// control list or extended attributes. A gate with Force does not refuse it.
var ErrLost = errors.New("a replacement does not keep it")

// Replacement is a file that takes the place of another in one step, by a rename beside it, or
// not at all. Only its owner can open it until it is complete. Then it gets the mode that the
// former file has at that moment.
type Replacement struct {
	*os.File
	Target string // the file to replace, links followed

	gate *Gate
	like string      // the file with the mode to copy, if it exists
	was  fs.FileInfo // of like at the beginning; nil if it did not exist
	edit bool        // like must not change meanwhile
	done bool
}

// Replace begins the replacement of a regular file that need not exist. A symbolic link to it
// stays a link.
func (g *Gate) Replace(name string) (*Replacement, error) {
	target, err := resolve(name)
	if err != nil {
		return nil, Fault(err)
	}
	return g.begin(target, target)
}

// Edit begins the replacement of an existing file. Commit fails if another program changed the
// file meanwhile.
func (g *Gate) Edit(name string) (*Replacement, error) {
	r, err := g.Replace(name)
	if err != nil {
		return nil, err
	}
	if r.edit = true; r.was == nil {
		r.Discard()
		return nil, Fault(&fs.PathError{Op: "edit", Path: name, Err: fs.ErrNotExist})
	}
	return r, nil
}

// The modes of a temporary file: for a file that replaces another, and for a new file, less the
// umask.
const (
	private fs.FileMode = 0o600
	usual   fs.FileMode = 0o666
)

// begin makes the temporary file beside its target. It tries the mode and the attributes at
// once, to fail before any work.
func (g *Gate) begin(target, like string) (*Replacement, error) {
	r := &Replacement{gate: g, Target: target, like: like}
	var err error
	if r.was, err = r.seen(); err != nil {
		return nil, Fault(err)
	}
	mode := private
	if r.was == nil {
		mode = usual
	}
	if err := g.Pass(func() error { return r.create(mode) }); err != nil {
		return nil, Fault(fmt.Errorf("cannot write beside %s: %w", target, reason(err)))
	}
	if r.was == nil {
		return r, nil
	}
	if err := errors.Join(r.resemble(r.was), r.Chmod(private)); err != nil {
		r.Discard()
		return nil, Fault(err)
	}
	return r, nil
}

// create makes the temporary file and records it.
func (r *Replacement) create(mode fs.FileMode) (err error) {
	name := filepath.Join(filepath.Dir(r.Target), fmt.Sprintf(".shape-%016x", rand.Uint64()))
	r.File, err = os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		if r.gate.temps == nil {
			r.gate.temps = map[string]bool{}
		}
		r.gate.temps[name] = true
	}
	return err
}

// seen describes the file like at present, or returns nil if it does not exist.
func (r *Replacement) seen() (fs.FileInfo, error) {
	like, err := os.Stat(r.like)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, r.unlike(err)
	}
	return like, nil
}

// resemble copies the mode of another file. It refuses to lose an owner or attributes, unless
// the gate forces it. The mode comes first, since an access control list depends on it.
func (r *Replacement) resemble(like fs.FileInfo) error {
	if err := r.Chmod(like.Mode()); err != nil {
		return r.unlike(fmt.Errorf("the mode: %w", reason(err)))
	}
	if r.gate.Force {
		return nil
	}
	now, err := r.Stat()
	if err != nil {
		return r.unlike(err)
	}
	lost := "the owner"
	if haveOneOwner(now, like) {
		lost, err = lostAttribute(r.like, r.Name())
	}
	if err == nil && lost != "" {
		err = fmt.Errorf("%s: %w", lost, ErrLost)
	}
	if err != nil {
		return r.unlike(err)
	}
	return nil
}

func (r *Replacement) unlike(err error) error {
	return fmt.Errorf("cannot keep what %s has: %w", r.like, reason(err))
}

// Write writes to the temporary file.
func (r *Replacement) Write(p []byte) (int, error) {
	n, err := r.File.Write(p)
	if err != nil {
		err = fmt.Errorf("write %s: %w", r.Target, reason(err))
	}
	return n, err
}

// Commit renames the temporary file to its target.
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

// complete sets the mode, syncs and closes the file.
func (r *Replacement) complete() error {
	like, err := r.seen()
	switch {
	case r.edit && (err != nil || like == nil || !same(like, r.was)):
		return fmt.Errorf("replace %s: another program changed it meanwhile", r.Target)
	case like != nil:
		err = r.resemble(like)
	}
	if err != nil {
		return err
	}
	if err := errors.Join(r.Sync(), r.Close()); err != nil {
		return fmt.Errorf("write %s: %w", r.Target, reason(err))
	}
	return nil
}

// same reports whether a file did not change.
func same(now, was fs.FileInfo) bool {
	return os.SameFile(now, was) && now.Size() == was.Size() && now.ModTime().Equal(was.ModTime())
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

// resolve follows the symbolic links at a name. The target need not exist.
func resolve(name string) (string, error) {
	target, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		link, err := os.Readlink(name)
		if err != nil {
			return name, nil // there is neither a link nor a file
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

// reason removes the name of the file from an error, since a user does not know the temporary
// file.
func reason(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	if at, ok := errors.AsType[*os.LinkError](err); ok {
		return at.Err
	}
	return err
}
