package mcp

import (
	"sync"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// Server stands in front of one MCP server, for all of its clients. It is safe for
// concurrent use.
type Server struct {
	eng   *shaper.Engine
	limit int    // bytes of a message that is shaped
	name  string // that was given; "" is that the server says it

	observer Observer // nil is nobody
	listed   func(Listing)

	said  atomic.Pointer[string] // what the server says its name is
	fault atomic.Pointer[string] // of the configuration; nil is none
	open  atomic.Pointer[openMeta]

	mu       sync.Mutex
	told     map[string]*told // the last tools that were told, by what was given
	labelled map[string]bool  // tools that metrics know by name
	kept     recent[Call]     // whose results are in the archive, by their handles
}

// Option changes a [Server].
type Option func(*Server)

// WithName names the server, as entries of tool_overrides do: github in
// github.list_issues. Without it the name is what the server says of itself
// (serverInfo.name).
func WithName(name string) Option { return func(s *Server) { s.name = name } }

// WithLimit bounds the messages that are shaped, in bytes; the default is 64 MiB. A
// longer one passes as it came where nothing can be hidden in it, and is an error
// otherwise.
func WithLimit(bytes int) Option { return func(s *Server) { s.limit = bytes } }

const defaultLimit = 64 << 20

// Engine is a value that holds an engine: a [*shaper.Engine], the value that
// autoload.MustLoad returns, or a [*Server].
type Engine interface {
	Core() *shaper.Engine
}

// New returns a server over the engine of eng.
func New(eng Engine, opts ...Option) *Server {
	s := &Server{eng: eng.Core(), limit: defaultLimit, told: map[string]*told{}, kept: newRecent[Call](mostKept)}
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

// Name is the name of the server, "" as long as nobody knows it.
func (s *Server) Name() string {
	if s.name != "" {
		return s.name
	}
	if said := s.said.Load(); said != nil {
		return *said
	}
	return ""
}

// IsNamed says what the server calls itself.
func (s *Server) IsNamed(name string) { s.said.Store(&name) }

// Limit is how many bytes a message may have that is shaped.
func (s *Server) Limit() int { return s.limit }

// hides reports whether something may be hidden in a message of which nobody knows what
// it answers.
func (s *Server) hides() bool {
	hides, err := s.eng.Hides(shaper.Request{Tool: profiles.AnyTool, Transit: true})
	return hides || err != nil
}

// Session returns what is known of one more client.
func (s *Server) Session() *Session {
	return &Session{server: s, told: map[string]*told{}, tasks: newRecent[Call](mostTasks)}
}
