package mcp

import (
	"bytes"
	"context"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// Every way by which what a tool says may get to a client is a door. A door takes the
// result of a response, or the params of a notification, as they are written, and
// returns what the client gets.
type door func(x *Exchange, ctx context.Context, a asked, body []byte) []byte

// doors are those of responses, by the method of the request. Results of other methods
// pass as they came.
var doors = map[string]door{
	"tools/list":          (*Exchange).tools,
	"tools/call":          (*Exchange).called,
	"tasks/result":        (*Exchange).taskResult,
	"tasks/get":           (*Exchange).task,
	"tasks/list":          (*Exchange).obeys,
	"tasks/cancel":        (*Exchange).obeys,
	"resources/read":      (*Exchange).obeys,
	"prompts/get":         (*Exchange).obeys,
	"completion/complete": (*Exchange).completed,
	"initialize":          (*Exchange).introduced,
	"server/discover":     (*Exchange).introduced,

	"subscriptions/listen": (*Exchange).unsubscribed,
}

// noticeDoors are those of notifications.
var noticeDoors = map[string]door{
	"notifications/message":      (*Exchange).logged,
	"notifications/tasks":        (*Exchange).task,
	"notifications/tasks/status": (*Exchange).task,

	"notifications/subscriptions/acknowledged": (*Exchange).subscribed,
}

// untouched are methods whose results are the protocol's own.
var untouched = map[string]bool{
	"ping": true, "logging/setLevel": true, "resources/list": true, "resources/templates/list": true,
	"resources/subscribe": true, "resources/unsubscribe": true, "prompts/list": true,
}

// FromServer takes one message of the server, or a batch, without the end of the line,
// and returns what the client gets: the same slice when nothing changes.
//
// What cannot be read passes as it came, unless something may be hidden: then the line
// is a text like others, in which JSON may stand. A response to nothing that was asked,
// or one that says two things, is hidden from.
func (x *Exchange) FromServer(ctx context.Context, msg []byte) []byte {
	if len(msg) > x.session.server.limit {
		return x.tooLong(msg)
	}
	if isBatch(msg) {
		var changes edits
		for _, at := range elements(msg) {
			changes.replace(msg, at, x.fromServer(ctx, msg[at.Start:at.End]))
		}
		return changes.of(msg)
	}
	return x.fromServer(ctx, msg)
}

func (x *Exchange) fromServer(ctx context.Context, msg []byte) []byte {
	o, ok := read(msg)
	if !ok {
		return x.session.line(ctx, msg)
	}
	if method := o.said("method"); method != "" && !o.has("result") {
		return x.notice(ctx, &o, noticeDoors[method])
	}
	a, known := x.waiting(&o)
	open, isDoor := doors[a.method]
	if !known || !isDoor && !untouched[a.method] {
		open = (*Exchange).obeys // nobody knows what it answers
	}
	return x.respond(ctx, &o, a, open)
}

// respond puts what a door makes of a result in its place. A name that stands twice is
// read by some as the first, by some as the last.
func (x *Exchange) respond(ctx context.Context, o *object, a asked, open door) []byte {
	var changes edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		switch {
		case m.Name == "result" && open != nil:
			changes.replace(o.text, at, open(x, ctx, a, o.text[m.Start:m.End]))
		case m.Name == "error":
			changes.replace(o.text, at, x.session.failure(ctx, a, o.text[m.Start:m.End]))
		}
	}
	return changes.of(o.text)
}

// notice handles a notification, or a request of the server, which passes.
func (x *Exchange) notice(ctx context.Context, o *object, open door) []byte {
	var changes edits
	for _, m := range o.members {
		if m.Name == "params" && open != nil {
			at := scan.Span{Start: m.Start, End: m.End}
			changes.replace(o.text, at, open(x, ctx, asked{}, o.text[m.Start:m.End]))
		}
	}
	return changes.of(o.text)
}

// tools tells the client of the tools.
func (x *Exchange) tools(ctx context.Context, a asked, result []byte) []byte {
	o, ok := read(result)
	at, listed := o.span("tools")
	if !ok || !listed {
		return x.obeys(ctx, a, result)
	}
	list := o.value("tools")
	var inList, changes edits
	for _, tool := range elements(list) {
		inList.replace(list, tool, x.session.Tool(list[tool.Start:tool.End]))
	}
	changes.replace(result, at, inList.of(list))
	return changes.of(result)
}

// called handles what a tool answered: a result, or a task that will have one.
func (x *Exchange) called(ctx context.Context, a asked, result []byte) []byte {
	o, ok := read(result)
	handle := o
	if o.has("task") {
		handle = o.inner("task")
	}
	if id := handle.said("taskId"); id != "" {
		x.session.Begins(id, a.call)
	}
	if x.session.passes(a.call.Tool) {
		return result
	}
	return x.session.answered(ctx, a.call, &o, ok)
}

// taskResult handles the result of a task (MCP 2025-11-25).
func (x *Exchange) taskResult(ctx context.Context, a asked, result []byte) []byte {
	call, known := x.session.Task(a.task)
	if !known {
		return x.obeys(ctx, a, result)
	}
	return x.session.Result(ctx, call, result)
}

// task handles a task that may have come to a result, which is in it (MCP 2026-07-28).
func (x *Exchange) task(ctx context.Context, a asked, task []byte) []byte {
	o, ok := read(task)
	at, ended := o.span("result")
	if !ok || o.twice || !ended {
		return x.obeys(ctx, a, task)
	}
	id := o.said("taskId")
	if id == "" {
		id = a.task
	}
	call, known := x.session.Task(id)
	if !known {
		return x.obeys(ctx, a, task)
	}
	var changes edits
	changes.replace(task, at, x.session.Result(ctx, call, task[at.Start:at.End]))
	return x.obeys(ctx, a, changes.of(task))
}

// obeys hides what must not be seen. Of what cannot be shaped nothing is shown.
func (x *Exchange) obeys(ctx context.Context, a asked, body []byte) []byte {
	out, err := x.session.Obey(ctx, a.call, body)
	if err != nil {
		return []byte(`{}`)
	}
	return out
}

// member lets a door see one member of a body.
func (x *Exchange) member(ctx context.Context, name string, body []byte) []byte {
	o, _ := read(body)
	var changes edits
	for _, m := range o.members {
		if m.Name == name {
			at := scan.Span{Start: m.Start, End: m.End}
			changes.replace(body, at, x.obeys(ctx, asked{}, body[m.Start:m.End]))
		}
	}
	return changes.of(body)
}

// logged handles a log message, whose data is anything.
func (x *Exchange) logged(ctx context.Context, _ asked, params []byte) []byte {
	return x.member(ctx, "data", params)
}

// completed handles completions: the values are what a server proposes.
func (x *Exchange) completed(ctx context.Context, _ asked, result []byte) []byte {
	o, _ := read(result)
	at, ok := o.span("completion")
	if !ok {
		return result
	}
	var changes edits
	changes.replace(result, at, x.member(ctx, "values", o.value("completion")))
	return changes.of(result)
}

// introduced notes what the server calls itself, and whether it tells of changes.
func (x *Exchange) introduced(_ context.Context, _ asked, result []byte) []byte {
	o, _ := read(result)
	able := o.inner("capabilities")
	tools := able.inner("tools")
	x.session.hears(string(tools.value("listChanged")) == "true")
	info := o.inner("serverInfo")
	if name := info.said("name"); name != "" {
		x.session.server.IsNamed(name)
	}
	return result
}

// subscribed notes that the client will be told when the list of tools changes (MCP
// 2026-07-28).
func (x *Exchange) subscribed(_ context.Context, _ asked, params []byte) []byte {
	o, _ := read(params)
	to, meta := o.inner("notifications"), o.inner("_meta")
	if id := meta.value(subscriptionKey); string(to.value("toolsListChanged")) == "true" && id != nil {
		x.subscribe(slices.Clone(id))
	}
	return params
}

// unsubscribed notes that it will be no longer.
func (x *Exchange) unsubscribed(_ context.Context, _ asked, result []byte) []byte {
	x.subscribe(nil)
	return result
}

func (x *Exchange) subscribe(id []byte) {
	x.mu.Lock()
	x.subscription = id
	x.mu.Unlock()
}

// line is a text that is no message: a log, two messages in one, a message behind a byte
// order mark. What is to be hidden in it is hidden as in any text.
func (s *Session) line(ctx context.Context, text []byte) []byte {
	if len(bytes.TrimSpace(text)) == 0 || !s.server.hides() {
		return text
	}
	out, err := s.obeyText(ctx, Call{}, text)
	switch {
	case err != nil:
		return nil
	case same(out, text):
		return text
	}
	return bytes.ReplaceAll(out, []byte("\n"), []byte(" "))
}

// failure hides in what a protocol error says.
func (s *Session) failure(ctx context.Context, a asked, fault []byte) []byte {
	around := append(append([]byte(`{"jsonrpc":"2.0","id":0,"error":`), fault...), '}')
	out, err := s.Obey(ctx, a.call, around)
	o, ok := read(out)
	switch {
	case err != nil || !ok || !o.has("error"):
		return []byte(`{"code":-32603,"message":"the error cannot be shown"}`)
	case same(out, around):
		return fault
	}
	return o.value("error")
}
