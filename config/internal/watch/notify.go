package watch

import (
	"errors"
	"io/fs"
	"os"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// notifier turns the system's notifications into hints that a place may have changed. A hint
// names neither the change nor the file. Names and kinds of events differ between editors,
// systems and ConfigMaps, and the content decides anyway.
//
// koanf's own file watcher is not suitable. It drops events within 5 ms of another one, so the
// last write of a save can stay unread for ever. It knows one file by its name, ends when that
// file is removed or cannot be resolved, and cannot start before it exists (koanf issues 12,
// 298, 323).
type notifier struct {
	fs      *fsnotify.Watcher
	hints   chan struct{} // holds at most one
	drained chan struct{}

	mu      sync.Mutex
	wanted  []map[string]struct{}  // by place
	watched map[string]fs.FileInfo // what was at each path when it was last added
}

func newNotifier(open func() (*fsnotify.Watcher, error), places int) (*notifier, error) {
	if open == nil {
		open = fsnotify.NewWatcher
	}
	w, err := open()
	if err != nil {
		return nil, err
	}
	n := &notifier{
		fs: w, hints: make(chan struct{}, 1), drained: make(chan struct{}),
		wanted: make([]map[string]struct{}, places), watched: map[string]fs.FileInfo{},
	}
	go n.drain()
	return n, nil
}

// drain makes a hint of every event and of every error, an overflow of the
// queue included. It has a goroutine of its own because fsnotify can send an
// error while it holds the lock that its Add waits for.
func (n *notifier) drain() {
	defer close(n.drained)
	for {
		var ok bool
		select {
		case _, ok = <-n.fs.Events:
		case _, ok = <-n.fs.Errors:
		}
		if !ok {
			return
		}
		select {
		case n.hints <- struct{}{}:
		default:
		}
	}
}

// watch sets the watched paths of a place. The caller has just checked each of them, so the
// system answers. A path that is watched already is added again: another directory may have
// taken its name. The old watch is removed first, since fsnotify forgets it and the system
// does not. The error means that changes stay unseen, for example for lack of watches. A path
// that vanished or may not be read is no error, since its directory is watched too.
func (n *notifier) watch(place int, paths map[string]struct{}) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.wanted[place] = paths
	for path := range n.watched {
		if !n.isWanted(path) {
			_ = n.fs.Remove(path) // fails only when the system has dropped it already
			delete(n.watched, path)
		}
	}
	var unseen error
	for path := range paths {
		found, _ := os.Lstat(path)
		if before := n.watched[path]; before != nil && !os.SameFile(found, before) {
			_ = n.fs.Remove(path)
		}
		n.watched[path] = found
		err := n.fs.Add(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			unseen = err
		}
	}
	return unseen
}

func (n *notifier) isWanted(path string) bool {
	for _, paths := range n.wanted {
		if _, wanted := paths[path]; wanted {
			return true
		}
	}
	return false
}

func (n *notifier) close() {
	_ = n.fs.Close() // an error has no effect here
	<-n.drained
}
