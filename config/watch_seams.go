package config

import (
	"io/fs"

	"github.com/fsnotify/fsnotify"
)

// seams are where tests inject the faults that a healthy machine does not show.
// The zero seams change nothing.
type seams struct {
	read     func(path string) ([]byte, fs.FileInfo, error) // instead of readFile
	notifier func() (*fsnotify.Watcher, error)              // instead of fsnotify.NewWatcher
	building func()                                         // before each build of the Watcher
}
