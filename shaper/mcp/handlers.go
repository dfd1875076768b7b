package mcp

import (
	"cmp"
	"context"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// A handler takes the result of a response, or the params of a notification, and returns the
// client's version of it. Each way for a tool's data to a client has one.
type handler func(x *Exchange, ctx context.Context, a asked, o *object) []byte

// handlers holds the handlers of responses, by the method of the request. In a result of
// another method all hiding rules act.
var handlers = map[string]handler{
	"tools/list":               (*Exchange).tools,
	"tools/call":               (*Exchange).called,
	"tasks/result":             (*Exchange).taskResult,
	"tasks/get":                (*Exchange).task,
	"tasks/list":               (*Exchange).tasks,
	"tasks/cancel":             (*Exchange).redact,
	"resources/list":           (*Exchange).protects,
	"resources/read":           (*Exchange).redact,
	"resources/subscribe":      (*Exchange).protects,
	"resources/unsubscribe":    (*Exchange).protects,
	"resources/templates/list": (*Exchange).templates,
	"prompts/get":              (*Exchange).redact,
	"prompts/list":             (*Exchange).protects,
	"completion/complete":      (*Exchange).completed,
	"logging/setLevel":         (*Exchange).protects,
	"ping":                     (*Exchange).protects,
	"initialize":               (*Exchange).onInitialize,
	"server/discover":          (*Exchange).onInitialize,

	"subscriptions/listen": (*Exchange).unsubscribed,
}

// noticeHandlers holds the handlers of notifications. After them each notification and each
// request of the server shows only the members that the protocol needs.
var noticeHandlers = map[string]handler{
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
		return x.session.server.line(ctx, msg)
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
	handle, isKnown := handlers[a.method]
	if !known || !isKnown {
		handle = (*Exchange).redact // unknown kind of result
	}
	return x.respond(ctx, &o, a, handle)
}

// respond replaces a result by the output of its handler. Of a name that stands twice, some
// readers take the first and some the last.
func (x *Exchange) respond(ctx context.Context, o *object, a asked, handle handler) []byte {
	var changes edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		switch {
		case m.Name == "result" && handle != nil:
			result := o.innerAt(at)
			changes.replace(o.text, at, handle(x, ctx, a, &result))
		case m.Name == "error":
			changes.replace(o.text, at, x.session.server.failure(ctx, a.call, o.text[m.Start:m.End]))
		case m.Name != "result":
			changes.replace(o.text, at, x.session.server.beside(ctx, &m, o.text))
		}
	}
	return changes.of(o.text)
}

// notice handles a notification, or a request of the server.
func (x *Exchange) notice(ctx context.Context, o *object, method string) []byte {
	handle, form := noticeHandlers[method], exempt.Params(method)
	if o.isAmbiguous("method", "params") {
		form = exempt.Strict // clients may differ in the method that they read
	}
	return x.asNotice(ctx, o, form, handle)
}

// asNotice hides by a form in the params of a message of the server, after handle if it is not
// nil. Beside the params it hides by the rules alone.
func (x *Exchange) asNotice(ctx context.Context, o *object, form *exempt.Form, handle handler) []byte {
	var changes edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		if m.Name != "params" {
			changes.replace(o.text, at, x.session.server.beside(ctx, &m, o.text))
			continue
		}
		params := o.innerAt(at)
		text := params.text
		if handle != nil {
			text = handle(x, ctx, asked{}, &params)
		}
		changes.replace(o.text, at, x.session.server.protect(ctx, form, text))
	}
	return changes.of(o.text)
}

// tools tells the client of the tools.
func (x *Exchange) tools(ctx context.Context, a asked, o *object) []byte {
	if !o.has("tools") {
		return x.redact(ctx, a, o)
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
		return x.redact(ctx, a, o)
	}
	return x.session.answered(ctx, a.method, call, o)
}

// task handles a task that may hold its result (MCP 2026-07-28).
func (x *Exchange) task(ctx context.Context, a asked, o *object) []byte {
	at, ended := o.span("result")
	if o.twice || !ended {
		return x.redact(ctx, a, o)
	}
	call, known := x.session.Task(cmp.Or(o.said("taskId"), a.task))
	if !known {
		return x.redact(ctx, a, o)
	}
	var changes edits
	result := o.innerAt(at)
	changes.replace(o.text, at, x.session.answered(ctx, a.method, call, &result))
	return x.session.server.asks(ctx, o, x.redactBody(ctx, a, changes.of(o.text)))
}

// protects applies privacy and tiers to all members except those that the protocol needs.
func (x *Exchange) protects(ctx context.Context, a asked, o *object) []byte {
	form := exempt.Result(a.method)
	if form == nil {
		form = exempt.Strict
	}
	return x.session.server.protect(ctx, form, o.text)
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
	out := x.redact(ctx, a, o)
	if same(out, o.text) {
		return out
	}
	return exempt.Result(a.method).Restore(o.text, out)
}

// redact applies the hiding rules to a result.
func (x *Exchange) redact(ctx context.Context, a asked, o *object) []byte {
	return x.session.server.asks(ctx, o, x.redactBody(ctx, a, o.text))
}

// redactBody applies the hiding rules to a text. A text that cannot be shaped becomes {}.
func (x *Exchange) redactBody(ctx context.Context, a asked, body []byte) []byte {
	out, err := x.session.server.redact(ctx, a.call, body)
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
			changes.replace(o.text, at, x.redactBody(ctx, asked{}, o.text[m.Start:m.End]))
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
	return x.session.server.protect(ctx, exempt.Result(a.method), text)
}

// onInitialize records the server's name and whether it reports changes.
func (x *Exchange) onInitialize(ctx context.Context, a asked, o *object) []byte {
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
