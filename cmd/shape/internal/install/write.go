package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/seed-7aa78ce4/shape/cmd/shape/internal/clientfile"
	"github.com/seed-7aa78ce4/shape/internal/app"
	"github.com/seed-7aa78ce4/shape/internal/app/output"
	"github.com/seed-7aa78ce4/shape/internal/app/terminal"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

const (
	keptAs    = ".before-shape" // suffix of the copy
	mostBytes = 64 << 20        // of a file of a client
)

// lock lets one process write at a time. A second one gets an error.
func lock(lookup func(string) (string, bool)) (release func(), err error) {
	folder, err := state.OpenFolder(state.Dir(lookup, state.InHome()))
	if err != nil {
		return nil, output.Fault(fmt.Errorf("cannot lock: %w", err))
	}
	defer folder.Close()
	f, err := state.TryLock(folder, "install.lock")
	if errors.Is(err, state.ErrLocked) {
		err = errors.New("another shape install or uninstall writes now; nothing was written")
	}
	if err != nil {
		return nil, output.Fault(err)
	}
	return func() { f.Close() }, nil
}

// write replaces a file in one step. It refuses a file that changed since it was read.
// Afterwards the copy is the file without any proxy; uninstall removes a copy that equals the
// file.
func (i *installation) write(t *target) error {
	if t.text == nil {
		if err := os.MkdirAll(filepath.Dir(t.path), 0o700); err != nil {
			return output.Fault(err)
		}
		return output.Fault(output.WriteNew(t.path, t.file.Apply(t.edits), 0o600))
	}
	to, err := i.Gate.Edit(t.path)
	if err != nil {
		return err
	}
	defer to.Discard()
	now, err := state.ReadRegular(t.path, mostBytes)
	if err != nil {
		return app.InputError(err)
	}
	if !bytes.Equal(now, t.text) {
		name := terminal.Printable(t.path)
		if file, err := clientfile.Read(now, t.layout); err == nil { // else its secrets are unknown
			fmt.Fprint(i.Stdout, clientfile.Compare(name+" as read", name+" now", t.file, file))
		}
		return output.Fault(fmt.Errorf("%s changed meanwhile, and stays; start again", name))
	}
	text := t.file.Apply(t.edits)
	if _, err := to.Write(text); err != nil {
		return output.Fault(err)
	}
	copied := t.path + keptAs
	if !i.isRemoval {
		if err := i.keep(t, copied, to.Target); err != nil {
			return err
		}
	}
	if err := to.Commit(); err != nil {
		return err
	}
	if kept, err := state.ReadRegular(copied, mostBytes); err == nil && bytes.Equal(kept, text) {
		return output.Fault(os.Remove(copied))
	} else if err != nil && t.layout.Hooks && string(text) == emptySettings { // install made it
		return output.Fault(os.Remove(t.path))
	}
	return nil
}

// keep writes the copy: the file without any proxy. Its mode is that of the file.
func (i *installation) keep(t *target, copied, target string) error {
	var behind []clientfile.Edit
	for _, s := range t.file.Servers {
		if edits, err := t.file.Unwrap(s, t.before); err == nil {
			behind = append(behind, edits...)
		}
	}
	kept, err := state.ReadRegular(copied, mostBytes)
	former := t.file.Apply(behind)
	if err == nil && bytes.Equal(kept, former) {
		return nil
	}
	if len(behind) == 0 || errors.Is(err, fs.ErrNotExist) {
		if err := i.Gate.Backup(copied, target); err != nil {
			return err
		}
	}
	if len(behind) == 0 {
		return nil
	}
	to, err := i.Gate.Replace(copied)
	if err != nil {
		return err
	}
	defer to.Discard()
	if _, err := to.Write(former); err != nil {
		return output.Fault(err)
	}
	return to.Commit()
}
