package mcp

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/recent"
)

// Exchange handles the messages of one stream between a client and the server: a connection,
// or one HTTP request with its answers. Ids belong to it, since several clients may use the
// same ids. It is safe for concurrent use.
type Exchange struct {
	session *Session
	pending pending

	mu           sync.Mutex
	by           *archive.Archive // of the client; nil if it is unknown
	owner        string           // the name of an unknown client
	subscription []byte           // the id of the request by which the client listens to changes of the tools
	toldAt       int              // tools that were sent when the client was told that they have changed
}

// Exchange returns one more stream of the client.
func (s *Session) Exchange() *Exchange {
	return &Exchange{session: s, pending: pending{by: recent.New[asked](mostPending)}, toldAt: -1}
}

// FromClient takes one message of the client, or a batch, without the line end. forward is the
// message for the server: the same slice if nothing changes, nil if it gets nothing. reply is
// an immediate answer to the client, or nil. A notification gets no answer.
func (x *Exchange) FromClient(ctx context.Context, msg []byte) (forward, reply []byte) {
	if isBatch(msg) {
		return x.batchFromClient(ctx, msg)
	}
	return x.fromClient(ctx, msg)
}

// batchFromClient handles a batch. It answers the requests that the server does not get, and
// forwards the rest.
func (x *Exchange) batchFromClient(ctx context.Context, msg []byte) (forward, reply []byte) {
	var changes edits
	var kept, replies [][]byte
	all := elements(msg)
	for _, at := range all {
		one, instead := x.fromClient(ctx, msg[at.Start:at.End])
		if instead != nil {
			replies = append(replies, instead)
		}
		if one != nil {
			kept = append(kept, one)
			changes.replace(msg, at, one)
		}
	}
	if len(kept) == len(all) {
		return changes.of(msg), nil
	}
	return listOf(kept), listOf(replies)
}

// listOf is a batch of messages, nil if there are none.
func listOf(all [][]byte) []byte {
	if len(all) == 0 {
		return nil
	}
	out := []byte{'['}
	for i, one := range all {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, one...)
	}
	return append(out, ']')
}

// fromClient takes one message.
func (x *Exchange) fromClient(ctx context.Context, msg []byte) (forward, reply []byte) {
	o, ok := readBoth(msg, "params")
	params := o.inner("params")
	switch {
	case len(bytes.TrimSpace(msg)) == 0:
		return msg, nil
	case (x.LimitsTools() || x.session.server.closedBy() != nil) && (!ok || !o.isPlain("id", "method", "params") || !params.isPlain("name")):
		return nil, unclear(&o) // it may call a tool that must not run
	case !ok, o.isAmbiguous("id", "method", "params"), params.isAmbiguous("name", "arguments", "taskId", "uri", "requestId"):
		return msg, nil // the kind of the answer is unknown
	}
	a := asked{method: o.said("method")}
	meta := params.inner("_meta")
	x.session.learn(a.method, &params, &meta)
	if a.method == "logging/setLevel" {
		x.save(ctx)
	}
	a.logLevel = meta.said(logLevelKey)
	forward = msg
	switch a.method {
	case "tools/call":
		if forward, reply = x.calls(ctx, &a, &o, &params); forward == nil {
			return nil, reply
		}
	case "resources/read":
		if reply, ok := x.retrieveResource(ctx, &o, params.said("uri")); ok {
			return nil, reply
		}
	case "tasks/get", "tasks/result":
		a.task = params.said("taskId")
	case "notifications/cancelled":
		if id := params.value("requestId"); id != nil {
			x.pending.take(id) // a late answer is ignored
		}
	}
	if id := o.value("id"); id != nil && a.method != "" {
		x.pending.put(lines.KeyOf(id), a)
	}
	return forward, nil
}

// calls handles a tools/call: forward is the message for the server, reply an answer in its
// place.
func (x *Exchange) calls(ctx context.Context, a *asked, o, params *object) (forward, reply []byte) {
	if why := x.session.closed(); why != nil { // a tool that writes must not run if its result cannot be shown
		return nil, answer(o, x.session.Refusal(Call{Tool: params.said("name")}, why))
	}
	tool := params.said("name")
	own := x.owned(x.session.callOf(tool))
	if result, ok := x.session.Answer(ctx, own, params.value("arguments")); ok {
		return nil, answer(o, result)
	}
	if x.session.Denies(tool) {
		return nil, failed(o, -32602, UnknownTool(tool))
	}
	var changed []byte
	var fault error
	if a.call, changed, fault = x.session.chosen(params); fault != nil {
		return nil, answer(o, x.session.Refusal(a.call, fault))
	}
	a.call = x.owned(a.call)
	x.session.recordCall(&a.call, changed)
	at, ok := o.span("params")
	if !ok {
		return o.text, nil
	}
	var changes edits
	changes.replace(o.text, at, changed)
	return changes.of(o.text), nil
}

// Calls records a call of a tool whose message is not seen: the program trusts a header with the
// name (Mcp-Name, MCP 2026-07-28). The first response of the stream answers it, whatever its id.
// Calls returns false and records nothing if the message is needed. That is so for a tool of
// shape's own, for a denied tool, for one whose caller may choose, and while the configuration
// is closed.
func (x *Exchange) Calls(tool string) bool {
	s := x.session
	isOwn := tool == RetrieveTool || slices.Contains(definitionTools, tool)
	if tool == "" || isOwn || s.closed() != nil || s.Denies(tool) || len(s.tools.known(tool).caller) > 0 {
		return false
	}
	a := asked{method: "tools/call", call: x.owned(s.callOf(tool))}
	s.recordCall(&a.call, []byte("{}"))
	x.pending.put(anyID, a)
	return true
}

// answer is a response with the id of a request.
func answer(request *object, result []byte) []byte {
	id := request.value("id")
	if id == nil {
		return nil
	}
	return response(id, result)
}

// unclear is the error response to a message that servers may read in several ways; nil for a
// notification.
func unclear(o *object) []byte {
	id := o.value("id")
	switch {
	case o.members != nil && id == nil:
		return nil
	case id == nil, o.isAmbiguous("id"), scan.IsOpener(id[0]):
		id = []byte("null")
	}
	return failure(id, -32600, "a message that can be read in several ways reaches no server while tools are limited or the configuration is refused")
}

// failed is the error response to a request; nil for a notification.
func failed(request *object, code int, message string) []byte {
	id := request.value("id")
	if id == nil {
		return nil
	}
	return failure(id, code, message)
}

// response is one, with an id.
func response(id, result []byte) []byte {
	out := append([]byte(`{"jsonrpc":"2.0","id":`), id...)
	return append(append(append(out, `,"result":`...), result...), '}')
}

// isBatch reports whether a message is a list of messages (MCP 2025-03-26).
func isBatch(msg []byte) bool {
	i := scan.Space(msg, 0)
	return i < len(msg) && msg[i] == '[' && len(elements(msg)) > 0
}

// LimitsTools reports whether the configuration allows or denies tools by name.
func (x *Exchange) LimitsTools() bool { return x.session.server.eng.Profiles().Lists().Limit() }

// Waits reports whether a request of the client was not answered yet.
func (x *Exchange) Waits() bool { return x.pending.has() }
