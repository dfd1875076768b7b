package mcp

import (
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/seed-7aa78ce4/shape/internal/scan"
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

// Mismatch returns the error response to a client's message that differs from its headers
// Mcp-Method and Mcp-Name (MCP 2026-07-28); nil if they agree. The headers repeat the method, and
// the name of the tool or prompt or the uri of the resource. The arguments are the values of the
// headers; without a value there is nothing to compare. A message that servers may read in
// several ways agrees with no header.
func Mismatch(msg []byte, methods, names []string) []byte {
	o, ok := readBoth(msg, "params")
	params := o.inner("params")
	method, member := o.said("method"), ""
	switch method {
	case "tools/call", "prompts/get":
		member = "name"
	case "resources/read":
		member = "uri"
	default:
		names = nil
	}
	isClear := ok && o.isPlain("id", "method", "params") && params.isPlain("name", "uri")
	hasMethod := len(methods) == 0 || len(methods) == 1 && methods[0] == method
	hasName := len(names) == 0
	if len(names) == 1 {
		name, isText := HeaderText(names[0])
		hasName = isText && name == params.said(member)
	}
	if len(methods)+len(names) == 0 || isClear && hasMethod && hasName {
		return nil
	}
	id := o.value("id")
	if id == nil || o.isAmbiguous("id") || scan.IsOpener(id[0]) {
		id = []byte("null")
	}
	return failure(id, -32020, "the headers Mcp-Method and Mcp-Name name another request than the message")
}

// HeaderText returns the text of a header such as Mcp-Name. The text may be encoded:
// =?base64?w7w=?= is ü. It returns false for a broken encoding.
func HeaderText(value string) (text string, ok bool) {
	const before, after = "=?base64?", "?="
	coded, begins := strings.CutPrefix(value, before)
	coded, ends := strings.CutSuffix(coded, after)
	if !begins || !ends {
		return value, true
	}
	decoded, err := base64.StdEncoding.DecodeString(coded)
	return string(decoded), err == nil && utf8.Valid(decoded)
}

// asker returns the clientInfo of a request.
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

// hears records whether the server reports changes of its tools, and whether it sends log
// messages by itself.
func (s *Session) hears(listens, logs bool) {
	s.mu.Lock()
	s.logs = logs
	s.mu.Unlock()
	s.tools.mu.Lock()
	s.tools.listens = listens
	s.tools.mu.Unlock()
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
	sent, changed := x.session.tools.changed(subscription != nil)
	if !changed || !x.isNews(sent) {
		return nil
	}
	msg := `{"jsonrpc":"2.0","method":"notifications/tools/list_changed"`
	if subscription != nil {
		msg += `,"params":{"_meta":{"` + subscriptionKey + `":` + string(subscription) + `}}`
	}
	return []byte(msg + "}")
}

// isNews records the notification of a change. It reports whether it is the first one since
// the client listed its tools.
func (x *Exchange) isNews(sent int) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	before := x.toldAt
	x.toldAt = sent
	return sent != before
}

// Begins records that a call became a task.
func (s *Session) Begins(task string, c Call) {
	s.mu.Lock()
	s.tasks.Put(task, c)
	s.mu.Unlock()
}

// Task returns the call of a task, if it is known.
func (s *Session) Task(id string) (Call, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tasks.Get(id)
}
