package config

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/seed-7aa78ce4/shape/config/internal/files"
	"github.com/seed-7aa78ce4/shape/config/internal/trust"
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

	// Debounce, MaxWait and Poll govern [Watch]. Zero means the file's global.watch, else 100
	// ms, 1 s and 5 s. Without notifications of the system the last is 1 s. A negative Poll
	// switches polling off.
	Debounce, MaxWait, Poll time.Duration
	PollOnly                bool

	// Brief is for programs that may end at once. [Watch] waits for Debounce before it asks
	// the system for notifications and checks the files again. A program that ends earlier
	// does not pay for that. A save meanwhile is not used later because of it. [Watcher.Reload]
	// waits for Debounce as well. StartBroken has no effect, and Logger gets no line of the
	// first configuration.
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
	read     func(path string) ([]byte, fs.FileInfo, error) // instead of files.Read
	notifier func() (*fsnotify.Watcher, error)              // instead of fsnotify.NewWatcher
	building func()                                         // before each build of the Watcher
}

// The file of a project stands in a folder of its own.
const (
	FolderName = trust.FolderName // .code-scalpel
	FileName   = trust.FileName   // response_config.json
)

// places returns every possible path of a configuration, the first to win first (RELOAD,
// places):
//
//   - Path
//   - CODE_SCALPEL_RESPONSE_CONFIG
//   - the nearest .code-scalpel folder upwards from Dir
//   - $XDG_CONFIG_HOME/code-scalpel
//   - ~/.code-scalpel
//   - /etc/code-scalpel
//
// A named file excludes the others, except the privacy sections of home and etc. Paths are
// absolute, so that a change of the working directory does not change the files.
func (o Options) places() ([]Place, error) {
	trusted, err := o.trusted()
	if err != nil {
		return nil, err
	}
	if o.NoConfig {
		if o.Path != "" {
			return nil, errors.New("a configuration file cannot be named and refused at once")
		}
		return withoutCandidates(trusted), nil
	}
	if o.Path != "" {
		return named(o.Path, RoleFlag, trusted)
	}
	if path, ok := o.env("CODE_SCALPEL_RESPONSE_CONFIG"); ok {
		return named(path, RoleEnv, trusted)
	}
	return o.search(trusted)
}

// trusted are the places that belong to the user and to the machine. Their
// privacy sections hold whatever an untrusted project or environment says.
func (o Options) trusted() ([]Place, error) {
	places := make([]Place, 0, 3)
	home, account := o.homes()
	if home != "" {
		places = append(places, Place{Path: filepath.Join(home, FolderName, FileName), Role: RoleHome, Candidate: true, Privacy: true})
	}
	if account != "" && account != home {
		places = append(places, Place{Path: filepath.Join(account, FolderName, FileName), Role: RoleHome, Privacy: true})
	}
	etc := o.Etc
	if etc == "" {
		etc = "/etc/code-scalpel"
	}
	places = append(places, Place{Path: filepath.Join(etc, FileName), Role: RoleEtc, Candidate: true, Privacy: true})
	for i := range places {
		var err error
		if places[i].Path, err = filepath.Abs(places[i].Path); err != nil {
			return nil, err
		}
	}
	return places, nil
}

// homes returns the home directory in $HOME and that of the account; "" if there is none. No
// environment changes the second. A relative $HOME counts as none: each directory would have
// its own home.
func (o Options) homes() (home, account string) {
	if o.Home != "" {
		return o.Home, ""
	}
	account = files.Home()
	if home, ok := o.env("HOME"); ok && filepath.IsAbs(home) {
		return home, account
	}
	return account, account
}

// search lists the places where a file is looked for when none is named.
func (o Options) search(trusted []Place) ([]Place, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	var places []Place
	for {
		place := Place{Path: filepath.Join(dir, FolderName, FileName), Role: RoleProject, Candidate: true}
		if !slices.ContainsFunc(trusted, place.same) {
			places = append(places, place)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	base, isSet := o.env("XDG_CONFIG_HOME")
	if home, _ := o.homes(); (!isSet || !filepath.IsAbs(base)) && home != "" { // a relative value is ignored
		base = filepath.Join(home, ".config")
	}
	if filepath.IsAbs(base) {
		places = append(places, Place{Path: filepath.Join(base, "code-scalpel", FileName), Role: RoleXDG, Candidate: true})
	}
	return append(places, trusted...), nil
}

// named are the places when one file is named.
func named(name string, role Role, trusted []Place) ([]Place, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	file := Place{Path: path, Role: role, Candidate: true, name: name}
	file.Privacy = slices.ContainsFunc(trusted, file.same)
	others := slices.DeleteFunc(trusted, file.same)
	return append([]Place{file}, withoutCandidates(others)...), nil
}

func withoutCandidates(places []Place) []Place {
	for i := range places {
		places[i].Candidate = false
	}
	return places
}

// same reports whether two places are one path.
func (p Place) same(q Place) bool { return p.Path == q.Path }

// shown is the path as problems tell it: as it was named.
func (p Place) shown() string { return cmp.Or(p.name, p.Path) }

var errNowhere = errors.New("a symbolic link that leads nowhere")

// read returns the file at a place. A broken link is no missing file: its rules would be lost
// without a message.
func (o Options) read(p Place) file {
	read := o.seams.read
	if read == nil {
		read = files.Read
	}
	data, info, err := read(p.Path)
	var mode fs.FileMode
	if info != nil && runtime.GOOS != "windows" { // made up there: whether others may write is not told
		mode = info.Mode()
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		if files.LeadsNowhere(p.Path) {
			return file{Place: p, Err: errNowhere}
		}
		return file{Place: p, Missing: true}
	}
	found := file{Place: p, Data: data, Mode: mode, Err: err}
	if err == nil {
		found.Standing = o.standing(p, data, info)
	}
	return found
}

// readAll reads all places.
func (o Options) readAll(places []Place) []file {
	found := make([]file, len(places))
	for i, p := range places {
		found[i] = o.read(p)
	}
	return found
}

// inForce returns the index of the file whose settings hold, or -1 for the built-ins. A named
// file is in force even if it is missing; that is an error. No other place takes over.
func inForce(files []file) int {
	return slices.IndexFunc(files, func(f file) bool {
		return f.Candidate && (!f.Missing || f.Role == RoleFlag || f.Role == RoleEnv)
	})
}

// hashFiles returns the SHA-256, in hexadecimal, of the files that take part. It covers their
// paths, their content or their read error, and a missing trust of a project file.
func hashFiles(files []file) string {
	h := sha256.New()
	for _, s := range sources(files) {
		state := "read"
		switch {
		case s.Missing:
			state = "missing"
		case s.Err != nil:
			state = s.Err.Error()
		case s.Trust == TrustNone:
			state = "untrusted " + s.Fault
		}
		for _, part := range [][]byte{[]byte(s.Path), []byte(state), s.Data} {
			h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part))))
			h.Write(part)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
