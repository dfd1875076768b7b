package shapeprocessor

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

func readFile(tb testing.TB, name string) string {
	tb.Helper()
	text, err := os.ReadFile(name)
	require.NoError(tb, err)
	return string(text)
}

// The rules act in texts, documents in strings, maps and lists, and change nothing else.
func TestValues(t *testing.T) {
	r := newRig(t, readFile(t, "testdata/hiding.json"), nil)
	type object = map[string]any
	type list = []any
	for _, c := range []struct {
		name     string
		in, want any
	}{
		{"a document", `{"id": 1.0, "password":"tr0ub4dor", "notes":"n"}`, `{"id": 1.0}`},
		{"no rule meets it", `{"id": 1.0,  "x":[ 1 ]}`, `{"id": 1.0,  "x":[ 1 ]}`},
		{"a text", "login with password=tr0ub4dor-x", "login with password=[withheld]"},
		{"a text with an address", "mail to mira@example.com", "mail to [email]"},
		{"a text with a token", "use ghp_8sKd02mXwQ7vTzLr5YbN3cJf6HgP1aUe9oRi now", "use [secret] now"},
		{"a path", `{"user":{"ssn":"123-45-6789","id":7}}`, `{"user":{"id":7}}`},
		{"a masked path", object{"customer": object{"email": "mira@example.com", "id": int64(7)}}, object{"customer": object{"email": "***", "id": int64(7)}}},
		{"a result of MCP", `{"content":[{"type":"text","text":"{\"user\":{\"ssn\":\"1\",\"id\":7}}"}],"isError":false}`, `{"content":[{"type":"text","text":"{\"user\":{\"id\":7}}"}],"isError":false}`},
		{"a map", object{"user": object{"ssn": "1", "id": int64(7)}, "notes": "n"}, object{"user": object{"id": int64(7)}}},
		{"a list", list{object{"password": "tr0ub4dor"}, "it was tr0ub4dor", int64(3)}, list{object{}, "it was [withheld]", int64(3)}},
		{"a document in a map", object{"text": `{"user":{"ssn":"1","id":7}}`}, object{"text": `{"user":{"id":7}}`}},
		{"numbers beside", object{"password": "x", "i": int64(math.MaxInt64), "d": 1.0, "e": 1e300, "z": math.Copysign(0, -1), "b": true, "n": nil},
			object{"i": int64(math.MaxInt64), "d": 1.0, "e": 1e300, "z": math.Copysign(0, -1), "b": true, "n": nil}},
		{"bytes and infinity beside", object{"password": "x", "raw": []byte{0xff, 0}, "text": []byte("abc"), "inf": math.Inf(1)},
			object{"raw": []byte{0xff, 0}, "text": []byte("abc"), "inf": math.Inf(1)}},
		{"bytes with a document", []byte(`{"password":"tr0ub4dor"}`), []byte(`{}`)},
		{"bytes with a text", object{"b": []byte("\x01\xffpassword=tr0ub4dor")}, object{"b": []byte("\x01\uFFFDpassword=[withheld]")}},
		{"a number", int64(5), int64(5)},
		{"a text that is no UTF-8", "a\xffb", "a\xffb"},
		{"a name that is no UTF-8", object{"a\xff\xfe": int64(1), "password": "x"}, object{"a\xff\xfe": int64(1)}},
		{"an empty text", "", ""},
		{"an empty map", object{}, object{}},
		{"an empty list", list{}, list{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, r.result(c.in))
		})
	}
}

// Attributes of events and links, the message of the status, and bodies of logs.
func TestEachPlace(t *testing.T) {
	r := newRig(t, readFile(t, "testdata/hiding.json"), nil)
	s := r.span(func(s ptrace.Span) {
		s.SetName("execute_tool get_user")
		s.Attributes().PutStr("gen_ai.tool.call.result", `{"password":"tr0ub4dor-x"}`)
		s.Events().AppendEmpty().Attributes().PutStr("exception.message", "tr0ub4dor-x is wrong")
		s.Links().AppendEmpty().Attributes().PutStr("gen_ai.tool.call.arguments", `{"api_key":"k1"}`)
		s.Status().SetMessage("cannot log in with tr0ub4dor-x")
	})
	assert.Equal(t, map[string]any{"gen_ai.tool.call.result": "{}"}, s.Attributes().AsRaw())
	assert.Equal(t, map[string]any{"exception.message": "[withheld] is wrong"}, s.Events().At(0).Attributes().AsRaw())
	assert.Equal(t, map[string]any{"gen_ai.tool.call.arguments": "{}"}, s.Links().At(0).Attributes().AsRaw())
	assert.Equal(t, "cannot log in with [withheld]", s.Status().Message())
	assert.Equal(t, "execute_tool get_user", s.Name())

	l := r.record(func(l plog.LogRecord) {
		l.Body().SetStr(`{"password":"tr0ub4dor-x","id":1}`)
		l.Attributes().PutStr("gen_ai.input.messages", `[{"role":"tool","parts":[{"type":"tool_call_response","result":"{\"user\":{\"ssn\":\"1\"}}"}]}]`)
		l.Attributes().PutStr("gen_ai.output.messages", "no secret")
		l.Attributes().PutStr("gen_ai.completion.0.tool_calls.0.arguments", `{"password":"x"}`)
		l.Attributes().PutStr("gen_ai.output.messages.x", "tr0ub4dor-x")
	})
	assert.Equal(t, `{"id":1}`, l.Body().Str())
	assert.Equal(t, map[string]any{
		"gen_ai.input.messages":                      `[{"role":"tool","parts":[{"type":"tool_call_response","result":"{\"user\":{}}"}]}]`,
		"gen_ai.output.messages":                     "no secret",
		"gen_ai.completion.0.tool_calls.0.arguments": "{}",
		"gen_ai.output.messages.x":                   "tr0ub4dor-x",
	}, l.Attributes().AsRaw())
	assert.Equal(t, map[string]int64{"": 7}, r.count("shape_processor_hidden"))
}

// A map that the engine reads as a text, and hides in, becomes that text.
func TestMapBecomesText(t *testing.T) {
	v := pcommon.NewValueMap()
	v.Map().PutStr("a", "secret")
	put(v, gjson.Parse(`"{\"a\":[withheld]}"`))
	assert.Equal(t, `{"a":[withheld]}`, v.AsRaw())
}

// Without log_bodies a body stays.
func TestNoBodies(t *testing.T) {
	r := newRig(t, dropsPassword, func(c *Config) { c.LogBodies = false })
	l := r.record(func(l plog.LogRecord) {
		l.Body().SetStr("password=tr0ub4dor")
		l.Attributes().PutStr("gen_ai.tool.call.result", "password=tr0ub4dor")
	})
	assert.Equal(t, "password=tr0ub4dor", l.Body().Str())
	assert.Equal(t, map[string]any{"gen_ai.tool.call.result": "password=[withheld]"}, l.Attributes().AsRaw())
}

// A rule for elements acts on lists in values, not on the values themselves. A rule for
// everything removes the values.
func TestRulesForAnything(t *testing.T) {
	for _, c := range []struct {
		rule           string
		body, in, want any
	}{
		{"[0]", "text", "[5,6]", "[6]"},
		{"/0", "text", []any{int64(5), int64(6)}, []any{int64(6)}},
		{"[]", "text", `{"a":[1]}`, `{"a":[1]}`},
		{"*", nil, "[5,6]", nil},
		{"**", nil, map[string]any{"a": "b"}, nil},
	} {
		r := newRig(t, `{"privacy":{"drop":["`+c.rule+`"]}}`, nil)
		assert.Equal(t, c.want, r.result(c.in), c.rule)
		l := r.record(func(l plog.LogRecord) {
			l.Body().SetStr("text")
			l.Attributes().PutStr("gen_ai.tool.call.result", "text")
		})
		assert.Equal(t, c.body, l.Body().AsRaw(), c.rule)
		assert.Equal(t, c.body, l.Attributes().AsRaw()["gen_ai.tool.call.result"], c.rule)
	}
}
