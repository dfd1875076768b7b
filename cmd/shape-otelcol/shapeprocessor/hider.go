package shapeprocessor

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.uber.org/zap"
	"go.uber.org/zap/exp/zapslog"

	"github.com/seed-7aa78ce4/shape/cmd/shape-otelcol/shapeprocessor/internal/metadata"
	"github.com/seed-7aa78ce4/shape/config"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	_ "github.com/seed-7aa78ce4/shape/shaper/detect"         // for privacy.detect: pii
	_ "github.com/seed-7aa78ce4/shape/shaper/detect/secrets" // for privacy.detect: secrets
	_ "github.com/seed-7aa78ce4/shape/shaper/texts/all"      // for files that name text_as
)

// hider applies the hiding rules to one signal of one processor.
type hider struct {
	cfg     *Config
	log     *zap.Logger
	counts  *metadata.TelemetryBuilder
	watcher *config.Watcher // nil until start
	engine  *shaper.Engine
}

func newHider(cfg component.Config, set component.TelemetrySettings) (*hider, error) {
	counts, err := metadata.NewTelemetryBuilder(set)
	return &hider{cfg: cfg.(*Config), log: set.Logger, counts: counts}, err
}

// start reads the configuration and follows it until shutdown.
func (h *hider) start(context.Context, component.Host) (err error) {
	logger := slog.New(zapslog.NewHandler(h.log.Core()))
	h.watcher, err = config.Watch(context.Background(), config.Options{Path: h.cfg.Config, Logger: logger})
	if err != nil {
		return fmt.Errorf("shape: %w", err)
	}
	if h.engine, err = shaper.New(h.watcher); err != nil {
		return err
	}
	if hides, err := h.engine.Hides(request(profiles.AnyTool)); err == nil && !hides {
		h.log.Warn("shape: the configuration hides nothing", zap.String("config", h.cfg.Config))
	}
	if h.cfg.OnUnreadable == pass {
		h.log.Warn("shape: on_unreadable is pass: a value that cannot be read goes out as it came")
	}
	return nil
}

func (h *hider) shutdown(context.Context) error {
	if h.watcher != nil {
		h.watcher.Close()
	}
	return nil
}

// traces hides in all spans. The error is that of ctx.
func (h *hider) traces(ctx context.Context, td ptrace.Traces) (ptrace.Traces, error) {
	for _, resource := range td.ResourceSpans().All() {
		for _, scope := range resource.ScopeSpans().All() {
			for _, span := range scope.Spans().All() {
				h.span(ctx, span)
			}
		}
	}
	return td, ctx.Err()
}

// span hides in the attributes of a span, its events and its links, and in the message of its
// status. A value that is hidden in one of them is hidden in the texts of all.
func (h *hider) span(ctx context.Context, span ptrace.Span) {
	maps := []pcommon.Map{span.Attributes()}
	for _, event := range span.Events().All() {
		maps = append(maps, event.Attributes())
	}
	for _, link := range span.Links().All() {
		maps = append(maps, link.Attributes())
	}
	message := pcommon.NewValueStr(span.Status().Message())
	h.record(ctx, maps, message)
	if message.Str() != span.Status().Message() {
		span.Status().SetMessage(message.AsString())
	}
}

// logs hides in all log records. The error is that of ctx.
func (h *hider) logs(ctx context.Context, ld plog.Logs) (plog.Logs, error) {
	for _, resource := range ld.ResourceLogs().All() {
		for _, scope := range resource.ScopeLogs().All() {
			for _, record := range scope.LogRecords().All() {
				body := pcommon.NewValueEmpty()
				if h.cfg.LogBodies {
					body = record.Body()
				}
				h.record(ctx, []pcommon.Map{record.Attributes()}, body)
			}
		}
	}
	return ld, ctx.Err()
}

// record hides in the selected attributes of maps and in text. All of them belong to one call.
func (h *hider) record(ctx context.Context, maps []pcommon.Map, text pcommon.Value) {
	var found values
	for _, m := range maps {
		for name, v := range m.All() {
			if h.cfg.selects(name) {
				found = append(found, newAttribute(name, v))
			}
		}
	}
	attributes := len(found)
	if text.Type() != pcommon.ValueTypeEmpty && (text.Type() != pcommon.ValueTypeStr || text.Str() != "") {
		found = append(found, value{value: text})
	}
	if len(found) == 0 {
		return
	}
	h.hide(ctx, request(h.tool(maps)), found)
	if len(found) > attributes && found[attributes].isDropped {
		_ = text.FromRaw(nil) // an empty value is no error
	}
	for _, m := range maps {
		m.RemoveIf(func(name string, _ pcommon.Value) (isDropped bool) {
			if h.cfg.selects(name) {
				isDropped, found = found[0].isDropped, found[1:]
			}
			return isDropped
		})
	}
}

// tool returns the name of the tool, or that of an unknown tool if maps have none or several.
func (h *hider) tool(maps []pcommon.Map) string {
	tool := ""
	for _, m := range maps {
		for name, v := range m.All() {
			if name != h.cfg.ToolAttribute {
				continue
			}
			if tool != "" && tool != v.Str() {
				return profiles.AnyTool
			}
			tool = v.Str()
		}
	}
	if tool == "" {
		return profiles.AnyTool
	}
	return tool
}

// request returns the request to the engine for a tool.
func request(tool string) shaper.Request {
	return shaper.Request{Tool: tool, HidingOnly: true}
}

// hide applies the rules to values in one call of the engine. If that fails, it handles each
// value by itself, and withholds those that fail again.
func (h *hider) hide(ctx context.Context, req shaper.Request, found values) {
	changed, err := h.shape(ctx, req, found)
	switch {
	case ctx.Err() != nil: // the caller returns that
	case err == nil:
		h.counts.ShapeProcessorHidden.Add(ctx, int64(changed))
	case len(found) > 1:
		for i := range found {
			h.hide(ctx, req, found[i:i+1])
		}
	default:
		h.unreadable(ctx, found[0].value, err)
	}
}

// shape returns the number of changed values. A panic is an error without its value, since
// that may be content.
func (h *hider) shape(ctx context.Context, req shaper.Request, found values) (changed int, err error) {
	defer func() {
		if recover() != nil {
			err = &shaper.Error{Reason: "panic", Err: errors.New("a fault of shape itself")}
		}
	}()
	if hides, err := h.engine.Hides(req); err != nil || !hides {
		return 0, err
	}
	if req.Body, err = found.document(); err != nil {
		return 0, err
	}
	res, err := h.engine.Shape(ctx, req)
	if err != nil {
		return 0, err
	}
	return found.take(req.Body, res.Body)
}

// unreadable withholds a value that could not be shaped. With the setting pass it leaves one
// that the engine cannot read.
func (h *hider) unreadable(ctx context.Context, v pcommon.Value, err error) {
	reason, isUnread := "config", false
	if fault, ok := errors.AsType[*shaper.Error](err); ok {
		reason = fault.Reason
		isUnread = reason == "invalid_json" || reason == "duplicate_name" || reason == "too_large"
	}
	count, told := h.counts.ShapeProcessorWithheld, "shape: a value is withheld"
	if isUnread && h.cfg.OnUnreadable == pass {
		count, told = h.counts.ShapeProcessorPassed, "shape: a value goes out unread"
	} else {
		v.SetStr("[withheld]")
	}
	count.Add(ctx, 1, metric.WithAttributes(attribute.String("reason", reason)))
	h.log.Warn(told, zap.String("reason", reason))
}
