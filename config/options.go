package config

import (
	"io/fs"
	"log/slog"
	"os"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Options say where the configuration comes from and how it is followed. The
// zero Options search from the working directory.
type Options struct {
	Path     string // the only file to take settings from (--config); it must exist
	NoConfig bool   // take settings from no file; the privacy sections of home and etc still hold
	Strict   bool   // an unknown key is an error, never a warning

	Dir    string                      // where the search upwards starts; "" = the working directory
	Getenv func(string) (string, bool) // nil = os.LookupEnv; an empty value counts as unset
	Home   string                      // "" = $HOME, and the account's own home for its privacy section
	Etc    string                      // "" = /etc/code-scalpel

	// TrustProject trusts a project file, found upward from Dir, as if Path named it. A
	// file that another account owns, or that every account can write to, stays refused.
	TrustProject bool

	// Counters are the names that budget.counter may use: those of the counters that the
	// engine has. Without a list a name that it does not have is an error of each call.
	Counters []string

	// Flags is the last layer: values of single settings by their path, such
	// as "global/profile".
	Flags map[string]any

	// Debounce, MaxWait and Poll govern [Watch]. Zero means what the file's
	// global.watch says, else 100 ms, 1 s and 5 s (1 s when the system gives
	// no notifications). A negative Poll switches polling off.
	Debounce, MaxWait, Poll time.Duration
	PollOnly                bool

	// Brief is of programs that may end at once: [Watch] waits for Debounce before it asks
	// the system for notifications and looks at the files again, so that what ends before
	// has no part in the costs of that. A save meanwhile is in use no later for it.
	Brief bool

	// StartBroken has [Watch] start although files are refused or a named one is missing.
	// Until a version of them is good, Profiles is closed ([profiles.Set.Closed]): every
	// call is an error that names the place of the fault. [Load] ignores it.
	StartBroken bool

	Logger *slog.Logger // nil = discard

	seams seams // faults injected by tests
}

// env returns the value of an environment variable; an empty one is unset.
func (o Options) env(name string) (string, bool) {
	lookup := o.Getenv
	if lookup == nil {
		lookup = os.LookupEnv
	}
	value, ok := lookup(name)
	return value, ok && value != ""
}

// seams are faults that tests inject, since a healthy machine does not show them.
type seams struct {
	read     func(path string) ([]byte, fs.FileInfo, error) // instead of readFile
	notifier func() (*fsnotify.Watcher, error)              // instead of fsnotify.NewWatcher
	building func()                                         // before each build of the Watcher
}
