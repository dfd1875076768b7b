// Package transcripts reads the transcripts that clients write of their own sessions. It
// yields the sessions that package recordings yields. The texts of users and models are in
// the events of a session, and in no error.
package transcripts

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/recordings"
	"github.com/seed-7aa78ce4/shape/internal/state"
)

const (
	mostBytes = 64 << 20 // of one line, of one document, and of the events of one file
	mostRead  = 1 << 30  // of all files, the newest first
	mostCalls = 1 << 21  // ids of calls that are remembered

	mostServers = 1 << 10 // names of servers that are known, in all forms
)

// Options select transcripts.
type Options struct {
	Client string    // one of [Clients]
	Paths  []string  // files and folders; none for the folders of the client
	Since  time.Time // files that changed before it are left out; zero for all
	Most   int64     // bytes of all files, the newest first; 0 for 1 GiB
	// Servers are the names of servers in the client's configuration. They tell the server in a
	// name such as my_tracker_list_issues.
	Servers []string
}

// Skipped counts the parts of transcripts that are in no session.
type Skipped struct {
	Beyond   int // files and lines beyond the available room
	Cut      int // files that end within a line or document
	Unknown  int // lines and documents of an unknown form
	Repeated int // calls that a newer transcript holds, too: it was resumed or forked
	Short    int // results that the client cut
	Own      int // results of the client's own tools
}

// client is the form of one client's transcripts.
type client struct {
	places func() []string        // folders
	is     func(path string) bool // reports whether a file of a folder is a transcript
	read   func(*reader, string) error
	cuts   []string // the texts that stand in a result that the client cut
	name   string   // that it gives to servers; "" if no half of results is known to be the shown one
}

func clients() map[string]client {
	return map[string]client{
		"claude-code": {claudePlaces, isClaude, (*reader).claude, claudeCuts, "claude-code"},
		"cline":       {clinePlaces, isCline, (*reader).cline, nil, ""},
		"codex":       {codexPlaces, isRollout, (*reader).codex, codexCuts, "codex-mcp-client"},
		"gemini":      {geminiPlaces, isChat, (*reader).gemini, geminiCuts, ""},
		"opencode":    {opencodePlaces, isOpencode, (*reader).opencode, opencodeCuts, "opencode"},
		"vscode":      {codePlaces, isCode, (*reader).code, codeCuts, "Visual Studio Code"},
	}
}

// Clients returns the names of the clients with a known form of transcripts.
func Clients() []string { return slices.Sorted(maps.Keys(clients())) }

// Sessions reads the transcripts of a client, the newest first, and calls visit with each
// session that has a result of a server. It holds the sessions of one file at a time. A call
// that several transcripts hold counts in the newest one. An error of visit ends the reading.
func Sessions(o Options, visit func(*recordings.Session) error) (Skipped, error) {
	form, isKnown := clients()[o.Client]
	if !isKnown {
		return Skipped{}, fmt.Errorf("%s: its transcripts have no known form (known are %s)", o.Client, strings.Join(Clients(), ", "))
	}
	r := reader{client: o.Client, name: form.name, cuts: form.cuts, servers: map[string]string{}, seen: map[uint64]bool{}, seed: maphash.MakeSeed()}
	for _, name := range o.Servers {
		r.know(name)
	}
	files, err := form.files(&o)
	if err != nil {
		return r.skipped, err
	}
	left := o.Most
	if left == 0 {
		left = mostRead
	}
	for _, file := range files {
		if left -= file.size; left < 0 {
			r.skipped.Beyond++
			continue
		}
		r.path, r.bytes, r.isFull, r.talks = file.path, 0, false, nil
		if err := form.read(&r, file.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return r.skipped, err
		}
		for _, t := range r.talks {
			if !t.hasResult {
				continue
			}
			if err := visit(t.Session); err != nil {
				return r.skipped, err
			}
		}
	}
	return r.skipped, nil
}

type transcript struct {
	path     string
	size     int64
	modified time.Time
}

// files lists transcripts, the newest first.
func (c *client) files(o *Options) (all []transcript, err error) {
	paths, isOwn := o.Paths, len(o.Paths) == 0
	if isOwn {
		paths = c.places()
	}
	isThere := false
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			if err != nil && file == path && isOwn && errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			isThere = true
			if entry.IsDir() || !entry.Type().IsRegular() && file != path || file != path && !c.is(file) {
				return nil
			}
			info, err := os.Stat(file)
			if err != nil {
				return err
			}
			if !info.ModTime().Before(o.Since) {
				all = append(all, transcript{file, info.Size(), info.ModTime()})
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if !isThere {
		return nil, fmt.Errorf("%s: no transcript is in %s", o.Client, strings.Join(paths, " or "))
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].modified.After(all[j].modified) })
	return all, nil
}

// settings returns folders in the settings of editors.
func settings(editors []string, names ...string) (all []string) {
	for _, editor := range editors {
		all = append(all, state.InSettings(append([]string{editor, "User"}, names...)...))
	}
	return all
}
