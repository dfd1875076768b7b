package shaper

import (
	"context"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
)

// Wrap builds an envelope of the dialect req.Dialect and shapes it as [Engine.Shape] does.
// req.Body is one JSON object of [envelope.Parts] without duplicate names. The
// request_id_source "client" in it sets req.ClientRequestID. Report.Lost lists the parts for
// which the dialect has no place.
func (e *Engine) Wrap(ctx context.Context, req Request) (Result, error) {
	d, ok := dialects.Lookup(req.Dialect)
	if !ok {
		return Result{}, &Error{Reason: "config", Err: &dialects.UnknownError{Name: req.Dialect}}
	}
	return e.WrapAs(ctx, req, d)
}

// WrapAs is [Engine.Wrap] for an edition of a dialect; it ignores req.Dialect. Examples for d
// are responsev2.Dialect{Edition: responsev2.Edition003} and the result of [dialects.In].
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
	room := make([]byte, 0, len(made.Envelope)+len("\n")) // room for most results and a line break after them
	out, report, err := e.AppendShape(room, req)
	report.Lost = made.Lost
	if err != nil {
		return Result{Report: report}, err
	}
	return Result{Body: out, Report: report}, nil
}
