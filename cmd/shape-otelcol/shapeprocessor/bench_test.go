package shapeprocessor

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/seed-7aa78ce4/shape/cmd/shape-otelcol/shapeprocessor/internal/metadata"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// rows returns a result of about 10 KB. secrets says how many of its rows hold a secret.
func rows(secrets int) map[string]any {
	var all []any
	for i := range 90 {
		row := map[string]any{"id": int64(i), "name": fmt.Sprintf("item %d", i), "url": fmt.Sprintf("https://example.com/items/%d", i), "score": 0.5, "open": true}
		if i < secrets {
			row["password"] = fmt.Sprintf("tr0ub4dor%d", i)
		}
		all = append(all, row)
	}
	return map[string]any{"rows": all}
}

// BenchmarkHide compares two ways to hide in a map. One writes the map as one JSON text. The
// other writes a text for each leaf, with the names above it. A string with the same text is
// beside them.
func BenchmarkHide(b *testing.B) {
	for _, secrets := range []int{0, 1, 90} {
		value := rows(secrets)
		text, err := json.Marshal(value)
		require.NoError(b, err)
		b.Run(fmt.Sprintf("string/secrets=%d", secrets), func(b *testing.B) {
			benchmark(b, len(text), func(v pcommon.Value) { v.SetStr(string(text)) }, nil)
		})
		b.Run(fmt.Sprintf("map/secrets=%d", secrets), func(b *testing.B) {
			benchmark(b, len(text), func(v pcommon.Value) { require.NoError(b, v.FromRaw(value)) }, nil)
		})
		b.Run(fmt.Sprintf("leaves/secrets=%d", secrets), func(b *testing.B) {
			benchmark(b, len(text), func(v pcommon.Value) { require.NoError(b, v.FromRaw(value)) }, byLeaves)
		})
	}
}

func benchmark(b *testing.B, size int, put func(pcommon.Value), hide func(*testing.B, *hider, pcommon.Value)) {
	r := newRig(b, dropsPassword, nil)
	cfg := defaultConfig().(*Config)
	cfg.Config = r.file
	h, err := newHider(cfg, processortest.NewNopSettings(metadata.Type).TelemetrySettings)
	require.NoError(b, err)
	require.NoError(b, h.start(b.Context(), nil))
	b.Cleanup(func() { _ = h.shutdown(b.Context()) })
	template := ptrace.NewTraces()
	put(template.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty().Attributes().PutEmpty("gen_ai.tool.call.result"))
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		td := ptrace.NewTraces()
		template.CopyTo(td)
		b.StartTimer()
		if hide != nil {
			v, _ := td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().Get("gen_ai.tool.call.result")
			hide(b, h, v)
			continue
		}
		if _, err = h.traces(b.Context(), td); err != nil {
			b.Fatal(err)
		}
	}
}

// byLeaves asks the engine about each leaf, in a document with the names above it.
func byLeaves(b *testing.B, h *hider, v pcommon.Value) {
	var walk func(v pcommon.Value, before, after []byte)
	walk = func(v pcommon.Value, before, after []byte) {
		switch v.Type() {
		case pcommon.ValueTypeMap:
			for name, member := range v.Map().All() {
				walk(member, append(scan.AppendQuote(append(before, '{'), []byte(name)), ':'), append([]byte{'}'}, after...))
			}
		case pcommon.ValueTypeSlice:
			for _, element := range v.Slice().All() {
				walk(element, append(before, '['), append([]byte{']'}, after...))
			}
		default:
			document, _ := appendJSON(before, v, 1)
			req := request("*")
			req.Body = append(document, after...)
			if _, err := h.engine.Shape(b.Context(), req); err != nil {
				b.Fatal(err)
			}
		}
	}
	walk(v, nil, nil)
}
