package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/state"
)

// directory is a store in a directory that processes share. Each document is one file, named
// by its handle; record describes its content.
type directory struct {
	path   string
	limits Limits
	now    func() time.Time
	root   *os.Root // keeps the directory, even if another one takes its path

	mutex sync.Mutex // held with the lock
	lock  *os.File
	swept time.Time
}

// lockName is the file that a process locks while it changes the directory: see
// [directory.locked]. keyName holds the key that the processes share.
const (
	lockName = "lock"
	keyName  = "key"
)

// OpenDirectory returns a store in a directory, and makes the directory if it is missing. The
// directory has mode 0700 and belongs to the user of the process; a symbolic link is not
// followed. Any number of processes may share it. A new document removes the oldest ones if
// the store is full; a document larger than the limit is refused. After a crash at any moment
// a document is whole or missing.
func OpenDirectory(path string, limits Limits) (Store, error) {
	d, err := openDirectory(path, limits, time.Now)
	if err != nil {
		return nil, err
	}
	return d, nil
}

func openDirectory(path string, limits Limits, now func() time.Time) (*directory, error) {
	d := &directory{path: path, limits: limits.or(directoryBytes), now: now}
	err := d.open()
	if err == nil {
		err = d.locked(func() error { return d.makeRoom(0) })
	}
	if err != nil {
		d.Close()
		return nil, d.fault(err)
	}
	return d, nil
}

// open opens the directory and its lock, and checks that both are the expected files.
func (d *directory) open() (err error) {
	if d.root, err = state.OpenFolder(d.path); err != nil {
		return err
	}
	if info, err := d.root.Lstat(lockName); err == nil && !state.IsOurs(info) {
		return errors.New(lockName + " in it is not a regular file of the user")
	}
	d.lock, err = d.root.OpenFile(lockName, os.O_RDWR|os.O_CREATE, 0o600)
	return err
}

func (d *directory) Put(ctx context.Context, h Handle, document []byte) error {
	if err := d.limits.admit(ctx, h, onDisk(len(document))); err != nil {
		return err
	}
	if d.refresh(h, document) {
		return nil
	}
	name, f, err := d.write(document)
	if err == nil {
		err = d.locked(func() error { return d.enter(name, h, onDisk(len(document))) })
		f.Close() // all of it is on the disk
	}
	if err != nil {
		d.root.Remove(name)
		return d.fault(err)
	}
	return nil
}

// refresh makes a document young again that is there already, and reports whether it was.
func (d *directory) refresh(h Handle, document []byte) bool {
	there, _, err := d.read(h)
	if err != nil || !bytes.Equal(there, document) {
		return false
	}
	now := d.now()
	return d.locked(func() error { return d.root.Chtimes(string(h), now, now) }) == nil
}

// enter gives a file that was written its place, once there is room for it.
func (d *directory) enter(name string, h Handle, cost int64) error {
	if err := d.makeRoom(cost); err != nil {
		return err
	}
	now := d.now()
	if err := d.root.Chtimes(name, now, now); err != nil {
		return err
	}
	return d.root.Rename(name, string(h))
}

func (d *directory) Get(ctx context.Context, h Handle) ([]byte, error) {
	if !h.IsValid() {
		return nil, ErrUnknown
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	document, put, err := d.read(h)
	if err != nil {
		return nil, err
	}
	if d.limits.IsOver(d.now(), put) {
		return nil, ErrUnknown
	}
	return document, nil
}

func (d *directory) Stat(ctx context.Context) (stat Stat, err error) {
	if err = ctx.Err(); err != nil {
		return stat, err
	}
	now := d.now()
	if err = d.each(func(k keptFile) {
		if !k.unfinished && !d.limits.IsOver(now, k.put) {
			stat.Documents++
			stat.Bytes += k.size
		}
	}); err != nil {
		return Stat{}, d.fault(err)
	}
	return stat, nil
}

func (d *directory) Close() error {
	var errs []error
	if d.lock != nil {
		errs = append(errs, d.lock.Close())
	}
	if d.root != nil {
		errs = append(errs, d.root.Close())
	}
	return errors.Join(errs...)
}

// fault names the directory: the paths in errors of a root begin there.
func (d *directory) fault(err error) error { return fmt.Errorf("archive: %s: %w", d.path, err) }
