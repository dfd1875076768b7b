package record

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// Dir returns the folder of recordings in that of the user's state, "" if there is none.
func Dir(o config.Options) string { return config.StateDir(o, "records") }

// partsOfRoom divides the room of all recordings: no file takes more than one part.
const partsOfRoom = 8

// folder holds the files of all sessions, those of other processes as well.
type folder struct {
	root  *os.Root // nil: it is not open
	path  string
	grown int64 // bytes written since the last sweep
}

func (f *folder) close() {
	if f.root != nil {
		f.root.Close()
		f.root = nil
	}
}

// file is the file of a session that is written. Its lock shows that its writer lives.
type file struct {
	*os.File // nil: none is open
	size     int64
}

func (f *file) close() {
	if f.File != nil {
		f.File.Close()
	}
	*f = file{}
}

// write appends a frame. After a failure it takes the torn frame back.
func (f *file) write(frame []byte) error {
	if _, err := f.Write(frame); err != nil {
		return errors.Join(state.Cause(err), state.Cause(f.Truncate(f.size)))
	}
	f.size += int64(len(frame))
	return nil
}

// create makes room and then a file.
func (f *folder) create(id string, set Settings, now time.Time) (file, error) {
	if f.root == nil || f.path != set.Dir {
		f.close()
		root, err := state.OpenFolder(set.Dir)
		if err != nil {
			return file{}, err
		}
		f.root, f.path = root, set.Dir
	}
	if err := f.sweep(set, now); err != nil {
		return file{}, state.Cause(err)
	}
	opened, err := f.root.OpenFile(id+session.Extension, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return file{}, state.Cause(err)
	}
	state.TryLockFile(opened) // no other process knows the file
	return file{File: opened}, nil
}

// keep sweeps the folder if a part of the room was written since the last sweep.
func (f *folder) keep(written int64, set Settings, now time.Time) error {
	if f.grown += written; f.root == nil || f.grown < set.MaxBytes/(2*partsOfRoom) {
		return nil
	}
	return state.Cause(f.sweep(set, now))
}

// sweep removes sessions that are too old, and then the oldest ones until the rest leaves room
// for a part. A session whose writer lives stays. If another process sweeps, it does nothing.
func (f *folder) sweep(set Settings, now time.Time) error {
	lock, err := state.TryLock(f.root, "lock")
	if errors.Is(err, state.ErrLocked) {
		return nil
	} else if err != nil {
		return err
	}
	defer lock.Close()
	f.grown = 0
	all, err := List(f.root)
	if err != nil {
		return err
	}
	total := int64(0)
	for _, one := range all {
		total += one.Size
	}
	for _, one := range all { // the oldest first
		if now.Sub(one.Written) < set.TTL && total <= set.MaxBytes-set.MaxBytes/partsOfRoom {
			continue
		}
		if IsLive(f.root, one.Name) {
			continue
		}
		if err := f.root.Remove(one.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		total -= one.Size
	}
	if total > set.MaxBytes {
		return errors.New("all room is taken by sessions that are written now")
	}
	return nil
}

// IsLive reports whether a process writes a file.
func IsLive(root *os.Root, name string) bool { return state.IsLocked(root, name) }

// Stored describes the file of a session.
type Stored struct {
	Name    string
	Size    int64
	Written time.Time // the last event
}

// ID returns the name of the session in commands.
func (s Stored) ID() string { return strings.TrimSuffix(s.Name, session.Extension) }

// List returns the files of a folder that [state.OpenFolder] opened, the one first whose last
// event is the oldest. A file that is not the user's own is left out.
func List(root *os.Root) (all []Stored, err error) {
	names, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, err
	}
	for _, entry := range names {
		info, err := root.Lstat(entry.Name())
		if err != nil || !strings.HasSuffix(entry.Name(), session.Extension) || !state.IsOurs(info) {
			continue
		}
		all = append(all, Stored{entry.Name(), info.Size(), info.ModTime()})
	}
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(all[i].Written.Compare(all[j].Written), cmp.Compare(all[i].Name, all[j].Name)) < 0
	})
	return all, nil
}
