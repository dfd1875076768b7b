package mcp

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/lines"
)

// reply is one message of the server on its way to the client.
type reply struct {
	x       *Exchange
	session *Session
	request asked // that it answers; the zero value is none or an unknown one
}

// A handler takes the result of a response, or the params of a notification, and returns the
// client's version of it. Each way for a tool's data to a client has one.
type handler func(r *reply, ctx context.Context, o *object) []byte

// handlers holds the handlers of responses, by the method of the request. In a result of
// another method all hiding rules act.
var handlers = map[string]handler{
	"tools/list":               (*reply).tools,
	"tools/call":               (*reply).called,
	"tasks/result":             (*reply).taskResult,
	"tasks/get":                (*reply).task,
	"tasks/list":               (*reply).tasks,
	"tasks/cancel":             (*reply).redact,
	"resources/list":           (*reply).protects,
	"resources/read":           (*reply).redact,
	"resources/subscribe":      (*reply).protects,
	"resources/unsubscribe":    (*reply).protects,
	"resources/templates/list": (*reply).templates,
	"prompts/get":              (*reply).redact,
	"prompts/list":             (*reply).protects,
	"completion/complete":      (*reply).completed,
	"logging/setLevel":         (*reply).protects,
	"ping":                     (*reply).protects,
	"initialize":               (*reply).onInitialize,
	"server/discover":          (*reply).onInitialize,

	"subscriptions/listen": (*reply).unsubscribed,
}

// noticeHandlers holds the handlers of notifications. After them each notification and each
// request of the server shows only the members that the protocol needs.
var noticeHandlers = map[string]handler{
	"notifications/message":      (*reply).logged,
	"notifications/tasks":        (*reply).task,
	"notifications/tasks/status": (*reply).task,

	"notifications/subscriptions/acknowledged": (*reply).subscribed,
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
		if list := x.brokenList(ctx, msg); list != nil {
			return list
		}
		return x.session.server.line(ctx, msg)
	}
	r := &reply{x: x, session: x.session}
	if method := o.said("method"); method != "" && !o.has("result") {
		if x.session.server.closedBy() != nil && method != "notifications/subscriptions/acknowledged" {
			return r.closedNotice(ctx, &o, method)
		}
		return r.notice(ctx, &o, method)
	}
	if id := o.value("id"); id != nil && !o.twice {
		r.request = x.takes(ctx, id)
	}
	if closed := r.closedResponse(ctx, &o); closed != nil {
		return closed
	}
	handle := handlers[r.request.method]
	if handle == nil {
		handle = (*reply).redact // unknown kind of result
	}
	return r.respond(ctx, &o, handle)
}

// brokenList is the error response in the place of a list of tools that cannot be read while
// tools are limited. It is nil for any other message.
func (x *Exchange) brokenList(ctx context.Context, msg []byte) []byte {
	if !x.LimitsTools() {
		return nil
	}
	var r lines.ID
	if r.Take(msg); r.Text() == nil {
		return nil
	}
	if x.takes(ctx, r.Text()).method != "tools/list" {
		return nil
	}
	return Failure(r.Text(), "the list of tools cannot be read, and its tools are limited")
}

// respond replaces a result by the output of its handler. Of a name that stands twice, some
// readers take the first and some the last.
func (r *reply) respond(ctx context.Context, o *object, handle handler) []byte {
	var changes edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		switch m.Name {
		case "result":
			result := o.innerAt(at)
			changes.replace(o.text, at, handle(r, ctx, &result))
		case "error":
			changes.replace(o.text, at, r.session.server.failure(ctx, r.request.call, o.text[m.Start:m.End]))
		default:
			changes.replace(o.text, at, r.session.server.beside(ctx, &m, o.text))
		}
	}
	return changes.of(o.text)
}

// notice handles a notification, or a request of the server.
func (r *reply) notice(ctx context.Context, o *object, method string) []byte {
	handle, form := noticeHandlers[method], exempt.Params(method)
	if o.isAmbiguous("method", "params") {
		form = exempt.Strict // clients may differ in the method that they read
	}
	return r.asNotice(ctx, o, form, handle)
}

// asNotice hides by a form in the params of a message of the server, after handle if it is not
// nil. Beside the params it hides by the rules alone.
func (r *reply) asNotice(ctx context.Context, o *object, form *exempt.Form, handle handler) []byte {
	var changes edits
	for _, m := range o.members {
		at := scan.Span{Start: m.Start, End: m.End}
		if m.Name != "params" {
			changes.replace(o.text, at, r.session.server.beside(ctx, &m, o.text))
			continue
		}
		params := o.innerAt(at)
		text := params.text
		if handle != nil {
			text = handle(r, ctx, &params)
		}
		changes.replace(o.text, at, r.session.server.protect(ctx, form, text))
	}
	return changes.of(o.text)
}

// tools tells the client of the tools.
func (r *reply) tools(ctx context.Context, o *object) []byte {
	if !o.has("tools") {
		return r.redact(ctx, o)
	}
	r.session.record(RecordTools, Call{}, o.text)
	o = r.protected(ctx, o)
	unshared := r.session.unshared(o)
	if !same(unshared, o.text) {
		now, _ := read(unshared)
		o = &now
	}
	at, _ := o.span("tools")
	list := o.value("tools")
	var inList, changes edits
	var shown [][]byte
	all := elements(list)
	for _, tool := range all {
		if one := r.session.Tool(list[tool.Start:tool.End]); one != nil {
			shown = append(shown, one)
			inList.replace(list, tool, one)
		}
	}
	if len(shown) < len(all) {
		list = append(append([]byte{'['}, bytes.Join(shown, []byte(","))...), ']')
	} else {
		list = inList.of(list)
	}
	changes.replace(o.text, at, list)
	told := changes.of(o.text)
	if o.said("nextCursor") == "" {
		r.session.listed()
	}
	if len(all) > 0 {
		now, _ := read(told)
		told = withLast(&now, "tools", r.session.Offers)
	}
	r.x.save(ctx)
	return told
}

// called handles the answer of a tool: a result, or a task that will have one.
func (r *reply) called(ctx context.Context, o *object) []byte {
	handle := *o
	if o.has("task") {
		handle = o.inner("task")
	}
	if id := handle.said("taskId"); id != "" {
		r.x.begins(ctx, id, r.request)
	}
	return r.session.answered(ctx, r.request.method, r.request.call, o)
}

// taskResult handles the result of a task (MCP 2025-11-25).
func (r *reply) taskResult(ctx context.Context, o *object) []byte {
	call, known := r.x.ofTask(ctx, r.request.task)
	if !known {
		return r.redact(ctx, o)
	}
	return r.session.answered(ctx, r.request.method, call, o)
}

// task handles a task that may hold its result (MCP 2026-07-28).
func (r *reply) task(ctx context.Context, o *object) []byte {
	at, ended := o.span("result")
	if o.twice || !ended {
		return r.redact(ctx, o)
	}
	call, known := r.x.ofTask(ctx, cmp.Or(o.said("taskId"), r.request.task))
	if !known {
		return r.redact(ctx, o)
	}
	var changes edits
	result := o.innerAt(at)
	changes.replace(o.text, at, r.session.answered(ctx, r.request.method, call, &result))
	return r.session.server.asks(ctx, o, r.redactBody(ctx, changes.of(o.text)))
}

// protects applies privacy and tiers to all members except those that the protocol needs.
func (r *reply) protects(ctx context.Context, o *object) []byte {
	form := exempt.Result(r.request.method)
	if form == nil {
		form = exempt.Strict
	}
	return r.session.server.protect(ctx, form, o.text)
}

// protected is protects for more work on the result: o itself if nothing is hidden.
func (r *reply) protected(ctx context.Context, o *object) *object {
	text := r.protects(ctx, o)
	if same(text, o.text) {
		return o
	}
	now, _ := read(text)
	return &now
}

// tasks handles the list of tasks.
func (r *reply) tasks(ctx context.Context, o *object) []byte {
	out := r.redact(ctx, o)
	if same(out, o.text) {
		return out
	}
	return exempt.Result(r.request.method).Restore(o.text, out)
}

// redact applies the hiding rules to a result.
func (r *reply) redact(ctx context.Context, o *object) []byte {
	return r.session.server.asks(ctx, o, r.redactBody(ctx, o.text))
}

// redactBody applies the hiding rules to a text. A text that cannot be shaped becomes {}.
func (r *reply) redactBody(ctx context.Context, body []byte) []byte {
	out, err := r.session.server.redact(ctx, r.request.call, body)
	if err != nil {
		return []byte(`{}`)
	}
	return out
}

// member applies the hiding rules to one member of a body.
func (r *reply) member(ctx context.Context, name string, o *object) []byte {
	var changes edits
	for _, m := range o.members {
		if m.Name == name {
			at := scan.Span{Start: m.Start, End: m.End}
			changes.replace(o.text, at, r.redactBody(ctx, o.text[m.Start:m.End]))
		}
	}
	return changes.of(o.text)
}

// logged handles a log message, whose data is anything.
func (r *reply) logged(ctx context.Context, params *object) []byte {
	return r.member(ctx, "data", params)
}

// completed handles completions: the server proposes the values.
func (r *reply) completed(ctx context.Context, o *object) []byte {
	text := o.text
	if at, ok := o.span("completion"); ok {
		var changes edits
		completion := o.innerAt(at)
		changes.replace(o.text, at, r.member(ctx, "values", &completion))
		text = changes.of(o.text)
	}
	return r.session.server.protect(ctx, exempt.Result(r.request.method), text)
}

// onInitialize records the server's name and whether it reports changes.
func (r *reply) onInitialize(ctx context.Context, o *object) []byte {
	able := o.inner("capabilities")
	tools := able.inner("tools")
	r.session.hears(string(tools.value("listChanged")) == "true", r.request.method == "initialize" && able.has("logging"))
	info := o.inner("serverInfo")
	if name := info.said("name"); name != "" {
		r.session.server.IsNamed(name)
	}
	r.x.save(ctx)
	r.session.record(RecordServer, Call{}, o.text)
	return r.protects(ctx, o)
}

// subscribed notes that the client will be told when the list of tools changes (MCP
// 2026-07-28).
func (r *reply) subscribed(_ context.Context, params *object) []byte {
	to, meta := params.inner("notifications"), params.inner("_meta")
	if id := meta.value(subscriptionKey); string(to.value("toolsListChanged")) == "true" && id != nil {
		r.x.subscribe(slices.Clone(id))
	}
	return params.text
}

// unsubscribed notes that it will be no longer.
func (r *reply) unsubscribed(ctx context.Context, o *object) []byte {
	r.x.subscribe(nil)
	return r.protects(ctx, o)
}

func (x *Exchange) subscribe(id []byte) {
	x.mu.Lock()
	x.subscription = id
	x.mu.Unlock()
}
