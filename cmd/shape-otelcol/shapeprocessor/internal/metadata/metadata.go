// Package metadata holds the facts of metadata.yaml for the code: the type of the processor,
// the stability of its signals, and the counters.
package metadata

import (
	"errors"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/otel/metric"
)

// Type is the name of the processor in the configuration of a Collector.
var Type = component.MustNewType("shape")

// ScopeName is the name of the meter.
const ScopeName = "github.com/seed-7aa78ce4/shape/cmd/shape-otelcol/shapeprocessor"

// The stability of the signals.
const (
	TracesStability = component.StabilityLevelDevelopment
	LogsStability   = component.StabilityLevelDevelopment
)

// TelemetryBuilder holds the counters of a processor.
type TelemetryBuilder struct {
	ShapeProcessorHidden   metric.Int64Counter
	ShapeProcessorPassed   metric.Int64Counter
	ShapeProcessorWithheld metric.Int64Counter
}

// NewTelemetryBuilder returns the counters, made by the meter of a component.
func NewTelemetryBuilder(settings component.TelemetrySettings) (*TelemetryBuilder, error) {
	meter := settings.MeterProvider.Meter(ScopeName)
	var faults error
	counter := func(name, description string) metric.Int64Counter {
		c, err := meter.Int64Counter("otelcol_"+name, metric.WithDescription(description+" [Development]"), metric.WithUnit("{values}"))
		faults = errors.Join(faults, err)
		return c
	}
	return &TelemetryBuilder{
		ShapeProcessorHidden:   counter("shape_processor_hidden", "Number of values in which a rule hid something"),
		ShapeProcessorPassed:   counter("shape_processor_passed", "Number of values that went out unread, by the setting on_unreadable"),
		ShapeProcessorWithheld: counter("shape_processor_withheld", "Number of values that were replaced, since they could not be shaped"),
	}, faults
}
