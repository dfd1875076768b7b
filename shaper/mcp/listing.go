package mcp

import (
	"cmp"
	"maps"
	"slices"
)

// Listing is the list of tools of a server, after a client got its last page.
type Listing struct {
	Tools []string // their names, sorted
	// Ruled reports whether a rule of the configuration reaches a tool.
	Ruled bool
}

// WithListing has f called after each complete list of tools, before its last page goes to the
// client. f may be called concurrently.
func WithListing(f func(Listing)) Option { return func(s *Server) { s.listed = f } }

// listed reports the tools in the client's list.
func (s *Session) listed() {
	if s.server.listed == nil || s.server.closedBy() != nil {
		return
	}
	s.mu.Lock()
	all := slices.SortedFunc(maps.Values(s.told), func(a, b *told) int { return cmp.Compare(a.name, b.name) })
	s.mu.Unlock()
	client := s.client()
	l := Listing{Ruled: client.Budget().IsThere() || !isMirror(client.Text)}
	for _, t := range all {
		l.Tools = append(l.Tools, t.name)
		l.Ruled = l.Ruled || t.view == nil || !t.view.Identity() || !isMirror(t.text) || len(t.caller) > 0
	}
	s.server.listed(l)
}
