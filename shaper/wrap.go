package shaper

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// Wrap builds an envelope of the dialect req.Dialect and shapes it as Shape does.
// req.Body is one JSON object of [envelope.Parts], whose request_id_source "client"
// stands for req.ClientRequestID; no name comes twice in it. Report.Lost lists the
// parts that the dialect has no place for.
func (e *Engine) Wrap(ctx context.Context, req Request) (Result, error) {
	d, ok := dialects.Lookup(req.Dialect)
	if !ok {
		return Result{}, &Error{Reason: "config", Err: &dialects.UnknownError{Name: req.Dialect}}
	}
	return e.WrapAs(ctx, req, d)
}

// WrapAs is Wrap for a dialect in an edition of its contract, whatever req.Dialect is:
// responsev2.Dialect{Edition: responsev2.Edition003}, or that of [dialects.In].
func (e *Engine) WrapAs(ctx context.Context, req Request, d envelope.Dialect) (Result, error) {
	if _, ok := d.(envelope.Wrapper); !ok {
		return Result{}, &Error{Reason: "config", Err: dialects.ErrNoWrap}
	}
	if err := scan.Check(req.Body, e.pipe.Limits, true); err != nil {
		return Result{}, publicError(err)
	}
	if gjson.GetBytes(req.Body, "request_id_source").String() == "client" {
		req.ClientRequestID = true
	}
	made, err := dialects.Wrap(req.Body, d, envelope.Known{Tool: req.Tool, Tier: req.Tier})
	if err != nil {
		return Result{}, &Error{Reason: "parts", Err: err}
	}
	req.Dialect, req.Body = d.Name(), made.Envelope
	if err := ctx.Err(); err != nil {
		return Result{Report: Report{Lost: made.Lost}}, err
	}
	room := make([]byte, 0, len(made.Envelope)+len("\n")) // for most of them, and who writes lines
	out, report, err := e.AppendShape(room, req)
	report.Lost = made.Lost
	if err != nil {
		return Result{Report: report}, err
	}
	return Result{Body: out, Report: report}, nil
}
