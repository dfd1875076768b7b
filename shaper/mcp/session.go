package mcp

import (
	"cmp"
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// Session is the state of one client: its name, its list of tools, and its tasks. It is safe
// for concurrent use.
type Session struct {
	server *Server

	mu            sync.Mutex
	name, version string           // of the client
	told          map[string]*told // by the name of the tool
	tasks         recent[Call]     // by their ids
	listens       bool             // the server tells it when the list of tools changes
	lists         int              // number of tools sent to the client, repetitions included
	offered       bool             // the client was offered RetrieveTool
	taken         bool             // the server has a tool of that name

	views       bool                   // the client declared the extension for views
	initialized bool                   // the client said so
	logs        bool                   // the server declared logging
	logLevel    string                 // the client set it; "" is that it did not
	heard       atomic.Pointer[string] // the fault of the configuration that the client knows; nil is none
}

// Bounds on the state of one client.
const (
	mostTools = 1 << 14
	mostTasks = 1 << 12
)

// Call holds the facts of a tools/call for its result.
type Call struct {
	Tool string
	// Profile, Mode and Fields are the caller's choices, if the configuration allows them
	// ([profiles.Delivery]).
	Profile, Mode string
	Fields        []string

	by    *archive.Key // the client; nil if unknown
	owner string       // the name of an unknown client, whose results have keys of their own

	asked time.Time // set with an observer
}

// IsClient sets the name and version of the client (clientInfo).
func (s *Session) IsClient(name, version string) {
	s.mu.Lock()
	s.name, s.version = name, version
	s.mu.Unlock()
}

// client returns the facts of the client.
func (s *Session) client() profiles.Client {
	s.mu.Lock()
	name, version := s.name, s.version
	s.mu.Unlock()
	return s.server.eng.Profiles().Client(name, version)
}

// toldOf returns the tool as the client knows it, or nil.
func (s *Session) toldOf(tool string) *told {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told[tool]
}

// request returns the request to the engine for a call.
func (s *Session) request(c Call, body []byte) shaper.Request {
	return shaper.Request{
		Server: s.server.Name(), Tool: cmp.Or(c.Tool, profiles.AnyTool), Profile: c.Profile, Mode: c.Mode, Fields: c.Fields, Body: body, Transit: true,
	}
}

// Obey applies only the hiding rules to body, any message except a tool result. It returns
// body itself if nothing was hidden. For an unknown call the hiding rules of every tool act.
// The error is that of [shaper.Engine.Shape].
func (s *Session) Obey(ctx context.Context, c Call, body []byte) ([]byte, error) {
	req := s.request(c, body)
	if hides, err := s.server.eng.Hides(req); err != nil || !hides {
		return body, err
	}
	req.HidingOnly = true
	res, err := s.server.eng.Shape(ctx, req)
	if err != nil {
		return nil, err
	}
	return res.Body, nil
}

// ObeyText is Obey of a text, such as that of an error. Of one that cannot be shown it
// says that.
func (s *Session) ObeyText(ctx context.Context, c Call, text string) string {
	out, err := s.obeyText(ctx, c, []byte(text))
	if err != nil {
		return "this text cannot be shown"
	}
	return string(out)
}

// obeyText is Obey for a text that is no JSON and may contain some. It returns text itself if
// nothing was hidden.
func (s *Session) obeyText(ctx context.Context, c Call, text []byte) ([]byte, error) {
	quoted := scan.AppendQuote(nil, text)
	out, err := s.Obey(ctx, c, quoted)
	if err != nil || same(out, quoted) {
		return text, err
	}
	return []byte(unquoted(out)), nil
}
