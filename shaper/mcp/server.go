package mcp

import (
	"sync"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/recent"
)

// Server stands in front of one MCP server, for all of its clients. It is safe for
// concurrent use.
type Server struct {
	redactor
	limit int    // bytes of a message that is shaped
	named string // set by the program; "": the server's own name

	retrieves bool // see [WithRetriever]

	observer Observer // nil without an observer
	recorder Recorder // nil without a recorder
	calls    atomic.Uint64
	listed   func(Listing)

	said  atomic.Pointer[string] // the server's own name
	fault atomic.Pointer[string] // of the configuration; nil is none

	mu        sync.Mutex
	told      map[string]*told // the last tools that were told, by what was given
	toldUnder *profiles.Set    // the configuration that told them
	labelled  map[string]bool  // tools that metrics know by name
	kept      recent.Map[Call] // whose results are in the archive, by their handles
}

// Option changes a [Server].
type Option func(*Server)

// WithName names the server, as entries of tool_overrides do: github in github.list_issues.
// The default is the server's own name (serverInfo.name).
func WithName(name string) Option { return func(s *Server) { s.named = name } }

// WithLimit bounds the messages that are shaped, in bytes; the default is 64 MiB. A longer one
// passes unchanged if no rule can hide anything in it, and is an error otherwise.
func WithLimit(bytes int) Option { return func(s *Server) { s.limit = bytes } }

const defaultLimit = 64 << 20

// Engine is a value that holds an engine: a [*shaper.Engine], the value that
// autoload.MustLoad returns, or a [*Server].
type Engine interface {
	Core() *shaper.Engine
}

// New returns a server over the engine of eng.
func New(eng Engine, opts ...Option) *Server {
	s := &Server{limit: defaultLimit, told: map[string]*told{}, kept: recent.New[Call](mostKept)}
	s.redactor.eng, s.redactor.name = eng.Core(), s.Name
	for _, o := range opts {
		o(s)
	}
	return s
}

// ServerOf returns eng itself if it is a [*Server], and [New] of it otherwise.
func ServerOf(eng Engine) *Server {
	if s, ok := eng.(*Server); ok {
		return s
	}
	return New(eng)
}

// Core returns the engine that shapes the results.
func (s *Server) Core() *shaper.Engine { return s.eng }

// Name returns the name of the server, or "" while it is unknown.
func (s *Server) Name() string {
	if s.named != "" {
		return s.named
	}
	if said := s.said.Load(); said != nil {
		return *said
	}
	return ""
}

// IsNamed sets the server's own name.
func (s *Server) IsNamed(name string) { s.said.Store(&name) }

// Limit returns the largest size of a shaped message in bytes.
func (s *Server) Limit() int { return s.limit }

// Session returns the state of a new client.
func (s *Server) Session() *Session {
	return &Session{server: s, tools: toolList{server: s, told: map[string]*told{}}, tasks: recent.New[Call](mostTasks)}
}
