// Package recordings reads recorded results of tools. It reads folders of responses, named
// NN-TOOL.response.json, with a manifest.json of the requests. It also reads files of
// JSON-RPC messages, of records that name their tool, of plain responses, and of agent runs. It
// reads the sessions that shape proxy --record writes.
package recordings

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/tidwall/gjson"

	format "github.com/seed-7aa78ce4/shape/internal/record/session"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Call is a call of a tool that was recorded with its response.
type Call struct {
	File      string // the file with the response
	Server    string // its name in the recording; "" if unknown
	Tool      string
	Arguments json.RawMessage // of the request; nil if it was not recorded
	Body      []byte          // the response: of JSON-RPC, a tool's result, or any document
	// Of a response:
	Client     format.Party    // "" if unknown
	Definition json.RawMessage // the Tool object that the server listed; nil if unknown
}

// Result returns the result in a response of JSON-RPC, and Body if it is another document.
func (c *Call) Result() []byte {
	result := gjson.GetBytes(c.Body, "result")
	if result.Type == gjson.Null || gjson.GetBytes(c.Body, "jsonrpc").String() == "" || scan.Check(c.Body, scan.Limits{}, false) != nil {
		return c.Body
	}
	return slices.Clip(c.Body[result.Index : result.Index+len(result.Raw)])
}

// Kind tells an event of a session apart.
type Kind int

// The kinds of events. The texts of users and models are in recordings of agents only.
const (
	Result  Kind = iota // a response; its Call has the arguments of the request, too
	Request             // a request
	User                // a text of the user
	Model               // a text of the model
)

// Event is a request, a result or a text of a session.
type Event struct {
	Kind Kind
	Call        // of a request or a result
	Text string // of the user or the model
}

// Session is the ordered calls and results of one client with one or more servers.
type Session struct {
	Name   string
	Task   string // sessions of one task are alike; "" if unknown
	Client format.Party
	Ended  string // the recorded reason of its end, "" if there is none
	Solved bool   // the recording says that the task was solved
	Events []Event
	// Inputs are the names of arguments that the server takes, by tool, as it listed them.
	Inputs map[string][]string
	// Definitions are the Tool objects that the server listed, by tool.
	Definitions map[string]json.RawMessage
}

// Skipped counts the documents that are in no session, and other faults of recordings.
type Skipped struct {
	Unnamed int // results without a known tool
	Beyond  int // documents beyond the available room
	Cut     int // files that end within a document
	Twice   int // requests with the id of another one that waits for its response
	Unasked int // results in a session without any request
	Lost    int // events that a recorder could not write
}

// Set is the result of [Read], in the order of the files and of their contents.
type Set struct {
	Calls []Call
	Skipped
}

const mostBytes = 64 << 20 // of one document, of a session, and of all responses of a set

// Read reads the calls of all sessions, up to 64 MiB.
func Read(paths []string, tool string) (set Set, err error) {
	room, beyond := mostBytes, 0
	set.Skipped, err = Sessions(paths, tool, func(s *Session) error {
		for _, e := range s.Events {
			n := len(e.Body) + len(e.Arguments)
			switch {
			case e.Kind != Result:
			case n > room:
				beyond++
			default:
				room -= n
				set.Calls = append(set.Calls, e.Call)
			}
		}
		return nil
	})
	set.Beyond += beyond
	if err != nil {
		return Set{}, err
	}
	return set, nil
}

// reader reads sessions.
type reader struct {
	root    *os.Root // of the names of files; nil if they are paths
	visit   func(*Session) error
	tool    string // of documents that name none
	session *Session
	bytes   int // of the session
	skipped Skipped
}

// Sessions reads files, and the .json, .jsonl, .ndjson and .jsonl.zst files of a folder that
// look like recordings. It calls visit with each session, and holds one at a time. A file of
// messages is a session, and so is each run of a file of agent runs. The numbered responses
// of a folder are one session. tool names the tool of documents that name none. Hidden
// folders are skipped. An error of visit ends the reading.
func Sessions(paths []string, tool string, visit func(*Session) error) (Skipped, error) {
	r := reader{visit: visit, tool: tool}
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && file != path && strings.HasPrefix(entry.Name(), "."):
				return fs.SkipDir
			case entry.IsDir(), file != path && !IsRecording(entry):
				return nil
			}
			return r.file(file)
		})
		if err = errors.Join(err, r.end()); err != nil {
			return r.skipped, err
		}
	}
	return r.skipped, nil
}

// Below is [Sessions] for files below a folder, such as those of a [Unit], in their order. It
// follows no link out of the folder.
func Below(root *os.Root, names []string, tool string, visit func(*Session) error) (Skipped, error) {
	r := reader{root: root, visit: visit, tool: tool}
	for _, name := range names {
		if err := r.file(name); err != nil {
			return r.skipped, errors.Join(err, r.end())
		}
	}
	return r.skipped, r.end()
}

// open opens a regular file.
func (r *reader) open(name string) (file *os.File, err error) {
	if r.root == nil {
		return os.Open(name)
	}
	if file, err = r.root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0); err != nil { // waits for no writer of a pipe
		return nil, err
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(fmt.Errorf("%s: no regular file", name), file.Close())
	}
	return file, nil
}

// begin begins a session, unless it goes on.
func (r *reader) begin(name string) error {
	if r.session != nil && r.session.Name == name {
		return nil
	}
	if err := r.end(); err != nil {
		return err
	}
	r.session, r.bytes = &Session{Name: name}, 0
	return nil
}

// end hands over the session. One without results is none.
func (r *reader) end() error {
	s := r.session
	r.session = nil
	if s == nil {
		return nil
	}
	results, requests := 0, 0
	for _, e := range s.Events {
		switch e.Kind {
		case Result:
			results++
		case Request:
			requests++
		}
	}
	if results == 0 {
		return nil
	}
	if requests == 0 {
		r.skipped.Unasked += results
	}
	return r.visit(s)
}

const manifestName = "manifest.json"

// IsRecording reports whether a file of a folder is read.
func IsRecording(entry fs.DirEntry) bool {
	name := entry.Name()
	return entry.Type().IsRegular() && name != manifestName && name != "tools-list.response.json" &&
		(slices.Contains([]string{".json", ".jsonl", ".ndjson"}, filepath.Ext(name)) || strings.HasSuffix(name, format.Extension))
}

var numbered = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]+-(.+)\.response\.json$`) })

// file reads one file.
func (r *reader) file(name string) error {
	file, err := r.open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if strings.HasSuffix(name, format.Extension) {
		isTorn, err := format.Read(file, r.events(name))
		if isTorn {
			r.skipped.Cut++
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	}
	known, err := r.manifestOf(name)
	if err != nil {
		return err
	}
	within := name
	if match := numbered().FindStringSubmatch(filepath.Base(name)); match != nil {
		within = filepath.Dir(name)
		if known.Tool == "" {
			known.Tool = match[1]
		}
	}
	if known.Tool == "" {
		known.Tool = r.tool
	}
	known.File = name
	if err := r.begin(within); err != nil {
		return err
	}
	if err := newStream(r, known).read(file); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// keep adds a result to the session, if there is room. A result with arguments, but without
// a recorded request, follows its own request.
func (r *reader) keep(c Call, isAsked bool) {
	if c.Tool == "" {
		r.skipped.Unnamed++
		return
	}
	if c.Arguments != nil && !isAsked {
		r.add(Event{Kind: Request, Call: Call{File: c.File, Server: c.Server, Tool: c.Tool, Arguments: c.Arguments}})
	}
	c.Client, c.Definition = r.session.Client, r.session.Definitions[c.Tool]
	if !r.add(Event{Kind: Result, Call: c}) {
		r.skipped.Beyond++
	}
}

// add adds an event, if there is room.
func (r *reader) add(e Event) bool {
	n := len(e.Body) + len(e.Arguments) + len(e.Text)
	if r.bytes+n > mostBytes {
		return false
	}
	r.bytes += n
	r.session.Events = append(r.session.Events, e)
	return true
}

// manifestOf returns the entry of a file in the manifest beside it.
func (r *reader) manifestOf(file string) (Call, error) {
	name := filepath.Join(filepath.Dir(file), manifestName)
	from, err := r.open(name)
	if err != nil {
		return Call{}, nil // a folder need not have one
	}
	defer from.Close()
	data, err := io.ReadAll(io.LimitReader(from, mostBytes))
	if err != nil {
		return Call{}, nil
	}
	var manifest struct {
		Server  string `json:"server"`
		Results []struct {
			File      string          `json:"file"`
			Tool      string          `json:"tool"`
			Arguments json.RawMessage `json:"arguments"`
		} `json:"results"`
	}
	if json.Unmarshal(data, &manifest) != nil {
		return Call{}, fmt.Errorf("%s: no manifest of recordings", name)
	}
	call := Call{Server: manifest.Server}
	for _, result := range manifest.Results {
		if filepath.Base(result.File) == filepath.Base(file) {
			call.Tool, call.Arguments = result.Tool, result.Arguments
		}
	}
	return call, nil
}
