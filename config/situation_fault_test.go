package config

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
)

// permissionLost needs a user without the right to read everything. Else the error is
// injected.
func permissionLost(s *site) {
	forbid := func() { s.must(os.Chmod(s.path, 0)) }
	allow := func() { s.must(os.Chmod(s.path, 0o644)) }
	child, done := inChild(s.T, otherUser())
	if done {
		return
	}
	if !child {
		fault := s.injectReadError()
		forbid = func() { fault.Store(&fs.PathError{Op: "open", Path: s.path, Err: fs.ErrPermission}) }
		allow = func() { fault.Store(nil) }
	}
	s.startAt(1)
	forbid()
	s.hint()
	s.refuses()
	s.uses(1)
	allow()
	s.hint()
	s.sees(1)
	s.save(2)
	s.sees(2)
}

// injectReadError makes the project's file unreadable while an error is stored.
func (s *site) injectReadError() *atomic.Pointer[fs.PathError] {
	s.Log("injected")
	var fault atomic.Pointer[fs.PathError]
	s.o.seams.read = func(path string) ([]byte, fs.FileInfo, error) {
		if err := fault.Load(); err != nil && path == s.path {
			return nil, nil, err
		}
		return files.Read(path)
	}
	return &fault
}

// hint makes the directory busy, for a fault that is injected and so announces
// nothing.
func (s *site) hint() { s.write(s.path+".hint", nil) }

// bindMounted needs mounts of its own. A file that is mounted over the path can be written in
// place. Only a watch on the file itself sees that. A rename on the other side of the mount
// cannot be seen, since the path still leads to the old file.
func bindMounted(s *site) {
	child, done := inChild(s.T, ownMachine())
	if done {
		return
	}
	if !child {
		s.Skip("mounts are not possible here, and there is no fault to inject")
	}
	s.mkdir(s.in("elsewhere"))
	outside := s.in("elsewhere/file")
	s.write(s.path, nil) // there must be something to mount over
	s.write(outside, content(1))
	unmount := bindMount(s.T, outside, s.path)
	s.start()
	s.uses(1)
	s.write(outside, content(2))
	s.sees(2)
	s.replace(outside, content(3))
	s.keeps(func() {})
	s.uses(2)
	unmount()
	defer bindMount(s.T, outside, s.path)()
	s.must(s.w.Reload(context.Background()))
	s.uses(3)
}

// noNotifications takes away the system's instances and then its watches, in a process with
// limits of its own. The refusal to start is also injected, since such processes are not
// possible everywhere. A polling Watcher reports its mode, and uses notifications again once
// there are some.
func noNotifications(s *site) {
	if s.o.PollOnly {
		s.startAt(1)
		if mode := s.w.Status().Mode; mode != ModePoll {
			s.Errorf("mode %s", mode)
		}
		return
	}
	s.o.Poll = 20 * time.Millisecond
	child, done := inChild(s.T, ownMachine())
	if child {
		limit(s.T, "max_inotify_instances", "0")
		s.blindThenSeeing(func() {
			limit(s.T, "max_inotify_watches", "0")
			limit(s.T, "max_inotify_instances", "100")
			s.save(3)
			s.sees(3)
			limit(s.T, "max_inotify_watches", "10000")
		})
	}
	if child || done && s.Failed() {
		return
	}
	var available atomic.Bool
	s.o.seams.notifier = func() (*fsnotify.Watcher, error) {
		if !available.Load() {
			return nil, syscall.EMFILE
		}
		return fsnotify.NewWatcher()
	}
	s.blindThenSeeing(func() { available.Store(true) })
}

func (s *site) blindThenSeeing(cure func()) {
	s.startAt(1)
	if status := s.w.Status(); status.Mode != ModePoll || status.Blind == "" {
		s.Errorf("mode %s without notifications, since %q", status.Mode, status.Blind)
	}
	s.save(2)
	s.sees(2)
	cure()
	s.await("notified again", func(st Status) bool { return st.Mode == ModeNotify })
	s.save(4)
	s.sees(4)
}

// queueOverflow injects fsnotify's error for dropped events. Without an event and a poll, it
// alone leads to the check.
func queueOverflow(s *site) {
	var inner *fsnotify.Watcher
	s.o.seams.notifier = func() (w *fsnotify.Watcher, err error) {
		inner, err = fsnotify.NewWatcher()
		return inner, err
	}
	var lost atomic.Bool
	s.o.seams.read = func(path string) ([]byte, fs.FileInfo, error) {
		if lost.Load() && path == s.path {
			return short(2), nil, nil
		}
		return files.Read(path)
	}
	s.startAt(1)
	lost.Store(true)
	if !s.o.PollOnly {
		inner.Errors <- fsnotify.ErrEventOverflow
	}
	s.sees(2)
}

// diskFaults fills a small disk during a save, if mounts are possible, and injects read
// errors.
func diskFaults(s *site) {
	child, _ := inChild(s.T, ownMachine())
	if child {
		smallDisk(s.T, filepath.Dir(s.path))
		s.startAt(1)
		larger := append(bytes.Repeat([]byte{' '}, 10_000), content(2)...)
		if err := os.WriteFile(s.path, larger, 0o644); !errors.Is(err, syscall.ENOSPC) {
			s.Fatalf("the disk is not full: %v", err)
		}
		s.refuses()
		s.uses(1)
		s.save(3)
		s.sees(3)
		return
	}
	unreadable := "/proc/self/mem" // on Linux a regular file whose first byte gives EIO
	read := func() { s.relink(unreadable, s.path) }
	if _, _, err := files.Read(unreadable); !errors.Is(err, syscall.EIO) {
		fault := s.injectReadError()
		read = func() { fault.Store(&fs.PathError{Op: "read", Path: s.path, Err: syscall.EIO}); s.hint() }
	}
	s.startAt(1)
	read()
	s.refuses()
	s.uses(1)
}

// renamedOrLocked gives the file a name in another case, and takes it back. On some file
// systems that is the same name. Then it injects the Windows error for a file held by another
// program.
func renamedOrLocked(s *site) {
	fault := s.injectReadError()
	s.o.Poll = 20 * time.Millisecond // the end of a lock announces nothing
	s.startAt(1)
	s.keeps(func() {
		shouted := filepath.Join(filepath.Dir(s.path), "RESPONSE_CONFIG.json")
		s.must(os.Rename(s.path, shouted))
		_ = s.w.Reload(context.Background()) // missing, or as before
		s.uses(1)
		s.must(os.Rename(shouted, s.path))
	})
	fault.Store(&fs.PathError{Op: "open", Path: s.path, Err: errors.New("used by another process")})
	s.save(2)
	s.refuses()
	s.uses(1)
	fault.Store(nil)
	s.sees(2)
}
