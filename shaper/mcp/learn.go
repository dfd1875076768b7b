package mcp

import (
	"bytes"
	"maps"
	"slices"
)

// Keys of _meta in a protocol without a handshake (MCP 2026-07-28): the client, and the
// request of the subscription to notifications.
const (
	clientInfoKey   = "io.modelcontextprotocol/clientInfo"
	subscriptionKey = "io.modelcontextprotocol/subscriptionId"
)

// Peek returns the method of a client's message, and the client's name and version; "" if the
// message does not contain them.
func Peek(msg []byte) (method, client, version string) {
	o, _ := readBoth(msg, "params")
	params := o.inner("params")
	method = o.said("method")
	meta := params.inner("_meta")
	info := asker(method, &params, &meta)
	return method, info.said("name"), info.said("version")
}

// PeekTool returns the method of a client's message and the tool it calls. They are "" if the
// message does not contain them; a batch does not.
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

// learn records the client's name, its support of views, and its wish for log messages.
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

// ListChanged returns the notification that the list of tools has changed, for a program that
// follows the configuration. It returns nil in three cases:
//
//   - The client would see the same list.
//   - The server never declared such notifications on this stream.
//   - The client was notified on the stream, and has not listed the tools since.
//
// Until the client has listed the tools again, its results fit the old list. New hiding rules
// act at once; newly visible values wait.
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

// changed reports whether a listening client would see another list of tools. lists is the
// number of tools it was sent so far.
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
