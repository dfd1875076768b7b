package shaper_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// faulty is a counter that panics with content.
type faulty struct{}

func (faulty) Name() string { return "faulty" }
func (faulty) Exact() bool  { return true }
func (faulty) Most(int) int { return math.MaxInt }

func (faulty) Count(text []byte) int {
	if strings.Contains(string(text), "S3CRET") {
		panic(string(text))
	}
	return len(text)
}

// A panic is an error that names its place and holds no content. The next response is shaped.
func TestFault(t *testing.T) {
	spec := profiles.Spec{
		Global: profiles.Global{Budget: &profiles.Budget{MaxTokens: 100, Counter: "faulty"}},
		Tools:  []profiles.Tool{{Name: "t", ExcludeFields: []string{"b"}}},
	}
	eng := newEngineWith(t, spec, shaper.WithCounters(faulty{}))
	shapes := map[string]func(shaper.Request) (string, error){
		"Shape": func(req shaper.Request) (string, error) {
			r, err := eng.Shape(context.Background(), req)
			return string(r.Body), err
		},
		"AppendShape": func(req shaper.Request) (string, error) {
			out, _, err := eng.AppendShape([]byte("before "), req)
			return strings.TrimPrefix(string(out), "before "), err
		},
	}
	for name, shape := range shapes {
		req := shaper.Request{Tool: "t", Body: []byte(`{"a":"S3CRET","b":1}`)}
		out, err := shape(req)
		fault, ok := errors.AsType[*shaper.Error](err)
		if out != "" || !ok || fault.Reason != "fault" || !strings.Contains(err.Error(), "shaper/fault_test.go:") || strings.Contains(err.Error(), "S3CRET") {
			t.Errorf("%s: %q, %v", name, out, err)
		}
		req.Body = []byte(`{"a":1,"b":1}`)
		if out, err = shape(req); err != nil || out != `{"a":1}` {
			t.Errorf("%s, the next one: %q, %v", name, out, err)
		}
	}
}
