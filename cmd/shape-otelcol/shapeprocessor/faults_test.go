package shapeprocessor

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/seed-7aa78ce4/shape/cmd/shape-otelcol/shapeprocessor/internal/metadata"
	"github.com/seed-7aa78ce4/shape/profiles"
)

const dropsPassword = `{"privacy":{"drop":["password"]}}`

// deep sets v to a map with more levels than the engine reads.
func deep(v pcommon.Value) {
	for range maxDepth + 1 {
		v = v.SetEmptyMap().PutEmpty("m")
	}
	v.SetStr("password=tr0ub4dor")
}

// unread sends a span with a result that cannot be read, arguments and a status that can.
func (r *rig) unread() ptrace.Span {
	return r.span(func(s ptrace.Span) {
		deep(s.Attributes().PutEmpty("gen_ai.tool.call.result"))
		s.Attributes().PutStr("gen_ai.tool.call.arguments", `{"password":"x","n":1}`)
		s.Status().SetMessage("kept")
	})
}

// A value that cannot be read is withheld and counted. The values beside it are hidden in.
func TestUnreadable(t *testing.T) {
	r := newRig(t, dropsPassword, nil)
	s := r.unread()
	assert.Equal(t, map[string]any{"gen_ai.tool.call.result": "[withheld]", "gen_ai.tool.call.arguments": `{"n":1}`}, s.Attributes().AsRaw())
	assert.Equal(t, "kept", s.Status().Message())
	assert.Equal(t, map[string]int64{"too_large": 1}, r.count("shape_processor_withheld"))
	assert.Equal(t, map[string]int64{"": 1}, r.count("shape_processor_hidden"))
	r.await(1, "shape: a value is withheld")
	for _, line := range r.lines.All() {
		for _, field := range line.Context {
			assert.NotContains(t, field.String, "tr0ub4dor")
		}
	}
}

// A string over the limit of the engine is no text that it reads.
func TestLargeString(t *testing.T) {
	r := newRig(t, dropsPassword, nil)
	assert.Equal(t, "[withheld]", r.result(strings.Repeat("a", 64<<20+1)))
	assert.Equal(t, map[string]int64{"too_large": 1}, r.count("shape_processor_withheld"))
}

func TestUnreadablePasses(t *testing.T) {
	r := newRig(t, dropsPassword, func(c *Config) { c.OnUnreadable = pass })
	r.await(2, "shape: on_unreadable is pass: a value that cannot be read goes out as it came")
	want := pcommon.NewValueEmpty()
	deep(want)
	s := r.unread()
	got, _ := s.Attributes().Get("gen_ai.tool.call.result")
	assert.True(t, want.Equal(got))
	assert.Equal(t, map[string]int64{"too_large": 1}, r.count("shape_processor_passed"))
	assert.Empty(t, r.count("shape_processor_withheld"))
}

// The key on_unreadable of the privacy section wins over the setting.
func TestRefusalWinsOverPass(t *testing.T) {
	r := newRig(t, `{"privacy":{"drop":["password"],"on_unreadable":"refuse"}}`, func(c *Config) { c.OnUnreadable = pass })
	assert.Equal(t, "[withheld]", r.result("password=tr0ub4dor"))
	assert.Equal(t, "no secret", r.result("no secret"))
	assert.Equal(t, map[string]int64{"unreadable": 1}, r.count("shape_processor_withheld"))
}

// Two members of one name cannot hide each other, in a value and among attributes.
func TestDuplicateNames(t *testing.T) {
	r := newRig(t, dropsPassword, nil)
	text := []byte(`{"resourceSpans":[{"scopeSpans":[{"spans":[{"attributes":[
		{"key":"gen_ai.tool.call.result","value":{"stringValue":"{\"password\":\"tr0ub4dor\",\"n\":1}"}},
		{"key":"gen_ai.tool.call.result","value":{"stringValue":"password=tr0ub4dor"}},
		{"key":"gen_ai.output.messages","value":{"kvlistValue":{"values":[
			{"key":"password","value":{"stringValue":"tr0ub4dor"}},{"key":"password","value":{"stringValue":"hunter2hunter"}},{"key":"a","value":{"intValue":"1"}},{"key":"a","value":{"intValue":"2"}}]}}}
	]}]}]}]}`)
	in, err := (&ptrace.JSONUnmarshaler{}).UnmarshalTraces(text)
	require.NoError(t, err)
	require.NoError(t, r.traces.ConsumeTraces(t.Context(), in))
	out, err := (&ptrace.JSONMarshaler{}).MarshalTraces(r.outTraces.AllTraces()[0])
	require.NoError(t, err)
	t.Log(string(out))
	assert.NotContains(t, string(out), "tr0ub4dor")
	assert.NotContains(t, string(out), "hunter2")
}

// A panic in the engine withholds the value and ends no pipeline.
func TestPanic(t *testing.T) {
	telemetry := componenttest.NewTelemetry()
	h, err := newHider(defaultConfig(), telemetry.NewTelemetrySettings())
	require.NoError(t, err)
	r := &rig{TB: t, telemetry: telemetry}
	v := pcommon.NewValueStr("x") // the engine is nil
	h.hide(t.Context(), request("t"), values{{value: v}})
	assert.Equal(t, "[withheld]", v.Str())
	assert.Equal(t, map[string]int64{"panic": 1}, r.count("shape_processor_withheld"))
	require.NoError(t, telemetry.Shutdown(context.Background()))
}

// The processor follows the file. A broken save keeps the last rules.
func TestFollowsTheFile(t *testing.T) {
	r := newRig(t, dropsPassword, nil)
	const body = `{"password":"x","pin":"y"}`
	assert.Equal(t, `{"pin":"y"}`, r.result(body))
	r.await(2, "config: in use")
	r.save(`{"privacy":{"drop":["pin"]}}`)
	r.await(2, "config: in use")
	assert.Equal(t, `{"password":"x"}`, r.result(body))
	r.save(`{"privacy":{"drop":["a..b"]`)
	r.await(2, "config: refused; the last good configuration stays in use")
	assert.Equal(t, `{"password":"x"}`, r.result(body))
}

// If the hiding rules of the user are unknown, every value is withheld.
func TestUnknownRules(t *testing.T) {
	r := newRig(t, dropsPassword, func(c *Config) { c.OnUnreadable = pass })
	home := filepath.Join(os.Getenv("HOME"), ".code-scalpel")
	require.NoError(t, os.Mkdir(home, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(home, "response_config.json"), []byte(`{"privacy":{"drop":["a..b"]}}`), 0o600))
	r.await(2, "config: refused; the last good configuration stays in use")
	assert.Equal(t, "[withheld]", r.result(`{"n":1}`))
	assert.Equal(t, "[withheld]", r.record(func(l plog.LogRecord) { l.Body().SetStr("text") }).Body().Str())
	assert.Equal(t, map[string]int64{"config": 2}, r.count("shape_processor_withheld"))
}

// Batches during reloads are hidden in by one of the two configurations.
func TestReloadsAtOnce(t *testing.T) {
	r := newRig(t, dropsPassword, nil)
	r.await(2, "config: in use")
	stop := make(chan struct{})
	var senders sync.WaitGroup
	for range 4 {
		senders.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				td := ptrace.NewTraces()
				td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty().Attributes().PutStr("gen_ai.tool.call.result", `{"password":"x","pin":"y","n":1}`)
				if err := r.traces.ConsumeTraces(t.Context(), td); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 10 {
		r.save([]string{`{"privacy":{"drop":["pin"]}}`, dropsPassword}[i%2])
		r.await(2, "config: in use")
	}
	close(stop)
	senders.Wait()
	for _, td := range r.outTraces.AllTraces() {
		v, _ := td.ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0).Attributes().Get("gen_ai.tool.call.result")
		if v.Str() != `{"pin":"y","n":1}` && v.Str() != `{"password":"x","n":1}` {
			t.Fatal(v.Str())
		}
	}
	t.Logf("%d batches", len(r.outTraces.AllTraces()))
}

// A batch whose context ended does not go on.
func TestEndedContext(t *testing.T) {
	r := newRig(t, dropsPassword, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	td := ptrace.NewTraces()
	td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans().AppendEmpty().Attributes().PutStr("gen_ai.tool.call.result", `{"password":"x"}`)
	require.ErrorIs(t, r.traces.ConsumeTraces(ctx, td), context.Canceled)
	assert.Empty(t, r.outTraces.AllTraces())
}

// A missing or wrong file ends the start with an error that names the place.
func TestStartNeedsRules(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	broken := filepath.Join(t.TempDir(), "broken.json")
	require.NoError(t, os.WriteFile(broken, []byte("{\n \"privacy\": {\"drop\": [\"a..b\"]}}"), 0o600))
	for file, want := range map[string]string{"missing.json": "missing.json", broken: broken + ":2:"} {
		cfg := defaultConfig().(*Config)
		cfg.Config = file
		p, err := NewFactory().CreateTraces(t.Context(), processortest.NewNopSettings(metadata.Type), cfg, consumertest.NewNop())
		require.NoError(t, err)
		assert.ErrorContains(t, p.Start(t.Context(), componenttest.NewNopHost()), want)
		assert.NoError(t, p.Shutdown(t.Context()))
	}
}

// A file without hiding rules is told at the start. Nothing changes.
func TestNothingToHide(t *testing.T) {
	r := newRig(t, `{"global":{"text_as":"json"},"tool_overrides":{"get_user":{"include_only":["id"]}}}`, nil)
	r.await(2, "shape: the configuration hides nothing")
	assert.Equal(t, `{"id":1,"n":null}`, r.result(`{"id":1,"n":null}`))
}

// Only hiding rules act: no include list, profile, transform of texts, dialect or budget.
func TestNoOtherRule(t *testing.T) {
	r := newRig(t, `{
		"global": {"profile": "minimal", "dialect": "scalpel", "text_as": "json", "exclude_null_values": true, "budget": {"tokens": 5, "counter": "other"}},
		"tool_overrides": {"get_user": {"include_only": ["id"], "omit_fields": ["x"]}},
		"privacy": {"drop": ["password"]}}`, nil)
	for in, want := range map[string]string{
		`{"tier":"pro","data":{"id":1,"n":null,"x":[{"a":1},{"a":2}],"password":"x"},"error":null}`: `{"tier":"pro","data":{"id":1,"n":null,"x":[{"a":1},{"a":2}]},"error":null}`,
		`{"content":[{"type":"text","text":"{ \"x\": 1, \"password\": \"x\" }"}],"_meta":{}}`:       `{"content":[{"type":"text","text":"{ \"x\": 1 }"}],"_meta":{}}`,
		"a\n\n\n  b  password=tr0ub4dor": "a\n\n\n  b  password=[withheld]",
	} {
		assert.Equal(t, want, r.result(in))
	}
}

// The tool selects the rules; without one name those of every tool hold.
func TestTool(t *testing.T) {
	r := newRig(t, `{"tool_overrides":{"a":{"exclude_fields":["x"]},"b":{"exclude_fields":["y"]}}}`, nil)
	for _, c := range []struct{ tool, event, want string }{
		{"a", "", `{"y":2,"z":3}`},
		{"mcp__s__b", "", `{"x":1,"z":3}`},
		{"c", "", `{"x":1,"y":2,"z":3}`},
		{"", "", `{"z":3}`},
		{"", "a", `{"y":2,"z":3}`},
		{"a", "a", `{"y":2,"z":3}`},
		{"a", "b", `{"z":3}`},
		{profiles.AnyTool, "", `{"z":3}`},
	} {
		s := r.span(func(s ptrace.Span) {
			s.Attributes().PutStr("gen_ai.tool.call.result", `{"x":1,"y":2,"z":3}`)
			s.Attributes().PutStr("gen_ai.tool.name", c.tool)
			if c.event != "" {
				s.Events().AppendEmpty().Attributes().PutStr("gen_ai.tool.name", c.event)
			}
		})
		got, _ := s.Attributes().Get("gen_ai.tool.call.result")
		assert.Equal(t, c.want, got.Str(), "%+v", c)
	}
}

// A rule may name an attribute, and remove a text or a body as a whole.
func TestWholeValues(t *testing.T) {
	r := newRig(t, `{"privacy":{"drop":["password", {"name":"email","suffix":true}, "/user.id"],"mask":[{"path":"phone"}]}}`, func(c *Config) { c.Attributes = []string{"*"} })
	assert.Equal(t, map[string]any{"phone": "[redacted]", "n": int64(1), "gen_ai.output.messages": "m"}, r.attributes(map[string]any{
		"password": "x", "db.password": "y", "user.email": "z", "n": int64(1), "phone": int64(5), "gen_ai.output.messages": "m",
	}))
}
