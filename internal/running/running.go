// Package running keeps facts of a user's proxies in a private folder. Each process has a file
// while it lives. One file sums the tokens that all of them saved, by days. The folder holds
// neither results nor arguments.
package running

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"sort"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

// Dir returns the folder in that of the user's state, "" if there is none.
func Dir(o config.Options) string { return config.StateDir(o, "running") }

// Process holds the facts of one proxy.
type Process struct {
	PID        int       `json:"pid"`
	Version    string    `json:"version"`
	Program    string    `json:"program"` // the path of the proxy
	Started    time.Time `json:"started"`
	Written    time.Time `json:"written"` // these facts
	Server     string    `json:"server"`
	Clients    []string  `json:"clients,omitempty"` // the last ones
	Unfit      []string  `json:"unfit,omitempty"`   // entries of the configuration that fit no tool
	Archive    string    `json:"archive,omitempty"` // its directory, or the name of the store
	RecordsIn  string    `json:"records_in,omitempty"`
	Unrecorded int       `json:"unrecorded"` // events that the recording lacks
	Rules      Rules     `json:"configuration"`
	Sums       Sums      `json:"calls"` // since the start
}

// Rules describes the configuration of a proxy.
type Rules struct {
	State      string    `json:"state"` // none, in force, refused, broken
	File       string    `json:"file,omitempty"`
	Generation uint64    `json:"generation"`
	Loaded     time.Time `json:"loaded"`
	Refusal    string    `json:"refusal,omitempty"` // the last one, with its places
	Refused    time.Time `json:"refused,omitzero"`
}

// Files of the folder. A process holds the lock of its own lock file while it lives. The common
// lock guards all changes.
const (
	lockName    = "lock"
	savingsName = "savings.json"
	factsSuffix = ".json"
	locksSuffix = ".lock"
)

const mostFacts = 1 << 20 // bytes of a file

// Read returns the facts of the processes that live, by their start, and the savings by days. It
// removes the files of others. A missing folder holds nothing.
func Read(dir string) (all []Process, days []Day, err error) {
	if _, err := os.Lstat(dir); dir == "" || errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	folder, err := state.OpenFolder(dir)
	if err != nil {
		return nil, nil, err
	}
	defer folder.Close()
	if lock, err := state.TryLock(folder, lockName); err == nil {
		sweep(folder)
		lock.Close()
	}
	names, err := fs.Glob(folder.FS(), "*"+factsSuffix)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		if name == savingsName || !isLive(folder, strings.TrimSuffix(name, factsSuffix)) {
			continue
		}
		var one Process
		if text, err := state.Read(folder, name, mostFacts); err == nil && json.Unmarshal(text, &one) == nil {
			all = append(all, one)
		}
	}
	sort.Slice(all, func(i, j int) bool {
		return cmp.Or(all[i].Started.Compare(all[j].Started), cmp.Compare(all[i].PID, all[j].PID)) < 0
	})
	days, err = readDays(folder)
	return all, days, err
}

// isLive reports whether the process of a name lives. A system without locks does not tell.
func isLive(folder *os.Root, id string) bool {
	return !state.CanLock || state.IsLocked(folder, id+locksSuffix)
}

// sweep removes the files of processes that ended. The caller holds the common lock.
func sweep(folder *os.Root) {
	names, _ := fs.Glob(folder.FS(), "*.*")
	for _, name := range names {
		id, _, _ := strings.Cut(strings.TrimPrefix(name, "."), ".") // a file with a dot was not written to its end
		if name != savingsName && !isLive(folder, id) {
			folder.Remove(name)
		}
	}
}
