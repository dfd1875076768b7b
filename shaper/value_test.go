package shaper_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

type row struct {
	ID   int    `json:"id"`
	Note string `json:"note,omitempty"`
	Pin  string `json:"pin"`
}

// A value is shaped as its JSON is, for the same call.
func TestShapeValue(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"pin"}}}})
	note := func(r *shaper.Request) { r.Fields = []string{"note"} }
	for _, c := range []struct {
		name  string
		value any
		more  []func(*shaper.Request)
		want  string
	}{
		{"a struct", row{ID: 1, Pin: "x"}, nil, `{"id":1}`},
		{"a list", []row{{ID: 1}, {ID: 2, Note: "<b> & \u2028"}}, nil, "[{\"id\":1},{\"id\":2,\"note\":\"<b> & \\u2028\"}]"},
		{"a map", map[string]any{"b": 1.5, "a": nil, "pin": 1}, nil, `{"a":null,"b":1.5}`},
		{"fields", []row{{ID: 2, Note: "n"}}, []func(*shaper.Request){note}, `[{"note":"n"}]`},
		{"no other body", row{ID: 1}, []func(*shaper.Request){func(r *shaper.Request) { r.Body = []byte(`{"a":1}`) }}, `{"id":1}`},
		{"bytes", []byte(` {"a": 1e400, "pin": 2}`), nil, `{"a":1e400}`},
		{"raw", json.RawMessage(`{"n":9007199254740993}`), nil, `{"n":9007199254740993}`},
		{"no bytes", []byte(nil), nil, `null`},
		{"nothing", nil, nil, `null`},
		{"a text", `say "hi"`, nil, `"say \"hi\""`},
		{"an envelope", map[string]any{"tier": "pro", "data": row{ID: 1}}, nil, `{"data":{"id":1}}`},
	} {
		for range 2 {
			res, err := eng.ShapeValue(t.Context(), "t", c.value, c.more...)
			if err != nil || string(res.Body) != c.want || res.Report.BytesOut != len(c.want) {
				t.Errorf("%s: %s, %v, want %s", c.name, res.Body, err, c.want)
			}
		}
	}
}

// tells is a value with a JSON method, or without JSON.
type tells struct {
	text string
	err  error
}

func (v tells) MarshalJSON() ([]byte, error) { return []byte(v.text), v.err }

// A value without JSON gives an error that holds nothing of the value.
func TestShapeValueOfWhatHasNoJSON(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{})
	loop := map[string]any{"secret": 1}
	loop["self"] = loop
	for name, value := range map[string]any{
		"a channel": map[string]any{"secret": make(chan int)}, "no number": []float64{1, math.NaN()}, "a loop": loop,
		"a method that fails": tells{err: errors.New("secret")}, "a method that writes no JSON": []any{tells{text: "{secret"}},
	} {
		_, err := eng.ShapeValue(t.Context(), "t", value)
		bad, ok := errors.AsType[*shaper.Error](err)
		if !ok || bad.Reason != "value" || bad.Offset() != -1 || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", name, err)
		}
		if res, err := eng.ShapeValue(t.Context(), "t", row{}); err != nil || string(res.Body) != `{"id":0,"pin":""}` {
			t.Errorf("behind %s: %s, %v", name, res.Body, err)
		}
	}
	ended, end := context.WithCancel(t.Context())
	if end(); func() error { _, err := eng.ShapeValue(ended, "t", 1); return err }() != context.Canceled {
		t.Error("a context that has ended does not matter")
	}
}

// The output belongs to the caller: later values do not overwrite it.
func TestShapedValuesAreOwned(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithLimits(shaper.Limits{Depth: 1}))
	deep, err := eng.ShapeValue(t.Context(), "t", [][]int{{1}})
	if err != nil || deep.Report.Unshaped == nil {
		t.Fatalf("%v, %v", err, deep.Report.Unshaped)
	}
	if flat, err := eng.ShapeValue(t.Context(), "t", []int{2, 3}); err != nil || string(flat.Body)+string(deep.Body) != "[2,3][[1]]" {
		t.Errorf("%s behind %s, %v", flat.Body, deep.Body, err)
	}
}

// Beyond the needs of encoding/json, a value takes the memory of its shaped JSON.
func TestShapeValueAllocates(t *testing.T) {
	if testkit.Race {
		t.Skip("the race detector allocates")
	}
	eng := newEngineWith(t, profiles.Spec{})
	value := any(&row{ID: 1, Note: "n"})
	shape := func() {
		if _, err := eng.ShapeValue(context.Background(), "t", value); err != nil {
			t.Fatal(err)
		}
	}
	shape()
	if n := testing.AllocsPerRun(100, shape); n > 1 {
		t.Errorf("%v allocations", n)
	}
}
