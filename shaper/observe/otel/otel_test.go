package otel_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/mcp"
	"github.com/seed-7aa78ce4/shape/shaper/observe/otel"
)

// meter records the measurements of its instruments.
type meter struct {
	noop.Meter
	notes *[]string
}

type counter struct {
	noop.Int64Counter
	note func(value any, set attribute.Set)
}

func (c counter) Add(_ context.Context, n int64, opts ...metric.AddOption) {
	c.note(n, metric.NewAddConfig(opts).Attributes())
}

type sizes struct {
	noop.Int64Histogram
	note func(value any, set attribute.Set)
}

func (s sizes) Record(_ context.Context, n int64, opts ...metric.RecordOption) {
	s.note(n, metric.NewRecordConfig(opts).Attributes())
}

type seconds struct {
	noop.Float64Histogram
	note func(value any, set attribute.Set)
}

func (s seconds) Record(_ context.Context, n float64, opts ...metric.RecordOption) {
	s.note(n, metric.NewRecordConfig(opts).Attributes())
}

func (m meter) of(name string) func(any, attribute.Set) {
	return func(value any, set attribute.Set) {
		var all []string
		for _, kv := range set.ToSlice() {
			all = append(all, string(kv.Key)+"="+kv.Value.String())
		}
		*m.notes = append(*m.notes, fmt.Sprintf("%s %v %s", name, value, strings.Join(all, " ")))
	}
}

func (m meter) Int64Counter(name string, _ ...metric.Int64CounterOption) (metric.Int64Counter, error) {
	return counter{note: m.of(name)}, nil
}

func (m meter) Int64Histogram(name string, opts ...metric.Int64HistogramOption) (metric.Int64Histogram, error) {
	if bounds := metric.NewInt64HistogramConfig(opts...).ExplicitBucketBoundaries(); len(bounds) == 0 || bounds[len(bounds)-1] < 1<<20 {
		return nil, fmt.Errorf("%s: buckets up to %v", name, bounds)
	}
	return sizes{note: m.of(name)}, nil
}

func (m meter) Float64Histogram(name string, _ ...metric.Float64HistogramOption) (metric.Float64Histogram, error) {
	return seconds{note: m.of(name)}, nil
}

func newObserver(t *testing.T) (*otel.Observer, *[]string) {
	t.Helper()
	var notes []string
	o, err := otel.New(meter{notes: &notes})
	if err != nil {
		t.Fatal(err)
	}
	return o, &notes
}

// TestObserver checks the measurements of a response, and of the operation that a result ends.
func TestObserver(t *testing.T) {
	o, notes := newObserver(t)
	o.Shaped(shaper.Event{
		Tool: "forecast", Applied: []string{"weather.*", "weather.forecast"}, Dialect: "mcp", Profile: "minimal", Outcome: shaper.OutcomeShaped,
		BytesIn: 9, BytesOut: 4, Counter: "estimate", TokensIn: 5, TokensOut: 2, Took: time.Millisecond,
	})
	o.Shaped(shaper.Event{Tool: "any", Outcome: shaper.OutcomeError, BytesIn: 1})
	o.Answered(mcp.Event{Method: "tools/call", Tool: "forecast", Report: shaper.Report{Signals: shaper.Signals{Applied: []string{"forecast"}}}, Waited: time.Second})
	o.Answered(mcp.Event{Method: "tools/call", Tool: "any", IsError: true, Waited: time.Second})
	o.Answered(mcp.Event{Method: "tools/call", Tool: "any", Refused: errors.New("refused"), Waited: time.Second})
	o.Answered(mcp.Event{Method: "tools/call", Tool: "any"})
	want := []string{
		"shape.responses 1 gen_ai.tool.name=weather.forecast shape.dialect=mcp shape.outcome=shaped shape.profile=minimal",
		"shape.response.size 9 gen_ai.tool.name=weather.forecast shape.direction=in",
		"shape.response.size 4 gen_ai.tool.name=weather.forecast shape.direction=out",
		"shape.duration 0.001 ",
		"shape.tokens.saved 3 gen_ai.tool.name=weather.forecast shape.counter=estimate",
		"shape.responses 1 gen_ai.tool.name=_other shape.dialect= shape.outcome=error shape.profile=",
		"shape.response.size 1 gen_ai.tool.name=_other shape.direction=in",
		"shape.response.size 0 gen_ai.tool.name=_other shape.direction=out",
		"shape.duration 0 ",
		"mcp.server.operation.duration 1 gen_ai.operation.name=execute_tool gen_ai.tool.name=_other mcp.method.name=tools/call",
		"mcp.server.operation.duration 1 error.type=tool_error gen_ai.operation.name=execute_tool gen_ai.tool.name=_other mcp.method.name=tools/call",
		"mcp.server.operation.duration 1 error.type=tool_error gen_ai.operation.name=execute_tool gen_ai.tool.name=_other mcp.method.name=tools/call",
	}
	if !slices.Equal(*notes, want) {
		t.Errorf("got\n%s", strings.Join(*notes, "\n"))
	}
}

// A hundred thousand tools have no more names than the configuration has.
func TestNamesAreBounded(t *testing.T) {
	o, notes := newObserver(t)
	set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{Name: "known_*"}}})
	if err != nil {
		t.Fatal(err)
	}
	eng, err := shaper.New(set, shaper.WithObserver(o))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for i := range 100_000 {
		eng.AppendShape(nil, shaper.Request{Tool: fmt.Sprintf("%s%d", []string{"known_", "unknown"}[i%2], i), Body: []byte(`{}`)})
		names[strings.Fields((*notes)[0])[2]] = true
		*notes = (*notes)[:0]
	}
	if len(names) != 2 {
		t.Errorf("%d names", len(names))
	}
}

// Only an importer of this package links the API.
func TestOpenTelemetryStaysHere(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "../../../cmd/shape", "../../autoload", "../../mcp/...").CombinedOutput()
	if err != nil {
		t.Fatal(err, string(out))
	}
	if bytes.Contains(out, []byte("opentelemetry")) {
		t.Error("the command or the library links OpenTelemetry")
	}
}

// broken is a meter that gives no histogram.
type broken struct{ noop.Meter }

func (broken) Int64Histogram(string, ...metric.Int64HistogramOption) (metric.Int64Histogram, error) {
	return nil, errors.New("no histograms")
}

func TestMeterAtFault(t *testing.T) {
	if _, err := otel.New(broken{}); err == nil || err.Error() != "no histograms" {
		t.Errorf("got %v", err)
	}
}

// A tool has its own name if the server listed it, and its tokens are counted.
func TestOperationsByTool(t *testing.T) {
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"secret"}}}})
	if err != nil {
		t.Fatal(err)
	}
	eng, err := shaper.New(set)
	if err != nil {
		t.Fatal(err)
	}
	o, notes := newObserver(t)
	x := mcp.New(eng, mcp.WithObserver(o)).Session().Exchange()
	x.FromClient(t.Context(), []byte(`{"id":1,"method":"tools/list"}`))
	x.FromServer(t.Context(), []byte(`{"id":1,"result":{"tools":[{"name":"listed"}]}}`))
	for _, name := range []string{"listed", "made up"} {
		x.FromClient(t.Context(), fmt.Appendf(nil, `{"id":2,"method":"tools/call","params":{"name":%q}}`, name))
		x.FromServer(t.Context(), []byte(`{"id":2,"result":{"content":[{"type":"text","text":"{\"secret\":1,\"a\":1}"}]}}`))
	}
	var names []string
	for _, note := range *notes {
		measure, rest, _ := strings.Cut(note, " ")
		_, rest, _ = strings.Cut(rest, "gen_ai.tool.name=")
		name, _, _ := strings.Cut(rest, " ")
		names = append(names, measure+" "+name)
	}
	want := []string{
		"shape.tool.tokens listed", "shape.tool.tokens listed", "mcp.server.operation.duration listed",
		"shape.tool.tokens _other", "shape.tool.tokens _other", "mcp.server.operation.duration _other",
	}
	if !slices.Equal(names, want) {
		t.Errorf("got\n%s", strings.Join(*notes, "\n"))
	}
}
