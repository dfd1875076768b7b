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
func (s *Session) Result(ctx context.Context, c Call, result []byte) []byte {
	w := s.watch("tools/call", c)
	if s.passes(c.Tool) {
		return w.ends(result, result)
	}
	o, _ := read(result)
	return w.ends(result, (&delivery{s, c, &o, w}).deliver(ctx))
}

// answered is Result for a parsed result, requested by a method.
func (s *Session) answered(ctx context.Context, method string, c Call, o *object) []byte {
	if c.number > 0 && !o.has("task") && (o.has("content") || o.has("structuredContent")) {
		s.record(RecordResult, c, o.text) // no task, and no question that goes before a result
	}
	w := s.watch(method, c)
	if s.passes(c.Tool) {
		return w.ends(o.text, o.text)
	}
	return w.ends(o.text, (&delivery{s, c, o, w}).deliver(ctx))
}

// passes reports whether nothing changes in any result of a tool, so that each passes as
// it came, with the white space in its texts.
func (s *Session) passes(tool string) bool {
	t := s.tools.known(tool)
	if t == nil || !t.isCurrent(s.server) || !t.view.Identity() || t.view.Audits() {
		return false
	}
	client := s.client()
	return t.view.IsOff() || isMirror(t.text) && isMirror(client.Text) && !client.Budget().IsThere()
}

func isMirror(mode string) bool { return mode == "" || mode == "mirror" }

// errTooSmall is the error of a result that does not get small enough for its budget.
var errTooSmall = errors.New("budget_too_small: the result does not get small enough for its budget")

// factual returns a failure without its structuredContent, since that fits no advertised
// schema. The value moves into a text, unless there is a text already.
func factual(o *object) []byte {
	drop := func(name string) bool { return name == "structuredContent" }
	if len(elements(o.value("content"))) > 0 {
		return o.without(drop)
	}
	text := toolresult.Text(scan.AppendCompact(nil, o.value("structuredContent")))
	return o.without(func(name string) bool { return drop(name) || name == "content" }, member{"content", listOf([][]byte{text})})
}

// refusalOf is the tool error of a call that was made.
func refusalOf(c Call, fault string) []byte {
	return toolresult.Error(fmt.Sprintf("%s already ran, but its result cannot be shown: %s", cmp.Or(c.Tool, "the tool"), fault))
}

// delivery is one result on its way to the client.
type delivery struct {
	session *Session
	call    Call
	result  *object
	watch   *watch
}

// deliver returns the client's version of the result.
func (d *delivery) deliver(ctx context.Context) []byte {
	s, o := d.session.server, d.result
	kind := o.said("resultType")
	isFinal := (kind == "" || kind == "complete") && !o.has("task") && (o.has("content") || o.has("structuredContent"))
	var out []byte
	var err error
	if isFinal {
		out, err = d.shape(ctx)
	} else {
		out, err = s.redact(ctx, d.call, o.text)
	}
	switch {
	case err != nil:
		d.watch.refused(err)
		out = d.refusal(err)
	case !isFinal:
		out = s.asks(ctx, o, out)
	}
	return s.metadata(ctx, o, out)
}

// request returns the request to shape the result as the client was told that it is.
func (d *delivery) request() shaper.Request {
	s, c, o := d.session, d.call, d.result
	req, client := s.server.request(c, o.text), s.client()
	req.Budget, req.Reads, req.Archive = client.Budget(), client.Reads, s.server.archiveFor(c)
	if t := s.tools.of(c.Tool); t != nil {
		req.Schema, req.AsData, req.NoteMember, req.Text = t.schema, t.data, t.note, cmp.Or(client.Text, t.text)
	}
	if s.tools.offers() {
		req.Retrieve = RetrieveTool
	}
	if !o.has("structuredContent") {
		req.Schema = nil
	}
	return req
}

func (d *delivery) shape(ctx context.Context) ([]byte, error) {
	req := d.request()
	out, err := d.send(ctx, req)
	if fault, ok := errors.AsType[*shaper.Error](err); ok && req.Schema != nil && fault.Reason == "schema" && string(d.result.value("isError")) == "true" {
		req.Schema, req.Body = nil, factual(d.result)
		return d.send(ctx, req)
	}
	return out, err
}

// send shapes the result by a request.
func (d *delivery) send(ctx context.Context, req shaper.Request) ([]byte, error) {
	s := d.session.server
	res, err := s.eng.Shape(ctx, req)
	if err != nil {
		return nil, err
	}
	d.watch.tells(res.Report, &req)
	if res.Report.Fit.Over && res.Report.Kept.Err == nil { // else nothing is left out at all
		return nil, errTooSmall
	}
	d.keeps(ctx, res.Report.Kept.Handle)
	return res.Body, nil
}

// refusal is the tool error in the place of a result that must not be seen. A result may miss
// the schema because the client has the schema of an earlier configuration. Then the error
// says how to get the result again.
func (d *delivery) refusal(err error) []byte {
	hint := ""
	fault, ok := errors.AsType[*shaper.Error](err)
	if t := d.session.tools.of(d.call.Tool); ok && fault.Reason == "schema" && t != nil && !t.isCurrent(d.session.server) {
		hint = ". The list of tools has changed: list the tools again, or restart the server"
	}
	text := refusalOf(d.call, err.Error()+hint)
	if !d.result.has("resultType") {
		return text
	}
	now, _ := read(text)
	return now.without(func(string) bool { return false }, member{"resultType", []byte(`"complete"`)})
}
