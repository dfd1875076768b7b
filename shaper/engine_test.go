package shaper_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

func TestNew(t *testing.T) {
	if _, err := shaper.New(nil); err == nil {
		t.Error("an engine without a configuration")
	}
	if _, err := shaper.New(&swapping{}); err == nil {
		t.Error("an engine with an empty one")
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	eng, req := newEngine(t, profiles.Spec{}), shaper.Request{Body: []byte(`{}`)}
	if _, err := eng.Shape(ctx, req); !errors.Is(err, context.Canceled) {
		t.Errorf("Shape: %v", err)
	}
	if _, err := eng.Explain(ctx, req); !errors.Is(err, context.Canceled) {
		t.Errorf("Explain: %v", err)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct {
		name   string
		limits shaper.Limits
		body   string
		offset int // of the fault; -1 is none
	}{
		{"depth", shaper.Limits{Depth: 2}, `{"a":[1]}`, -1},
		{"depth, passed", shaper.Limits{Depth: 2}, `{"a":[{}]}`, 6},
		{"depth, passed in what is dropped", shaper.Limits{Depth: 2}, `{"x":[{}]}`, 6},
		{"document", shaper.Limits{DocumentBytes: 7}, `{"a":1}`, -1},
		{"document, passed", shaper.Limits{DocumentBytes: 6}, `{"a":1}`, 6},
		{"string", shaper.Limits{StringBytes: 3}, `{"abc":"abc"}`, -1},
		{"string, passed", shaper.Limits{StringBytes: 3}, `{"abc":"abcd"}`, 11},
		{"string, passed by a name", shaper.Limits{StringBytes: 3}, `{"abcd":1}`, 5},
		{"members", shaper.Limits{Members: 2}, `[{"a":1,"b":2},{"c":3,"d":4}]`, -1},
		{"members, passed", shaper.Limits{Members: 2}, `[{"a":1,"b":2,"c":3}]`, 14},
		{"members, passed in what is dropped", shaper.Limits{Members: 2}, `{"x":{"a":1,"b":2,"c":3}}`, 18},
	} {
		for _, dialect := range []string{"plain", "auto"} {
			eng := newEngineWith(t, profiles.Spec{}, shaper.FailClosed(), shaper.WithLimits(c.limits))
			_, err := eng.Shape(t.Context(), shaper.Request{Dialect: dialect, Exclude: []string{"x"}, Body: []byte(c.body)})
			bad, ok := errors.AsType[*shaper.Error](err)
			switch {
			case c.offset < 0 && err != nil, c.offset >= 0 && !ok:
				t.Errorf("%s, %s: %v", c.name, dialect, err)
			case ok && (bad.Reason != "too_large" || bad.Offset() != c.offset):
				t.Errorf("%s, %s: %s at %d, want too_large at %d", c.name, dialect, bad.Reason, bad.Offset(), c.offset)
			}
		}
	}
}

// A program can read the place of an error.
func TestErrorPlace(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	_, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"x"}, Body: []byte(`{"a":[0,{"b":}]}`)})
	bad, ok := errors.AsType[*shaper.Error](err)
	if !ok || bad.Reason != "invalid_json" || bad.Offset() != 13 || bad.Pointer() != "/a/1/b" || bad.Unwrap() == nil {
		t.Errorf("got %+v", err)
	}
	_, err = eng.Shape(t.Context(), shaper.Request{Dialect: "none", Body: []byte(`{}`)})
	if bad, ok = errors.AsType[*shaper.Error](err); !ok || bad.Reason != "config" || bad.Offset() != -1 || bad.Pointer() != "" {
		t.Errorf("got %+v", err)
	}
}

// The result is the caller's own: later calls do not write to it.
func TestResultsAreOwned(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	for _, size := range []int{10, 2 << 20} {
		var results [][]byte
		for i := range 3 {
			body := fmt.Sprintf(`{"a":"%s"}`, strings.Repeat(string(rune('a'+i)), size))
			res, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"x"}, Body: []byte(body)})
			if err != nil {
				t.Fatal(err)
			}
			results = append(results, res.Body)
		}
		for i, r := range results {
			if want := strings.Repeat(string(rune('a'+i)), size); string(r) != `{"a":"`+want+`"}` {
				t.Errorf("result %d of %d bytes is no longer what it was", i, size)
			}
		}
	}
}

// On an error AppendShape returns dst unchanged.
func TestAppendShapeOnError(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	dst := append(make([]byte, 0, 100), "kept"...)
	out, _, err := eng.AppendShape(dst, shaper.Request{Exclude: []string{"x"}, Body: []byte(`{"a":1,"b":`)})
	if err == nil || string(out) != "kept" {
		t.Errorf("got %q, %v", out, err)
	}
}

// swapping is a source that changes with every look.
type swapping struct {
	sets  []*profiles.Set
	looks atomic.Int64
}

func (s *swapping) Profiles() *profiles.Set {
	if len(s.sets) == 0 {
		return nil
	}
	return s.sets[int(s.looks.Add(1))%len(s.sets)]
}

func newSwapping(t testing.TB, n int) *swapping {
	t.Helper()
	var s swapping
	for i := range n {
		set, err := profiles.New(profiles.Spec{Tools: []profiles.Tool{{
			Name: "t", IncludeOnly: []string{fmt.Sprintf("k%d", i), "all"},
		}}})
		if err != nil {
			t.Fatal(err)
		}
		s.sets = append(s.sets, set.WithGeneration(uint64(i)))
	}
	return &s
}

// One response, one generation: also for the documents in its text, and while
// many responses are shaped at once.
func TestGenerations(t *testing.T) {
	src := newSwapping(t, 3)
	eng, err := shaper.New(src)
	if err != nil {
		t.Fatal(err)
	}
	inner := `{\"k0\":0,\"k1\":1,\"k2\":2}`
	body := `{"content":[{"type":"text","text":"` + inner + `"},{"type":"text","text":"` + inner + `"}],"structuredContent":{"k0":0,"k1":1,"k2":2}}`
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				out, report, err := eng.AppendShape(nil, shaper.Request{Tool: "t", Body: []byte(body)})
				g := report.Generation
				one := fmt.Sprintf(`{\"k%d\":%d}`, g, g)
				want := fmt.Sprintf(`{"content":[{"type":"text","text":"%s"},{"type":"text","text":"%s"}],"structuredContent":{"k%d":%d}}`, one, one, g, g)
				if err != nil || string(out) != want {
					t.Errorf("generation %d gave %s, %v", g, out, err)
					return
				}
			}
		})
	}
	wg.Wait()
	if src.looks.Load() < 800 {
		t.Errorf("the source was asked %d times for 800 responses", src.looks.Load())
	}
}

// Calls that differ in anything that matters do not share a plan.
func TestPlansAreApart(t *testing.T) {
	eng := newEngine(t, profiles.Spec{Tools: []profiles.Tool{{
		Name: "t", IncludeOnError: []string{"e"}, ExcludeWhenTier: map[string][]string{"pro": {"p"}},
		ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"a"}}},
	}}})
	body := []byte(`{"a":1,"b":null,"e":2,"p":3,"c":{"d":[]}}`)
	keep, drop, yes := "keep", "drop", true
	for range 2 { // the second time from the cache
		for _, c := range []struct {
			req  shaper.Request
			want string
		}{
			{shaper.Request{}, `{"a":1,"b":null,"e":2,"p":3,"c":{"d":[]}}`},
			{shaper.Request{Tool: "t"}, `{"a":1,"b":null,"p":3,"c":{"d":[]}}`},
			{shaper.Request{Tool: "t", Tier: "pro"}, `{"a":1,"b":null,"c":{"d":[]}}`},
			{shaper.Request{Tool: "tpro"}, `{"a":1,"b":null,"e":2,"p":3,"c":{"d":[]}}`},
			{shaper.Request{Tool: "t", IsError: true}, `{"a":1,"b":null,"e":2,"p":3,"c":{"d":[]}}`},
			{shaper.Request{Tool: "t", Mode: "m"}, `{"a":1}`},
			{shaper.Request{Include: []string{"a", "b"}}, `{"a":1,"b":null}`},
			{shaper.Request{Include: []string{"a"}, Exclude: []string{"b"}}, `{"a":1}`},
			{shaper.Request{Include: []string{"a,b"}, Exclude: []string{"b"}}, `{"a":1}`},
			{shaper.Request{Exclude: []string{"a", "b"}}, `{"e":2,"p":3,"c":{"d":[]}}`},
			{shaper.Request{Fields: []string{"a", "b"}}, `{"a":1,"b":null}`},
			{shaper.Request{Settings: profiles.Settings{ExcludeNullValues: &yes}}, `{"a":1,"e":2,"p":3,"c":{"d":[]}}`},
			{shaper.Request{Settings: profiles.Settings{ExcludeEmptyArrays: &yes}}, `{"a":1,"b":null,"e":2,"p":3,"c":{}}`},
			{shaper.Request{Include: []string{"c.x"}, Settings: profiles.Settings{Unmatched: &keep}}, `{"c":{}}`},
			{shaper.Request{Exclude: []string{"d", "a", "b", "e", "p"}, Settings: profiles.Settings{Emptied: &drop}}, `{}`},
			{shaper.Request{Exclude: []string{"d", "a", "b", "e", "p"}, Settings: profiles.Settings{Emptied: &keep}}, `{"c":{}}`},
		} {
			c.req.Body = body
			res, err := eng.Shape(t.Context(), c.req)
			if err != nil || string(res.Body) != c.want {
				t.Errorf("%+v: %s, %v, want %s", c.req, res.Body, err, c.want)
			}
		}
	}
}

// A thousand tools, and as many lists of masks, do not pile up.
func TestPlansAreBounded(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	ask := func(i int) {
		req := shaper.Request{Tool: fmt.Sprint("t", i), Exclude: []string{fmt.Sprint("x", i)}, Body: []byte(`{"a":1}`)}
		if _, err := eng.Shape(t.Context(), req); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 600 {
		ask(i)
	}
	before := heapInUse()
	for i := range 5000 {
		ask(600 + i)
	}
	if grown := heapInUse() - before; grown > 4<<20 {
		t.Errorf("the heap grew by %d KB", grown>>10)
	}
	runtime.KeepAlive(eng)
}

func heapInUse() int64 {
	runtime.GC()
	return heapNow()
}
