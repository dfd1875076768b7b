package mcp

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/recent"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/replicas"
)

// Session is the state of one client: its name, its list of tools, and its tasks. It is safe
// for concurrent use.
type Session struct {
	server *Server
	tools  toolList

	mu            sync.Mutex
	name, version string           // of the client
	tasks         recent.Map[Call] // by their ids

	initialized bool                           // the client said so
	logs        bool                           // the server declared logging
	logLevel    string                         // the client set it; "" is that it did not
	shared      atomic.Pointer[replicas.Place] // nil without other replicas
	heard       atomic.Pointer[string]         // the fault of the configuration that the client knows; nil is none
}

// mostTasks bounds the tasks of one client.
const mostTasks = 1 << 12

// Call holds the facts of a tools/call for its result.
type Call struct {
	Tool string
	// Profile, Mode and Fields are the caller's choices, if the configuration allows them
	// ([profiles.Delivery]).
	Profile, Mode string
	Fields        []string

	arguments []byte // words of them name parts of texts; nil if they are long

	by    *archive.Archive // the client; nil if unknown
	owner string           // the name of an unknown client, whose results have keys of their own

	asked  time.Time // set with an observer
	number uint64    // set with a recorder
}

// IsClient sets the name and version of the client (clientInfo).
func (s *Session) IsClient(name, version string) {
	s.mu.Lock()
	s.name, s.version = name, version
	s.mu.Unlock()
}

// Client returns the name and version of the client, "" if they are unknown.
func (s *Session) Client() (name, version string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.name, s.version
}

// client returns the facts of the client.
func (s *Session) client() profiles.Client {
	return s.server.eng.Profiles().Client(s.Client())
}

// Redact applies only the hiding rules to body, any message except a tool result. It returns
// body itself if nothing was hidden. For an unknown call the hiding rules of every tool act.
// The error is that of [shaper.Engine.Shape].
func (s *Session) Redact(ctx context.Context, c Call, body []byte) ([]byte, error) {
	return s.server.redact(ctx, c, body)
}

// RedactText is Redact for a text, such as that of an error. For a text that cannot be shown it
// returns a sentence that says so.
func (s *Session) RedactText(ctx context.Context, c Call, text string) string {
	out, err := s.server.redactText(ctx, c, []byte(text))
	if err != nil {
		return "this text cannot be shown"
	}
	return string(out)
}

// HideResult returns the result of a method with everything hidden that privacy and tiers
// hide in it, or the same slice if that is nothing. Members that the protocol needs stay
// (GUARANTEES, doors). It is for results of methods such as initialize and prompts/list;
// [Session.Result] handles those of tools.
func (s *Session) HideResult(ctx context.Context, method string, result []byte) []byte {
	form := exempt.Result(method)
	if form == nil {
		form = exempt.Of("any result")
	}
	return s.server.protect(ctx, form, result)
}

// HideParams is [Session.HideResult] of the params of a notification or a request of the
// server.
func (s *Session) HideParams(ctx context.Context, method string, params []byte) []byte {
	return s.server.protect(ctx, exempt.Params(method), params)
}
