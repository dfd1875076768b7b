package shaper_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

type seen []shaper.Event

func (s *seen) Shaped(e shaper.Event) { *s = append(*s, e) }

// ways holds all methods that shape responses.
var ways = map[string]func(*shaper.Engine, shaper.Request) error{
	"Shape": func(e *shaper.Engine, req shaper.Request) error {
		_, err := e.Shape(context.Background(), req)
		return err
	},
	"AppendShape": func(e *shaper.Engine, req shaper.Request) error {
		_, _, err := e.AppendShape(nil, req)
		return err
	},
	"ShapeValue": func(e *shaper.Engine, req shaper.Request) error {
		_, err := e.ShapeValue(context.Background(), req.Tool, req.Body, func(r *shaper.Request) { body := r.Body; *r = req; r.Body = body })
		return err
	},
}

// An observer gets one event for each response, for every outcome.
func TestObserver(t *testing.T) {
	looks := 0
	defer shaper.LookAt(func() time.Time {
		looks++
		return time.Unix(int64(looks), 0)
	})()
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"secret"}}}}
	long := []byte(`{"rows":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]}`)
	for name, one := range map[string]struct {
		req  shaper.Request
		want string
	}{
		"shaped":   {shaper.Request{Tool: "t", Body: []byte(`{"secret":1,"a":2}`)}, `t [t] plain/minimal shaped 18>7  0>0`},
		"unshaped": {shaper.Request{Body: []byte(`{"a":`)}, ` [] / unshaped 5>5  0>0`},
		"error":    {shaper.Request{Tool: "t", Body: []byte(`{"a":`)}, `t [t] / error 5>0  0>0`},
		"budget":   {shaper.Request{Body: long, Budget: profiles.Budget{MaxTokens: 30}}, ` [] plain/minimal shaped 61>%d estimate %d>%d`},
		"over":     {shaper.Request{Body: []byte(`{"a":12345}`), Budget: profiles.Budget{MaxBytes: 3}}, ` [] plain/minimal over_budget 11>11  0>0`},
	} {
		for way, shape := range ways {
			var told seen
			eng := newEngineWith(t, spec, shaper.WithObserver(&told))
			shape(eng, one.req)
			if len(told) != 1 {
				t.Errorf("%s, %s: told %d times", name, way, len(told))
				continue
			}
			e := told[0]
			got := fmt.Sprintf("%s %v %s/%s %s %d>%d %s %d>%d", e.Tool, e.Applied, e.Dialect, e.Profile, e.Outcome, e.BytesIn, e.BytesOut, e.Counter, e.TokensIn, e.TokensOut)
			want := one.want
			if name == "budget" {
				want = fmt.Sprintf(want, e.BytesOut, tokens.Estimate{}.Count(long), e.TokensOut)
			}
			if got != want || e.Took != time.Second || !slices.Contains(shaper.Outcomes(), e.Outcome) {
				t.Errorf("%s, %s: got %s, %v, want %s", name, way, got, e.Took, want)
			}
		}
	}
}

// Without an observer the clock is not read. TestNoAllocations shows that nothing is
// allocated.
func TestNobodyObserves(t *testing.T) {
	defer shaper.LookAt(func() time.Time {
		t.Error("somebody looked at the clock")
		return time.Time{}
	})()
	for way, shape := range ways {
		if err := shape(newEngine(t, profiles.Spec{}), shaper.Request{Body: []byte(`{"a":1}`)}); err != nil {
			t.Error(way, err)
		}
	}
}
