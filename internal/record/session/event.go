package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// Event is one line of a session. docs/recording.md describes its members.
type Event struct {
	Kind string `json:"t"`  // session, tools, call, result or lost
	At   int64  `json:"at"` // milliseconds since 1970

	// Of a session, the first event of each file. A session can have several files.
	Format   int    `json:"format,omitempty"` // 1
	ID       string `json:"session,omitempty"`
	Part     int    `json:"part,omitempty"` // of the session, from 1 on
	Client   *Party `json:"client,omitempty"`
	Server   *Party `json:"server,omitempty"`
	Protocol string `json:"protocol,omitempty"`
	Raw      bool   `json:"raw,omitempty"` // no detector acted

	Tools []json.RawMessage `json:"tools,omitempty"` // definitions that are new or changed

	Number    uint64          `json:"n,omitempty"` // of a call; its result has the same one
	Tool      string          `json:"tool,omitempty"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	Bytes     int             `json:"bytes,omitempty"`    // of a result, before hiding
	Withheld  bool            `json:"withheld,omitempty"` // nothing could be hidden in it, so it is left out

	Events int `json:"events,omitempty"` // that were lost before this line
}

// Party is a client or a server.
type Party struct {
	Name    string `json:"name,omitempty"`
	Version string `json:"version,omitempty"`
}

// Kinds of events.
const (
	KindSession = "session"
	KindTools   = "tools"
	KindCall    = "call"
	KindResult  = "result"
	KindLost    = "lost"
)

// ErrNoSession is the error of a file that begins with no event of a session.
var ErrNoSession = errors.New("no recorded session")

// Read calls visit with each event of a file. isTorn tells that the file ends
// within a frame, as a writer leaves it that was killed. Nothing of that frame is read.
func Read(file io.Reader, visit func(e *Event) error) (isTorn bool, err error) {
	reader, isFirst := NewReader(file), true
	for {
		content, err := reader.Next()
		switch {
		case errors.Is(err, ErrTorn):
			return true, nil
		case errors.Is(err, io.EOF):
			return false, nil
		case err != nil:
			return false, err
		}
		for line := range bytes.Lines(content) {
			var e Event
			if err := json.Unmarshal(line, &e); err != nil {
				return false, errors.New("an event is not valid")
			}
			if isFirst && (e.Kind != KindSession || e.Format != 1) {
				return false, ErrNoSession
			}
			isFirst = false
			if err := visit(&e); err != nil {
				return false, err
			}
		}
	}
}
