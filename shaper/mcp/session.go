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

// Session is one client: who it is, what it was told of the tools, and its tasks. It is
// safe for concurrent use.
type Session struct {
	server *Server

	mu            sync.Mutex
	name, version string           // of the client
	told          map[string]*told // by the name of the tool
	tasks         recent[Call]     // by their ids
	listens       bool             // the server tells it when the list of tools changes
	lists         int              // of how many tools it was told, with those it was told of again
	offered       bool             // it was told of the tool by which a model gets back what was left out
	taken         bool             // the server has a tool of that name

	views       bool                   // the client declared the extension for views
	initialized bool                   // the client said so
	logs        bool                   // the server declared logging
	logLevel    string                 // the client set it; "" is that it did not
	heard       atomic.Pointer[string] // the fault of the configuration that the client knows; nil is none
}

// What is kept for one client.
const (
	mostTools = 1 << 14
	mostTasks = 1 << 12
)

// Call is what is known of a tools/call when its result comes.
type Call struct {
	Tool string
	// Profile, Mode and Fields are what the caller chose, where the configuration lets
	// it ([profiles.Delivery]).
	Profile, Mode string
	Fields        []string

	by    *archive.Key // who asked; nil is that nobody told
	owner string       // the name of an unknown client, whose results have keys of their own

	asked time.Time // when, where somebody observes
}

// IsClient says who the client is, by its clientInfo.
func (s *Session) IsClient(name, version string) {
	s.mu.Lock()
	s.name, s.version = name, version
	s.mu.Unlock()
}

// client is what is known of the client.
func (s *Session) client() profiles.Client {
	s.mu.Lock()
	name, version := s.name, s.version
	s.mu.Unlock()
	return s.server.eng.Profiles().Client(name, version)
}

// toldOf is what the client was told of a tool, nil where that is nothing.
func (s *Session) toldOf(tool string) *told {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.told[tool]
}

// request is what is asked of the engine for a call.
func (s *Session) request(c Call, body []byte) shaper.Request {
	return shaper.Request{
		Server: s.server.Name(), Tool: cmp.Or(c.Tool, profiles.AnyTool), Profile: c.Profile, Mode: c.Mode, Fields: c.Fields, Body: body, Transit: true,
	}
}

// Obey returns what is no result of a tool with all hidden in it that must not be seen,
// and nothing done for comfort; the same slice where that is nothing. Where nobody knows
// which call it is of, the call names no tool, and what is hidden of any tool goes. The
// error is that of [shaper.Engine.Shape].
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

// obeyText is Obey of a text that is no JSON, in which some may stand: the same slice
// where nothing is hidden.
func (s *Session) obeyText(ctx context.Context, c Call, text []byte) ([]byte, error) {
	quoted := scan.AppendQuote(nil, text)
	out, err := s.Obey(ctx, c, quoted)
	if err != nil || same(out, quoted) {
		return text, err
	}
	return []byte(unquoted(out)), nil
}
