// Package otel counts responses with OpenTelemetry. It uses only the API for metrics, so that
// a program chooses its own SDK and exporter.
//
//	o, err := otel.New(provider.Meter("github.com/seed-7aa78ce4/shape"))
//	eng, err := shaper.New(set, shaper.WithObserver(o))
//	server := mcp.New(eng, mcp.WithObserver(o))
//
// Its own metrics are named shape.*. mcp.server.operation.duration follows the conventions for
// MCP (open-telemetry/semantic-conventions-genai, in development).
//
// A tool is named by the configuration entries that apply to it, or "_other" without one. In
// shape.tool.tokens and mcp.server.operation.duration a tool has its own name, if the server
// listed it.
package otel

import (
	"context"
	"errors"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"

	"github.com/seed-7aa78ce4/shape/internal/buckets"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// Observer is a [shaper.Observer] and an [mcp.Observer].
type Observer struct {
	responses metric.Int64Counter
	saved     metric.Int64Counter
	bytes     metric.Int64Histogram
	took      metric.Float64Histogram
	operation metric.Float64Histogram
	tokens    metric.Int64Counter
}

// operationSeconds are the buckets that the conventions have for operations.
var operationSeconds = []float64{.01, .02, .05, .1, .2, .5, 1, 2, 5, 10, 30, 60, 120, 300}

// New returns an observer that counts with the instruments of a meter. The error is that
// of the meter.
func New(m metric.Meter) (*Observer, error) {
	var o Observer
	var errs [6]error
	o.responses, errs[0] = m.Int64Counter("shape.responses", metric.WithUnit("{response}"),
		metric.WithDescription("Responses that were shaped, by what became of them."))
	o.saved, errs[1] = m.Int64Counter("shape.tokens.saved", metric.WithUnit("{token}"),
		metric.WithDescription("Tokens that budgets saved, where they were counted."))
	o.bytes, errs[2] = m.Int64Histogram("shape.response.size", metric.WithUnit("By"), metric.WithExplicitBucketBoundaries(buckets.Bytes...),
		metric.WithDescription("Size of responses, as they came and as they went."))
	o.took, errs[3] = m.Float64Histogram("shape.duration", metric.WithUnit("s"), metric.WithExplicitBucketBoundaries(buckets.Seconds...),
		metric.WithDescription("Time that shaping a response took."))
	o.operation, errs[4] = m.Float64Histogram("mcp.server.operation.duration", metric.WithUnit("s"), metric.WithExplicitBucketBoundaries(operationSeconds...),
		metric.WithDescription("Time from the call of a tool to its result."))
	o.tokens, errs[5] = m.Int64Counter("shape.tool.tokens", metric.WithUnit("{token}"),
		metric.WithDescription("Estimated tokens of results of tools, as they came and as they went."))
	if err := errors.Join(errs[:]...); err != nil {
		return nil, err
	}
	return &o, nil
}

// Shaped counts a response.
func (o *Observer) Shaped(e shaper.Event) {
	ctx := context.Background()
	tool := attribute.String("gen_ai.tool.name", e.Entry())
	o.responses.Add(ctx, 1, metric.WithAttributes(tool, attribute.String("shape.profile", e.Profile),
		attribute.String("shape.dialect", e.Dialect), attribute.String("shape.outcome", string(e.Outcome))))
	o.bytes.Record(ctx, int64(e.BytesIn), metric.WithAttributes(tool, attribute.String("shape.direction", "in")))
	o.bytes.Record(ctx, int64(e.BytesOut), metric.WithAttributes(tool, attribute.String("shape.direction", "out")))
	o.took.Record(ctx, e.Took.Seconds())
	if e.Counter != "" {
		o.saved.Add(ctx, int64(max(0, e.TokensIn-e.TokensOut)), metric.WithAttributes(tool, attribute.String("shape.counter", e.Counter)))
	}
}

// Answered counts the tokens of a result before and after, by an estimate. It measures the
// operation that the result ends if the beginning is known. The name of the tool is
// [mcp.Event.Label].
func (o *Observer) Answered(e mcp.Event) {
	ctx, tool := context.Background(), attribute.String("gen_ai.tool.name", e.Label())
	if before, after := e.Tokens(tokens.Estimate{}); before+after > 0 {
		o.tokens.Add(ctx, int64(before), metric.WithAttributes(tool, attribute.String("shape.direction", "in")))
		o.tokens.Add(ctx, int64(after), metric.WithAttributes(tool, attribute.String("shape.direction", "out")))
	}
	if e.Waited == 0 {
		return
	}
	all := []attribute.KeyValue{
		attribute.String("mcp.method.name", e.Method), tool,
		attribute.String("gen_ai.operation.name", "execute_tool"),
	}
	if e.IsError || e.Refused != nil {
		all = append(all, attribute.String("error.type", "tool_error"))
	}
	o.operation.Record(ctx, e.Waited.Seconds(), metric.WithAttributes(all...))
}
