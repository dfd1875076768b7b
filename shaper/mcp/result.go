package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/toolresult"
)

// Result returns the client's version of a CallToolResult, or the same bytes if nothing
// changes. It never fails. A result that cannot be shaped and may hold hidden data becomes a
// tool error. The error has no content and says that the tool already ran (GUARANTEES,
// failure).
//
// In a task, a question and a result of an unknown form only the hiding rules act.
// nothing else.
func (s *Session) Result(ctx context.Context, c Call, result []byte) []byte {
	w := s.watch("tools/call", c)
	if s.passes(c.Tool) {
		return w.ends(result, result)
	}
	o, _ := read(result)
	return w.ends(result, s.server.metadata(ctx, &o, s.trimmed(ctx, c, &o, w)))
}

// answered is Result for a parsed result, requested by a method.
func (s *Session) answered(ctx context.Context, method string, c Call, o *object) []byte {
	w := s.watch(method, c)
	if s.passes(c.Tool) {
		return w.ends(o.text, o.text)
	}
	return w.ends(o.text, s.server.metadata(ctx, o, s.trimmed(ctx, c, o, w)))
}

// trimmed is a result that may change.
func (s *Session) trimmed(ctx context.Context, c Call, o *object, w *watch) []byte {
	switch kind := o.said("resultType"); {
	case kind != "" && kind != "complete", o.has("task"), !o.has("content") && !o.has("structuredContent"):
		out, err := s.server.redact(ctx, c, o.text)
		if err != nil {
			w.refused(err)
			return s.refusal(o, c, err)
		}
		return s.server.asks(ctx, o, out)
	}
	out, err := s.shaped(ctx, c, o, w)
	if err != nil {
		w.refused(err)
		return s.refusal(o, c, err)
	}
	return out
}

// passes reports whether nothing changes in any result of a tool, so that each passes as
// it came, with the white space in its texts.
func (s *Session) passes(tool string) bool {
	t := s.tools.of(tool)
	if t == nil && tool != "" {
		o, _ := read(append(scan.AppendQuote([]byte(`{"name":`), []byte(tool)), '}'))
		t = s.server.tell(tool, &o, false)
	}
	if t == nil || !t.isCurrent(s.server) || !t.view.Identity() {
		return false
	}
	client := s.client()
	return t.view.IsOff() || isMirror(t.text) && isMirror(client.Text) && !client.Budget().IsThere()
}

func isMirror(mode string) bool { return mode == "" || mode == "mirror" }

// shaped shapes a result as the client was told that it is.
func (s *Session) shaped(ctx context.Context, c Call, o *object, w *watch) ([]byte, error) {
	req, t := s.server.request(c, o.text), s.tools.of(c.Tool)
	client := s.client()
	req.Budget, req.Reads = client.Budget(), client.Reads
	if t != nil {
		req.Schema, req.AsData, req.NoteMember = t.schema, t.data, t.note
		req.Text = cmp.Or(client.Text, t.text)
	}
	req.Archive, req.Retrieve = s.archiveFor(c), ""
	if s.tools.offers() {
		req.Retrieve = RetrieveTool
	}
	if req.Schema == nil || !o.has("structuredContent") {
		req.Schema = nil
		return s.delivered(ctx, c, req, w)
	}
	out, err := s.delivered(ctx, c, req, w)
	if fault, ok := errors.AsType[*shaper.Error](err); ok && fault.Reason == "schema" && string(o.value("isError")) == "true" {
		req.Schema, req.Body = nil, factual(o)
		return s.delivered(ctx, c, req, w)
	}
	return out, err
}

// delivered shapes a result.
func (s *Session) delivered(ctx context.Context, c Call, req shaper.Request, w *watch) ([]byte, error) {
	res, err := s.server.eng.Shape(ctx, req)
	if err != nil {
		return nil, err
	}
	w.tells(res.Report, &req)
	if res.Report.Fit.Over && res.Report.Kept.Err == nil { // else nothing is left out at all
		return nil, errTooSmall
	}
	s.server.keeps(res.Report.Kept.Handle, c)
	return res.Body, nil
}

// errTooSmall is the error of a result that does not get small enough for its budget.
var errTooSmall = errors.New("budget_too_small: the result does not get small enough for its budget")

// factual returns a failure without its structuredContent, since that fits no advertised
// schema. The value moves into a text, unless there is a text already.
func factual(o *object) []byte {
	drop := func(name string) bool { return name == "structuredContent" }
	if !isBlank(o.value("content")) {
		return o.without(drop)
	}
	text := toolresult.Text(scan.AppendCompact(nil, o.value("structuredContent")))
	return o.without(func(name string) bool { return drop(name) || name == "content" }, member{"content", listOf([][]byte{text})})
}

// isBlank reports whether a list of blocks holds none.
func isBlank(content []byte) bool { return len(elements(content)) == 0 }

// refusalOf is the tool error of a call that was made.
func refusalOf(c Call, fault string) []byte {
	return toolresult.Error(fmt.Sprintf("%s already ran, but its result cannot be shown: %s", cmp.Or(c.Tool, "the tool"), fault))
}

// staleHint tells the reader of a refusal how to get a result again. It applies if the result
// misses the schema because the client has the schema of an earlier configuration.
func (s *Session) staleHint(c Call, err error) string {
	fault, ok := errors.AsType[*shaper.Error](err)
	if t := s.tools.of(c.Tool); !ok || fault.Reason != "schema" || t == nil || t.isCurrent(s.server) {
		return ""
	}
	return ". The list of tools has changed: list the tools again, or restart the server"
}

// refusal is the tool error that stands in the place of a result that must not be seen.
func (s *Session) refusal(o *object, c Call, err error) []byte {
	text := refusalOf(c, err.Error()+s.staleHint(c, err))
	if !o.has("resultType") {
		return text
	}
	now, _ := read(text)
	return now.without(func(string) bool { return false }, member{"resultType", []byte(`"complete"`)})
}
