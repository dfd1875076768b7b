package watch

import (
	"errors"
	"io/fs"
	"os"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// notifier turns the system's notifications into hints that something on the
// way to a place may have changed. It tells neither what nor where: names and
// kinds of events differ between editors, systems and ConfigMaps, and the
// content decides anyway.
//
// koanf's own file watcher does not serve here: it drops events that follow one
// another within 5 ms, so that the last write of a save can stay unread for
// ever; it knows one file by its name, ends when that file is removed or cannot
// be resolved, and cannot start before it exists (koanf issues 12, 298, 323).
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

// watch makes paths the ones that are watched for a place; who asks has looked at
// each of them just now, so that the system answers. A path already watched is added
// again: another directory may have taken its name. What had the name before is
// let go first, since fsnotify forgets it and the system does not. The error is
// one that leaves changes unseen, such as no watches left; a path that vanished
// meanwhile or may not be read is none, since its directory is watched too.
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
	_ = n.fs.Close() // there is nobody left to tell, and nothing to lose
	<-n.drained
}
