package shapeprocessor

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.uber.org/goleak"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/seed-7aa78ce4/shape/cmd/shape-otelcol/shapeprocessor/internal/metadata"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// rig is a processor for both signals between tests and sinks.
type rig struct {
	testing.TB
	file      string
	telemetry *componenttest.Telemetry
	settings  processor.Settings
	traces    processor.Traces
	logs      processor.Logs
	outTraces consumertest.TracesSink
	outLogs   consumertest.LogsSink
	lines     *observer.ObservedLogs
	said      chan string // the messages of lines
}

// newRig starts a processor with the rules. change may be nil.
func newRig(tb testing.TB, rules string, change func(*Config)) *rig {
	tb.Helper()
	tb.Setenv("HOME", tb.TempDir())
	r := &rig{TB: tb, file: filepath.Join(tb.TempDir(), "response_config.json"), telemetry: componenttest.NewTelemetry()}
	r.save(rules)
	factory := NewFactory()
	cfg := factory.CreateDefaultConfig().(*Config)
	cfg.Config = r.file
	if change != nil {
		change(cfg)
	}
	require.NoError(tb, cfg.Validate())
	r.settings = processortest.NewNopSettings(metadata.Type)
	r.settings.TelemetrySettings = r.telemetry.NewTelemetrySettings()
	r.said = make(chan string, 1000)
	core, lines := observer.New(zap.InfoLevel)
	r.lines = lines
	r.settings.Logger = zap.New(zapcore.RegisterHooks(core, func(e zapcore.Entry) error {
		r.said <- e.Message
		return nil
	}))
	var err error
	r.traces, err = factory.CreateTraces(tb.Context(), r.settings, cfg, &r.outTraces)
	require.NoError(tb, err)
	r.logs, err = factory.CreateLogs(tb.Context(), r.settings, cfg, &r.outLogs)
	require.NoError(tb, err)
	require.NoError(tb, r.traces.Start(tb.Context(), componenttest.NewNopHost()))
	require.NoError(tb, r.logs.Start(tb.Context(), componenttest.NewNopHost()))
	tb.Cleanup(func() {
		require.NoError(tb, r.traces.Shutdown(context.Background()))
		require.NoError(tb, r.logs.Shutdown(context.Background()))
		require.NoError(tb, r.telemetry.Shutdown(context.Background()))
	})
	return r
}

// save replaces the file with the rules.
func (r *rig) save(rules string) {
	r.Helper()
	require.NoError(r, os.WriteFile(r.file+".new", []byte(rules), 0o600))
	require.NoError(r, os.Rename(r.file+".new", r.file))
}

// await waits for n lines of the log with a message.
func (r *rig) await(n int, message string) {
	r.Helper()
	for n > 0 {
		select {
		case said := <-r.said:
			if said == message {
				n--
			}
		case <-r.Context().Done():
			r.Fatalf("the log has no line %q", message)
		}
	}
}

// span sends one span and returns it as it came out.
func (r *rig) span(fill func(ptrace.Span)) ptrace.Span {
	r.Helper()
	td := ptrace.NewTraces()
	fill(td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty())
	require.NoError(r, r.traces.ConsumeTraces(r.Context(), td))
	all := r.outTraces.AllTraces()
	r.outTraces.Reset()
	return all[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
}

// record sends one log record and returns it as it came out.
func (r *rig) record(fill func(plog.LogRecord)) plog.LogRecord {
	r.Helper()
	ld := plog.NewLogs()
	fill(ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty())
	require.NoError(r, r.logs.ConsumeLogs(r.Context(), ld))
	all := r.outLogs.AllLogs()
	r.outLogs.Reset()
	return all[0].ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0)
}

// attributes sends a span with attributes and returns those that came out.
func (r *rig) attributes(in map[string]any) map[string]any {
	r.Helper()
	return r.span(func(s ptrace.Span) { require.NoError(r, s.Attributes().FromRaw(in)) }).Attributes().AsRaw()
}

// result sends a span with a result of the tool get_user, and returns that result.
func (r *rig) result(result any) any {
	r.Helper()
	return r.attributes(map[string]any{"gen_ai.tool.name": "get_user", "gen_ai.tool.call.result": result})["gen_ai.tool.call.result"]
}

// count returns the value of a counter, by the reason if it has one.
func (r *rig) count(name string) map[string]int64 {
	r.Helper()
	counts := map[string]int64{}
	m, err := r.telemetry.GetMetric("otelcol_" + name)
	if err != nil {
		return counts
	}
	for _, point := range m.Data.(metricdata.Sum[int64]).DataPoints {
		reason, _ := point.Attributes.Value("reason")
		counts[reason.AsString()] += point.Value
	}
	return counts
}
