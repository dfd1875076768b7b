package mcp

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// toolList holds the tools that a client was told of. It is safe for concurrent use.
type toolList struct {
	server *Server

	mu      sync.Mutex
	told    map[string]*told // by name
	sent    int              // number of tools, repetitions included
	offered bool             // the client was offered RetrieveTool
	taken   bool             // the server has a tool of that name
	definer string           // the name of the offered [DefinitionTool]; "" is none
	views   bool             // the client shows views
	listens bool             // the server tells the client when its tools change
}

// mostTools bounds the tools of one client.
const mostTools = 1 << 14

// of returns the tool as the client knows it, or nil.
func (l *toolList) of(name string) *told {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.told[name]
}

// known is of for any tool: an unknown one is as its name alone would have it told.
func (l *toolList) known(name string) *told {
	t := l.of(name)
	if t == nil && name != "" {
		o, _ := read(append(scan.AppendQuote([]byte(`{"name":`), []byte(name)), '}'))
		t = l.server.tell(name, &o, false)
	}
	return t
}

// add records that the client was told of a tool.
func (l *toolList) add(t *told) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.taken = l.taken || t.name == RetrieveTool && t.served != nil
	l.sent++
	if _, known := l.told[t.name]; known || len(l.told) < mostTools {
		l.told[t.name] = t
	}
}

// offers reports whether the client was offered [RetrieveTool].
func (l *toolList) offers() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.offered || l.server.retrieves
}

// showsViews returns the last value given to [Session.ShowsViews].
func (l *toolList) showsViews() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.views
}

// changed reports whether a listening client would see another list of tools. sent is the
// number of tools it was sent so far.
func (l *toolList) changed(listens bool) (sent int, changed bool) {
	l.mu.Lock()
	listens, sent = listens || l.listens, l.sent
	views := l.views
	all, offered := slices.Collect(maps.Values(l.told)), l.offered || l.taken
	l.mu.Unlock()
	return sent, listens && slices.ContainsFunc(all, func(t *told) bool {
		o, _ := read(t.given)
		now := l.server.tell(t.name, &o, views)
		return !bytes.Equal(now.served, t.served) || l.server.mayCut(now) && !offered
	})
}

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
	s.tools.mu.Lock()
	all := slices.SortedFunc(maps.Values(s.tools.told), func(a, b *told) int { return cmp.Compare(a.name, b.name) })
	s.tools.mu.Unlock()
	client := s.client()
	l := Listing{Ruled: client.Budget().IsThere() || !isMirror(client.Text)}
	for _, t := range all {
		l.Tools = append(l.Tools, t.name)
		l.Ruled = l.Ruled || t.view == nil || !same(t.served, t.whole) || !t.view.Identity() || !isMirror(t.text) || len(t.caller) > 0
	}
	s.server.listed(l)
}
