// Package shapeprocessor is a processor of the OpenTelemetry Collector. It applies the hiding
// rules of a configuration to traces and logs with results of tools. An example is the
// attribute gen_ai.tool.call.result. It hides values; it does not save tokens.
//
//	processors:
//	  shape:
//	    config: /etc/shape/response_config.json
package shapeprocessor

import (
	"context"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processorhelper"

	"github.com/seed-7aa78ce4/shape/cmd/shape-otelcol/shapeprocessor/internal/metadata"
)

// NewFactory returns the factory of the processor "shape" for traces and logs.
func NewFactory() processor.Factory {
	return processor.NewFactory(metadata.Type, defaultConfig,
		processor.WithTraces(newTraces, metadata.TracesStability),
		processor.WithLogs(newLogs, metadata.LogsStability))
}

func newTraces(ctx context.Context, set processor.Settings, cfg component.Config, next consumer.Traces) (processor.Traces, error) {
	h, err := newHider(cfg, set.TelemetrySettings)
	if err != nil {
		return nil, err
	}
	return processorhelper.NewTraces(ctx, set, cfg, next, h.traces, h.options()...)
}

func newLogs(ctx context.Context, set processor.Settings, cfg component.Config, next consumer.Logs) (processor.Logs, error) {
	h, err := newHider(cfg, set.TelemetrySettings)
	if err != nil {
		return nil, err
	}
	return processorhelper.NewLogs(ctx, set, cfg, next, h.logs, h.options()...)
}

// options returns the settings that both signals share.
func (h *hider) options() []processorhelper.Option {
	return []processorhelper.Option{
		processorhelper.WithCapabilities(consumer.Capabilities{MutatesData: true}),
		processorhelper.WithStart(h.start), processorhelper.WithShutdown(h.shutdown),
	}
}
