package mcp

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// A handler takes the result of a response, or the params of a notification, and returns the
// client's version of it. Each way for a tool's data to a client has one.
type door func(x *Exchange, ctx context.Context, a asked, o *object) []byte

// handlers holds the handlers of responses, by the method of the request. In a result of
// another method all hiding rules act.
var doors = map[string]door{
	"tools/list":               (*Exchange).tools,
	"tools/call":               (*Exchange).called,
	"tasks/result":             (*Exchange).taskResult,
	"tasks/get":                (*Exchange).task,
	"tasks/list":               (*Exchange).tasks,
	"tasks/cancel":             (*Exchange).obeys,
	"resources/list":           (*Exchange).protects,
	"resources/read":           (*Exchange).obeys,
	"resources/subscribe":      (*Exchange).protects,
	"resources/unsubscribe":    (*Exchange).protects,
	"resources/templates/list": (*Exchange).templates,
	"prompts/get":              (*Exchange).obeys,
	"prompts/list":             (*Exchange).protects,
	"completion/complete":      (*Exchange).completed,
	"logging/setLevel":         (*Exchange).protects,
	"ping":                     (*Exchange).protects,
	"initialize":               (*Exchange).introduced,
	"server/discover":          (*Exchange).introduced,

	"subscriptions/listen": (*Exchange).unsubscribed,
}

// noticeDoors are those of notifications. Behind its door each notification and each
// request of the server is closed but for the members that the protocol needs.
var noticeDoors = map[string]door{
	"notifications/message":      (*Exchange).logged,
	"notifications/tasks":        (*Exchange).task,
	"notifications/tasks/status": (*Exchange).task,

	"notifications/subscriptions/acknowledged": (*Exchange).subscribed,
}

// FromServer takes one message of the server, or a batch, without the line end. It returns the
// client's version, or the same slice if nothing changes.
//
// An unreadable line passes unchanged, unless a rule may hide something. Then it is handled as
// a text that may hold JSON. In a response without a request, or with two meanings, all hiding
// rules act.
func (x *Exchange) FromServer(ctx context.Context, msg []byte) []byte {
	if len(msg) > x.session.server.limit {
		return x.tooLong(msg)
	}
	if isBatch(msg) && IsMessage(msg) {
		var changes edits
		for _, at := range elements(msg) {
			changes.replace(msg, at, x.fromServer(ctx, msg[at.Start:at.End]))
		}
		return changes.of(msg)
	}
	return x.fromServer(ctx, msg)
}

func (x *Exchange) fromServer(ctx context.Context, msg []byte) []byte {
	o, ok := readBoth(msg, "result")
	if !ok || !o.has("method") && !o.has("result") && !o.has("error") {
		return x.session.line(ctx, msg)
	}
	if method := o.said("method"); method != "" && !o.has("result") {
		if x.session.server.closedBy() != nil && method != "notifications/subscriptions/acknowledged" {
			return x.closedNotice(ctx, &o, method)
		}
		return x.notice(ctx, &o, method)
	}
	a, known := x.waiting(&o)
	if closed := x.closedResponse(ctx, &o, a); closed != nil {
		return closed
	}
	open, isDoor := doors[a.method]
	if !known || !isDoor {
		open = (*Exchange).obeys // unknown kind of result
	}
	return x.respond(ctx, &o, a, open)
}

// respond replaces a result by the output of its handler. Of a name that stands twice, some
// readers take the first and some the last.
func (x *Exchange) respond(ctx context.Context, o *object, a asked, open door) []byte {
	var changes edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		switch {
		case m.Name == "result" && open != nil:
			result := o.innerAt(at)
			changes.replace(o.text, at, open(x, ctx, a, &result))
		case m.Name == "error":
			changes.replace(o.text, at, x.session.failure(ctx, a, o.text[m.Start:m.End]))
		case m.Name != "result":
			changes.replace(o.text, at, x.session.beside(ctx, &m, o.text))
		}
	}
	return changes.of(o.text)
}

// notice handles a notification, or a request of the server.
func (x *Exchange) notice(ctx context.Context, o *object, method string) []byte {
	open, form := noticeDoors[method], exempt.Params(method)
	if o.isAmbiguous("method", "params") {
		form = exempt.Strict // clients may differ in the method that they read
	}
	return x.asNotice(ctx, o, form, open)
}

// asNotice hides by a form in the params of a message of the server, after open if it is not
// nil. Beside the params it hides by the rules alone.
func (x *Exchange) asNotice(ctx context.Context, o *object, form *exempt.Form, open door) []byte {
	var changes edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		if m.Name != "params" {
			changes.replace(o.text, at, x.session.beside(ctx, &m, o.text))
			continue
		}
		params := o.innerAt(at)
		text := params.text
		if open != nil {
			text = open(x, ctx, asked{}, &params)
		}
		changes.replace(o.text, at, x.session.protect(ctx, form, text))
	}
	return changes.of(o.text)
}

// tools tells the client of the tools.
func (x *Exchange) tools(ctx context.Context, a asked, o *object) []byte {
	if !o.has("tools") {
		return x.obeys(ctx, a, o)
	}
	o = x.protected(ctx, a, o)
	unshared := x.session.unshared(o)
	if !same(unshared, o.text) {
		now, _ := read(unshared)
		o = &now
	}
	at, _ := o.span("tools")
	list := o.value("tools")
	var inList, changes edits
	for _, tool := range elements(list) {
		inList.replace(list, tool, x.session.Tool(list[tool.Start:tool.End]))
	}
	changes.replace(o.text, at, inList.of(list))
	told := changes.of(o.text)
	if o.said("nextCursor") == "" {
		x.session.listed()
	}
	if len(elements(list)) == 0 {
		return told
	}
	now, _ := read(told)
	return x.listed(&now, "tools", x.session.Offer)
}

// called handles the answer of a tool: a result, or a task that will have one.
func (x *Exchange) called(ctx context.Context, a asked, o *object) []byte {
	handle := *o
	if o.has("task") {
		handle = o.inner("task")
	}
	if id := handle.said("taskId"); id != "" {
		x.session.Begins(id, a.call)
	}
	return x.session.answered(ctx, a.method, a.call, o)
}

// taskResult handles the result of a task (MCP 2025-11-25).
func (x *Exchange) taskResult(ctx context.Context, a asked, o *object) []byte {
	call, known := x.session.Task(a.task)
	if !known {
		return x.obeys(ctx, a, o)
	}
	return x.session.answered(ctx, a.method, call, o)
}

// task handles a task that may hold its result (MCP 2026-07-28).
func (x *Exchange) task(ctx context.Context, a asked, o *object) []byte {
	at, ended := o.span("result")
	if o.twice || !ended {
		return x.obeys(ctx, a, o)
	}
	call, known := x.session.Task(cmp.Or(o.said("taskId"), a.task))
	if !known {
		return x.obeys(ctx, a, o)
	}
	var changes edits
	result := o.innerAt(at)
	changes.replace(o.text, at, x.session.answered(ctx, a.method, call, &result))
	return x.session.asks(ctx, o, x.obey(ctx, a, changes.of(o.text)))
}

// protects applies privacy and tiers to all members except those that the protocol needs.
func (x *Exchange) protects(ctx context.Context, a asked, o *object) []byte {
	form := exempt.Result(a.method)
	if form == nil {
		form = exempt.Strict
	}
	return x.session.protect(ctx, form, o.text)
}

// protected is protects for more work on the result: o itself if nothing is hidden.
func (x *Exchange) protected(ctx context.Context, a asked, o *object) *object {
	text := x.protects(ctx, a, o)
	if same(text, o.text) {
		return o
	}
	now, _ := read(text)
	return &now
}

// tasks handles the list of tasks.
func (x *Exchange) tasks(ctx context.Context, a asked, o *object) []byte {
	out := x.obeys(ctx, a, o)
	if same(out, o.text) {
		return out
	}
	return exempt.Result(a.method).Restore(o.text, out)
}

// obeys applies the hiding rules to a result.
func (x *Exchange) obeys(ctx context.Context, a asked, o *object) []byte {
	return x.session.asks(ctx, o, x.obey(ctx, a, o.text))
}

// obey applies the hiding rules to a text. A text that cannot be shaped becomes {}.
func (x *Exchange) obey(ctx context.Context, a asked, body []byte) []byte {
	out, err := x.session.Obey(ctx, a.call, body)
	if err != nil {
		return []byte(`{}`)
	}
	return out
}

// member applies the hiding rules to one member of a body.
func (x *Exchange) member(ctx context.Context, name string, o *object) []byte {
	var changes edits
	for _, m := range o.members {
		if m.Name == name {
			at := scan.Span{Start: m.Start, End: m.End}
			changes.replace(o.text, at, x.obey(ctx, asked{}, o.text[m.Start:m.End]))
		}
	}
	return changes.of(o.text)
}

// logged handles a log message, whose data is anything.
func (x *Exchange) logged(ctx context.Context, _ asked, params *object) []byte {
	return x.member(ctx, "data", params)
}

// completed handles completions: the server proposes the values.
func (x *Exchange) completed(ctx context.Context, a asked, o *object) []byte {
	text := o.text
	if at, ok := o.span("completion"); ok {
		var changes edits
		completion := o.innerAt(at)
		changes.replace(o.text, at, x.member(ctx, "values", &completion))
		text = changes.of(o.text)
	}
	return x.session.protect(ctx, exempt.Result(a.method), text)
}

// introduced records the server's name and whether it reports changes.
func (x *Exchange) introduced(ctx context.Context, a asked, o *object) []byte {
	able := o.inner("capabilities")
	tools := able.inner("tools")
	x.session.hears(string(tools.value("listChanged")) == "true", a.method == "initialize" && able.has("logging"))
	info := o.inner("serverInfo")
	if name := info.said("name"); name != "" {
		x.session.server.IsNamed(name)
	}
	return x.protects(ctx, a, o)
}

// subscribed notes that the client will be told when the list of tools changes (MCP
// 2026-07-28).
func (x *Exchange) subscribed(_ context.Context, _ asked, params *object) []byte {
	to, meta := params.inner("notifications"), params.inner("_meta")
	if id := meta.value(subscriptionKey); string(to.value("toolsListChanged")) == "true" && id != nil {
		x.subscribe(slices.Clone(id))
	}
	return params.text
}

// unsubscribed notes that it will be no longer.
func (x *Exchange) unsubscribed(ctx context.Context, a asked, o *object) []byte {
	x.subscribe(nil)
	return x.protects(ctx, a, o)
}

func (x *Exchange) subscribe(id []byte) {
	x.mu.Lock()
	x.subscription = id
	x.mu.Unlock()
}

// line handles a text that is no message: a log, two messages in one, a message behind a byte
// order mark. The hiding rules act as in any text.
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

// failure applies the hiding rules to a protocol error.
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
	return exempt.Of("error").Restore(fault, o.value("error"))
}
