package mcp

import (
	"bytes"
	"cmp"
	"context"
	"sync/atomic"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// redactor applies the hiding rules to messages of one server. It is safe for concurrent use.
type redactor struct {
	eng  *shaper.Engine
	name func() string            // of the server
	open atomic.Pointer[openMeta] // nil until a _meta was seen
}

// openMeta is the last _meta in which a configuration hid nothing. Servers send the same one
// with each result (MCP 2026-07-28, serverInfo).
type openMeta struct {
	by   *profiles.Set
	text string
}

// request returns the request to the engine for a call.
func (r *redactor) request(c Call, body []byte) shaper.Request {
	return shaper.Request{
		Server: r.name(), Tool: cmp.Or(c.Tool, profiles.AnyTool), Profile: c.Profile, Mode: c.Mode, Fields: c.Fields, Arguments: c.arguments, Body: body, Transit: true,
	}
}

// hides reports whether a rule may hide something in a message of an unknown request.
func (r *redactor) hides() bool {
	hides, err := r.eng.Hides(shaper.Request{Tool: profiles.AnyTool, Transit: true})
	return hides || err != nil
}

// redact is [Session.Redact].
func (r *redactor) redact(ctx context.Context, c Call, body []byte) ([]byte, error) {
	req := r.request(c, body)
	if hides, err := r.eng.Hides(req); err != nil || !hides {
		return body, err
	}
	req.HidingOnly = true
	res, err := r.eng.Shape(ctx, req)
	if err != nil {
		return nil, err
	}
	return res.Body, nil
}

// redactText is redact for a text that is no JSON and may contain some. It returns text itself
// if nothing was hidden.
func (r *redactor) redactText(ctx context.Context, c Call, text []byte) ([]byte, error) {
	quoted := scan.AppendQuote(nil, text)
	out, err := r.redact(ctx, c, quoted)
	if err != nil || same(out, quoted) {
		return text, err
	}
	return []byte(scan.Text(out)), nil
}

// line handles a text that is no message: a log, two messages in one, a message behind a byte
// order mark. The hiding rules act as in any text.
func (r *redactor) line(ctx context.Context, text []byte) []byte {
	if len(bytes.TrimSpace(text)) == 0 || !r.hides() {
		return text
	}
	out, err := r.redactText(ctx, Call{}, text)
	switch {
	case err != nil:
		return nil
	case same(out, text):
		return text
	}
	return bytes.ReplaceAll(out, []byte("\n"), []byte(" "))
}

// failure applies the hiding rules to a protocol error.
func (r *redactor) failure(ctx context.Context, c Call, fault []byte) []byte {
	around := append(append([]byte(`{"jsonrpc":"2.0","id":0,"error":`), fault...), '}')
	out, err := r.redact(ctx, c, around)
	o, ok := read(out)
	switch {
	case err != nil || !ok || !o.has("error"):
		return []byte(`{"code":-32603,"message":"the error cannot be shown"}`)
	case same(out, around):
		return fault
	}
	return exempt.Of("error").Restore(fault, o.value("error"))
}

// protect hides in a part of a message of one form.
func (r *redactor) protect(ctx context.Context, form *exempt.Form, body []byte) []byte {
	which := "last" // of two members of one name; both go out as that one
	req := shaper.Request{Server: r.name(), Tool: profiles.AnyTool, Dialect: "plain", Transit: true}
	req.Settings.Duplicates = &which
	if protects, err := r.eng.Protects(req); err == nil && !protects || len(body) == 0 {
		return body
	}
	return form.Hide(body, func(document []byte) ([]byte, error) {
		req.Body = document
		res, err := r.eng.Hide(ctx, req)
		return res.Body, err
	})
}

// beside is a member of a message that is no part of the protocol's, after hiding; the
// same slice if nothing was hidden.
func (r *redactor) beside(ctx context.Context, m *scan.Member, text []byte) []byte {
	value := text[m.Start:m.End]
	if !scan.IsOpener(value[0]) && (m.Name == "jsonrpc" || m.Name == "id" || m.Name == "method") {
		return value
	}
	holder := append(scan.AppendQuote([]byte{'{'}, []byte(m.Name)), ':')
	holder = append(append(holder, value...), '}')
	out, _ := read(r.protect(ctx, exempt.Strict, holder))
	switch {
	case same(out.text, holder):
		return value
	case out.has(m.Name):
		return out.value(m.Name)
	}
	return []byte("null")
}

// asks hides in the questions of a result that asks the client for input, and in its
// metadata. o is the result as it came.
func (r *redactor) asks(ctx context.Context, o *object, out []byte) []byte {
	if !o.has("inputRequests") {
		return r.metadata(ctx, o, out)
	}
	return r.protect(ctx, exempt.Result("input_required"), out)
}

// metadata applies the hiding rules to objects under reserved keys of _meta; the engine leaves
// those alone. o is the result before shaping, out after it.
func (r *redactor) metadata(ctx context.Context, o *object, out []byte) []byte {
	meta := o.value("_meta")
	if meta == nil || !exempt.HasReservedObject(meta) {
		return out
	}
	by, last := r.eng.Profiles(), r.open.Load() // loaded before protect: the configuration may change meanwhile
	if last != nil && last.text == string(meta) && last.by == by {
		return out
	}
	form := exempt.Of("_meta")
	if same(r.protect(ctx, form, meta), meta) {
		r.open.Store(&openMeta{by, string(meta)})
		return out
	}
	shaped, _ := read(out)
	at, ok := shaped.span("_meta")
	if !ok {
		return out
	}
	var changes edits
	changes.replace(out, at, r.protect(ctx, form, out[at.Start:at.End]))
	return changes.of(out)
}
