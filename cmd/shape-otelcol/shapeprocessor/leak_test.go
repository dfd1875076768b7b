package shapeprocessor

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"

	"github.com/seed-7aa78ce4/shape/internal/notations"
	"github.com/seed-7aa78ce4/shape/internal/scan"
)

// forms put a text with a secret into a value of the Collector.
var forms = map[string]func(v pcommon.Value, text string){
	"a text": func(v pcommon.Value, text string) { v.SetStr(text) },
	"a document": func(v pcommon.Value, text string) {
		v.SetStr(`{"content":[{"type":"text","text":` + string(scan.AppendQuote(nil, []byte(text))) + `}]}`)
	},
	"a map":  func(v pcommon.Value, text string) { v.SetEmptyMap().PutEmptySlice("rows").AppendEmpty().SetStr(text) },
	"a list": func(v pcommon.Value, text string) { v.SetEmptySlice().AppendEmpty().SetEmptyMap().PutStr("t", text) },
	"bytes":  func(v pcommon.Value, text string) { v.SetEmptyBytes().FromRaw([]byte(text)) },
}

// spanPlaces and logPlaces return the values of a span and of a log record that rules act on.
var (
	spanPlaces = map[string]func(ptrace.Span) pcommon.Value{
		"result":   func(s ptrace.Span) pcommon.Value { return s.Attributes().PutEmpty("gen_ai.tool.call.result") },
		"messages": func(s ptrace.Span) pcommon.Value { return s.Attributes().PutEmpty("gen_ai.input.messages") },
		"event": func(s ptrace.Span) pcommon.Value {
			return s.Events().AppendEmpty().Attributes().PutEmpty("exception.message")
		},
		"link": func(s ptrace.Span) pcommon.Value {
			return s.Links().AppendEmpty().Attributes().PutEmpty("gen_ai.tool.call.arguments")
		},
		"other": func(s ptrace.Span) pcommon.Value { return s.Attributes().PutEmpty("llm.output") },
	}
	logPlaces = map[string]func(plog.LogRecord) pcommon.Value{
		"body":      func(l plog.LogRecord) pcommon.Value { return l.Body() },
		"attribute": func(l plog.LogRecord) pcommon.Value { return l.Attributes().PutEmpty("gen_ai.tool.call.result") },
	}
)

// Each notation that shaper/GUARANTEES.md calls held is held in each place and form. The value beside
// the secret stays.
func TestNotationsInEachPlace(t *testing.T) {
	names := []string{"password", "api_key", "private_key"}
	rules := `{"privacy":{"drop":["password","api_key","private_key"]}}`
	r := newRig(t, rules, func(c *Config) { c.Attributes = append(c.Attributes, "llm.*") })
	const value, neighbour = "S3CRETx7", "eu4west1"
	tried := 0
	hold := func(place string, k notations.Kind, text string, out []byte) {
		tried++
		if notations.Shows(string(out), value) {
			t.Errorf("%s, %s: %s shows in\n%s\nof\n%s", place, k.Name, value, out, text)
		}
		if k.KeepsNeighbour() && !k.IsEncoded() && !strings.Contains(string(out), neighbour) {
			t.Errorf("%s, %s: the neighbour is gone from\n%s", place, k.Name, out)
		}
	}
	for _, k := range slices.Concat(notations.Kinds(), notations.Outputs()) {
		secret := notations.Pair{Name: "api_key", Value: value}
		if k.Private != "" {
			secret.Name = k.Private
		}
		if k.Outcome != notations.Held || !k.Fits(secret) || !slices.Contains(names, secret.Name) {
			continue
		}
		text := notations.Write(k, secret, notations.Pair{Name: "region", Value: neighbour})
		for form, put := range forms {
			for place, of := range spanPlaces {
				s := r.span(func(s ptrace.Span) { put(of(s), text) })
				td := ptrace.NewTraces()
				s.CopyTo(td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty())
				out, err := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
				require.NoError(t, err)
				hold(form+" in "+place, k, text, out)
			}
			for place, of := range logPlaces {
				l := r.record(func(l plog.LogRecord) { put(of(l), text) })
				ld := plog.NewLogs()
				l.CopyTo(ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty())
				out, err := (&plog.ProtoMarshaler{}).MarshalLogs(ld)
				require.NoError(t, err)
				hold(form+" in "+place, k, text, out)
			}
		}
	}
	if t.Logf("%d texts", tried); tried < 5_000 {
		t.Errorf("%d texts only", tried)
	}
}
