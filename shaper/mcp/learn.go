package mcp

import (
	"bytes"
	"maps"
	"slices"
)

// The keys of _meta by which requests of a protocol without a handshake say who asks
// (MCP 2026-07-28).
const clientInfoKey = "io.modelcontextprotocol/clientInfo"

// learn notes who the client is.
func (s *Session) learn(method string, params *object) {
	info := object{}
	if method == "initialize" {
		info = params.inner("clientInfo")
	} else if meta := params.inner("_meta"); meta.has(clientInfoKey) {
		info = meta.inner(clientInfoKey)
	}
	if name := info.said("name"); name != "" {
		s.IsClient(name, info.said("version"))
	}
}

// hears notes whether the server tells the client when the list of tools changes.
func (s *Session) hears(listens bool) {
	s.mu.Lock()
	s.listens = listens
	s.mu.Unlock()
}

// ListChanged is the notification that the list of tools has changed, where the client
// would be told something else of one than it was; nil where it would not, where the
// server never said that it tells of changes, and where the client was told already and
// has not listed the tools since. It is for who follows the configuration.
//
// Until the client has listed the tools again its results fit what it was told: what is
// newly hidden is hidden at once, and what newly shows waits.
func (s *Session) ListChanged() []byte {
	s.mu.Lock()
	listens, all := s.listens, slices.Collect(maps.Values(s.told))
	s.mu.Unlock()
	changed := func(t *told) bool {
		o, _ := read(t.given)
		return !bytes.Equal(s.server.tell(t.name, &o).served, t.served)
	}
	if !listens || !slices.ContainsFunc(all, changed) || !s.isNews() {
		return nil
	}
	return []byte(`{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}`)
}

// isNews notes that the client is told of a change, unless it was.
func (s *Session) isNews() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.stale
	s.stale = true
	return !before
}

// ListChanged is that of the client.
func (x *Exchange) ListChanged() []byte { return x.session.ListChanged() }

// begins notes that a call has become a task.
func (s *Session) begins(task string, c Call) {
	s.mu.Lock()
	s.tasks.put(task, c)
	s.mu.Unlock()
}

// task is the call that a task answers.
func (s *Session) task(id string) (Call, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tasks.get(id)
}
