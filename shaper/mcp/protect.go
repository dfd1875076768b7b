package mcp

import (
	"context"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp/internal/exempt"
)

// HideResult returns the result of a method with everything hidden that privacy and tiers
// hide in it, or the same slice if that is nothing. Members that the protocol needs stay
// (GUARANTEES, doors). It is for results of methods such as initialize and prompts/list;
// [Session.Result] handles those of tools.
func (s *Session) HideResult(ctx context.Context, method string, result []byte) []byte {
	form := exempt.Result(method)
	if form == nil {
		form = exempt.Of("any result")
	}
	return s.protect(ctx, form, result)
}

// HideParams is [Session.HideResult] of the params of a notification or a request of the
// server.
func (s *Session) HideParams(ctx context.Context, method string, params []byte) []byte {
	return s.protect(ctx, exempt.Params(method), params)
}

// protect hides in a part of a message of one form.
func (s *Session) protect(ctx context.Context, form *exempt.Form, body []byte) []byte {
	return s.server.protect(ctx, form, body)
}

func (s *Server) protect(ctx context.Context, form *exempt.Form, body []byte) []byte {
	which := "last" // of two members of one name; both go out as that one
	req := shaper.Request{Server: s.Name(), Tool: profiles.AnyTool, Dialect: "plain", Transit: true}
	req.Settings.Duplicates = &which
	if protects, err := s.eng.Protects(req); err == nil && !protects || len(body) == 0 {
		return body
	}
	return form.Hide(body, func(document []byte) ([]byte, error) {
		req.Body = document
		res, err := s.eng.Hide(ctx, req)
		return res.Body, err
	})
}

// beside is a member of a message that is no part of the protocol's, after hiding; the
// same slice if nothing was hidden.
func (s *Session) beside(ctx context.Context, m *scan.Member, text []byte) []byte {
	value := text[m.Start:m.End]
	if !scan.IsOpener(value[0]) && (m.Name == "jsonrpc" || m.Name == "id" || m.Name == "method") {
		return value
	}
	holder := append(scan.AppendQuote([]byte{'{'}, []byte(m.Name)), ':')
	holder = append(append(holder, value...), '}')
	out, _ := read(s.protect(ctx, exempt.Strict, holder))
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
func (s *Session) asks(ctx context.Context, o *object, out []byte) []byte {
	if !o.has("inputRequests") {
		return s.metadata(ctx, o, out)
	}
	return s.protect(ctx, exempt.Result("input_required"), out)
}

// metadata applies the hiding rules to objects under reserved keys of _meta; the engine leaves
// those alone. o is the result before shaping, out after it.
func (s *Session) metadata(ctx context.Context, o *object, out []byte) []byte {
	meta := o.value("_meta")
	if meta == nil || !exempt.HasReservedObject(meta) || s.server.isOpen(meta) {
		return out
	}
	form := exempt.Of("_meta")
	if same(s.protect(ctx, form, meta), meta) {
		s.server.open.Store(&openMeta{s.server.eng.Profiles(), string(meta)})
		return out
	}
	shaped, _ := read(out)
	at, ok := shaped.span("_meta")
	if !ok {
		return out
	}
	var changes edits
	changes.replace(out, at, s.protect(ctx, form, out[at.Start:at.End]))
	return changes.of(out)
}

// openMeta is the last _meta in which a configuration hid nothing. Servers send the same one
// with each result (MCP 2026-07-28, serverInfo).
type openMeta struct {
	by   *profiles.Set
	text string
}

func (s *Server) isOpen(meta []byte) bool {
	last := s.open.Load()
	return last != nil && last.text == string(meta) && last.by == s.eng.Profiles()
}
