package pass_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// Objects repeat the names of the one before, differ and repeat again: in one document and
// across documents of one engine.
func TestRows(t *testing.T) {
	eng := newEngine(t, shaper.FailClosed())
	for _, c := range []struct{ in, out, fault string }{
		{in: `[{"a":1,"x":2,"b":3},{"a":4,"x":5,"b":6}]`, out: `[{"a":1,"b":3},{"a":4,"b":6}]`},
		{in: `[{"a":1,"b":3},{"x":1,"a":4,"b":6},{"a":7,"b":8,"x":9}]`, out: `[{"a":1,"b":3},{"a":4,"b":6},{"a":7,"b":8}]`},
		{in: `[{"a":1,"x":2},{"a":1},{"a":1,"x":2,"b":3}]`, out: `[{"a":1},{"a":1},{"a":1,"b":3}]`},
		{in: `[{"x":1},{"x" :2},{ "x":3, "a":4}]`, out: `[{},{},{"a":4}]`},
		{in: `[{"\u0078":1,"a":2},{"\u0078":1,"a":2},{"x":1,"a":2}]`, out: `[{"a":2},{"a":2},{"a":2}]`},
		{in: `[{"a":1,"\u0078":1},{"a":1,"x":2},{"a":1,"\u0078":1}]`, out: `[{"a":1},{"a":1},{"a":1}]`},
		{in: `[{"a":{"a":1,"x":2}},{"a":{"a":3,"x":4}},{"x":{"a":1}}]`, out: `[{"a":{"a":1}},{"a":{"a":3}},{}]`},
		{in: `{"a":{"b":1,"x":2},"b":{"x":3},"c":{"b":1,"x":2}}`, out: `{"a":{"b":1},"b":{},"c":{"b":1}}`},
		{in: `[{"a":1,"b":2},{"a":1,"b":2,"a":3}]`, fault: "1:29: duplicate member name (at /1/a, offset 28)"},
		{in: `[{"a":1,"b":2},{"a":1,"b":2,"b":3}]`, fault: "1:29: duplicate member name (at /1/b, offset 28)"},
		{in: `[{"a":1,"b":2},{"a":1,"c":2,"a":3}]`, fault: "1:29: duplicate member name (at /1/a, offset 28)"},
		{in: `[{"a":1,"b":2},{"a":1,"\u0061":2}]`, fault: `1:23: duplicate member name (at /1/a, offset 22)`},
		{in: `[{"a":1},{"c":1,"c":2}]`, fault: "1:17: duplicate member name (at /1/c, offset 16)"},
		{in: `[{"a":1},{"a"`, fault: "1:14: unexpected end of input (at /1, offset 13)"},
		{in: `[{"a":1},{"a`, fault: "1:13: unexpected end of input (at /1, offset 12)"},
		{in: `[{"a":1},{"a"1}]`, fault: "1:14: colon expected after member name (at /1, offset 13)"},
		{in: `[{"a":1,"x":2},{"a":1,"x":3}]`, out: `[{"a":1},{"a":1}]`},
		{in: "[\n {\n  \"a\": 1,\n  \"x\": 2,\n  \"b\": [ ]\n },\n {\n  \"a\": 3,\n  \"x\": 4,\n  \"b\": [ 5 ]\n }\n]\n", out: `[{"a":1,"b":[]},{"a":3,"b":[5]}]`},
		{in: `[{"x":1,"a":2,"b":3},{ "x" :1 , "a" :2 , "b" :3 },{"x":1, "a":2,"b": 3}]`, out: `[{"a":2,"b":3},{"a":2,"b":3},{"a":2,"b":3}]`},
		{in: "[{\"a\":{\"b\":1}},\n{\"a\": {\n\"b\": 1\n}\n}\n, {\"a\" : {}}]", out: `[{"a":{"b":1}},{"a":{"b":1}},{"a":{}}]`},
		{in: "[{\"a\":1,\"b\":2},{\"a\": 1,\n\"b\": 2,\n\"a\": 3}]", fault: "3:1: duplicate member name (at /1/a, offset 32)"},
		{in: "[{\"a\":1,\"b\":2},{\"a\": 1,\n\"b\"", fault: "2:4: unexpected end of input (at /1, offset 27)"},
		{in: "[{\"a\":1,\"b\":2},{\"a\": 1,\n\"b\": ", fault: "2:6: unexpected end of input (at /1/b, offset 29)"},
		{in: "[{\"a\":1,\"b\":2},{\"a\": 1,\n\"b\": 2,\n}]", fault: "3:1: member name expected (at /1, offset 32)"},
	} {
		res, err := eng.Shape(t.Context(), shaper.Request{Dialect: "plain", Exclude: []string{"x"}, Body: []byte(c.in)})
		if c.fault == "" {
			if err != nil || string(res.Body) != c.out {
				t.Errorf("%s: %s, %v, want %s", c.in, res.Body, err, c.out)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v, want %s", c.in, err, c.fault)
		}
	}
}

// A row of one plan or engine does not affect another one.
func TestRowsOfOthers(t *testing.T) {
	wide, narrow := newEngine(t, shaper.FailClosed()), newEngine(t, shaper.FailClosed(), shaper.WithLimits(shaper.Limits{StringBytes: 4}))
	body := []byte(`[{"hidden":1,"shown":2},{"hidden":1,"shown":2}]`)
	for range 3 {
		for mask, want := range map[string]string{"hidden": `[{"shown":2},{"shown":2}]`, "shown": `[{"hidden":1},{"hidden":1}]`} {
			res, err := wide.Shape(t.Context(), shaper.Request{Dialect: "plain", Exclude: []string{mask}, Body: body})
			if err != nil || string(res.Body) != want {
				t.Errorf("without %s: %s, %v", mask, res.Body, err)
			}
		}
		_, err := narrow.Shape(t.Context(), shaper.Request{Dialect: "plain", Exclude: []string{"hidden"}, Body: body})
		if bad, ok := errors.AsType[*shaper.Error](err); !ok || !strings.Contains(bad.Error(), "string too long") {
			t.Errorf("a name of six bytes passed a limit of four: %v", err)
		}
	}
}
