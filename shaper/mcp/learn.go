package mcp

import (
	"bytes"
	"maps"
	"slices"
)

// Keys of _meta in a protocol without a handshake (MCP 2026-07-28): who asks, and the
// request by which a client subscribed to what it is told.
const (
	clientInfoKey   = "io.modelcontextprotocol/clientInfo"
	subscriptionKey = "io.modelcontextprotocol/subscriptionId"
)

// Peek says of a message of a client what it asks for, and who the client says it is;
// "" where the message does not say it.
func Peek(msg []byte) (method, client, version string) {
	o, _ := readBoth(msg, "params")
	params := o.inner("params")
	method = o.said("method")
	meta := params.inner("_meta")
	info := asker(method, &params, &meta)
	return method, info.said("name"), info.said("version")
}

// PeekTool says of a message of a client what it asks for, and the tool that it calls; ""
// where the message does not say it, as a batch does not.
func PeekTool(msg []byte) (method, tool string) {
	o, _ := readBoth(msg, "params")
	if method = o.said("method"); method == "tools/call" {
		params := o.inner("params")
		tool = params.said("name")
	}
	return method, tool
}

// asker is the clientInfo of a request.
func asker(method string, params, meta *object) object {
	if method == "initialize" {
		return params.inner("clientInfo")
	}
	return meta.inner(clientInfoKey)
}

// learn notes who the client is, whether it shows views, and whether it takes log messages.
func (s *Session) learn(method string, params, meta *object) {
	info := asker(method, params, meta)
	if name := info.said("name"); name != "" {
		s.IsClient(name, info.said("version"))
	}
	s.learnViews(method, params, meta)
	if method == "notifications/initialized" || method == "logging/setLevel" {
		s.learnLogs(method, params)
	}
}

// hears notes whether the server tells the client when the list of tools changes, and
// whether it sends log messages by itself.
func (s *Session) hears(listens, logs bool) {
	s.mu.Lock()
	s.listens, s.logs = listens, logs
	s.mu.Unlock()
}

// ListChanged is the notification that the list of tools has changed, where the client
// would be told something else of one than it was; nil where it would not, where the
// server never said that it tells of changes on this stream, and where the client was
// told on it already and has not listed the tools since. It is for who follows the
// configuration.
//
// Until the client has listed the tools again its results fit what it was told: what is
// newly hidden is hidden at once, and what newly shows waits.
func (x *Exchange) ListChanged() []byte {
	x.mu.Lock()
	subscription := x.subscription
	x.mu.Unlock()
	lists, changed := x.session.changed(subscription != nil)
	if !changed || !x.isNews(lists) {
		return nil
	}
	msg := `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"`
	if subscription != nil {
		msg += `,"params":{"_meta":{"` + subscriptionKey + `":` + string(subscription) + `}}`
	}
	return []byte(msg + "}")
}

// isNews notes that the client is told of a change, unless it was.
func (x *Exchange) isNews(lists int) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	before := x.toldAt
	x.toldAt = lists
	return lists != before
}

// changed reports whether the client would be told something else of a tool than it was,
// where it listens, and of how many tools it was told by now.
func (s *Session) changed(listens bool) (lists int, changed bool) {
	s.mu.Lock()
	listens, lists = listens || s.listens, s.lists
	views := s.views
	all, offered := slices.Collect(maps.Values(s.told)), s.offered || s.taken
	s.mu.Unlock()
	return lists, listens && slices.ContainsFunc(all, func(t *told) bool {
		o, _ := read(t.given)
		now := s.server.tell(t.name, &o, views)
		return !bytes.Equal(now.served, t.served) || s.server.mayCut(now) && !offered
	})
}

// Begins notes that a call has become a task.
func (s *Session) Begins(task string, c Call) {
	s.mu.Lock()
	s.tasks.put(task, c)
	s.mu.Unlock()
}

// Task is the call that a task answers, where that is known.
func (s *Session) Task(id string) (Call, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tasks.get(id)
}
