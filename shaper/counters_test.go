package shaper_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// letters is a counter with one token for each byte. It sums the bytes that it read.
type letters struct {
	name string
	read *int
}

func (c letters) Name() string   { return c.name }
func (c letters) Exact() bool    { return true }
func (c letters) Most(n int) int { return n }
func (c letters) Count(b []byte) int {
	*c.read += len(b)
	return len(b)
}

// The last one to name a counter has its way: the profile, the tool, the call.
func TestCounterOfBudget(t *testing.T) {
	spec := profiles.Spec{
		Global:   profiles.Global{Budget: &profiles.Budget{MaxTokens: 1, Counter: "a"}},
		Profiles: map[string]profiles.Profile{"p": {Budget: &profiles.Budget{Counter: "b"}}},
		Tools:    []profiles.Tool{{Name: "t", Budget: &profiles.Budget{Counter: "estimate"}}, {Name: "u", Budget: &profiles.Budget{MaxBytes: 1}}},
	}
	read := 0
	eng := newEngineWith(t, spec, shaper.WithCounters(letters{"a", &read}, letters{"b", &read}))
	for want, req := range map[string]shaper.Request{
		"a": {}, "b": {Tool: "u", Profile: "p"}, "estimate": {Tool: "t", Profile: "p"}, "a of the call": {Tool: "t", Budget: profiles.Budget{Counter: "a"}},
	} {
		req.Body = []byte(`{"rows":[1,2,3]}`)
		want, _, _ = strings.Cut(want, " ")
		if fit := fitted(t, eng, req).Report.Fit; fit.Counter != want {
			t.Errorf("%s: %+v", want, fit)
		}
		if x, err := eng.Explain(t.Context(), req); err != nil || x.Counter.Name() != want {
			t.Errorf("%s: explained by %v, %v", want, x.Counter, err)
		}
	}
}

// A counter that the engine does not have is an error of the call, limits or none.
func TestCounterIsMissing(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{Global: profiles.Global{Budget: &profiles.Budget{Counter: "o200k"}}}, shaper.WithCounters(letters{name: "bytes"}))
	for name, want := range map[string]string{
		"":     `this program has no counter "o200k" (go build -tags o200k ./cmd/shape builds one that has it)`,
		"byte": `unknown counter "byte"; known: estimate, bytes (did you mean "bytes"?)`,
		"xyz":  `unknown counter "xyz"; known: estimate, bytes`,
	} {
		req := shaper.Request{Body: []byte(`{"a":1}`), Budget: profiles.Budget{Counter: name}}
		want = "shape: config: budget.counter: " + want + "; WithCounters adds one"
		if _, err := eng.Shape(t.Context(), req); errorText(err) != want {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := eng.Explain(t.Context(), req); errorText(err) != want {
			t.Errorf("%s: explained: %v", name, err)
		}
	}
}

// A response that is surely within its budget is not counted. The candidates of any other
// one take few times its bytes; more if none fits, since then looser ones are tried too.
func TestCountingIsLinear(t *testing.T) {
	read := 0
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithCounters(letters{"bytes", &read}))
	for _, rows := range []int{100, 10_000} {
		body := append(append([]byte(`{"rows":[`), bytes.Repeat([]byte(`{"name":"the one","note":"one more"},`), rows)...), "0]}"...)
		for share, most := range map[int]int{1: 0, 2: 4, 10: 4, 1000: 8} {
			read = 0
			budget := profiles.Budget{MaxTokens: len(body) / share, Counter: "bytes"}
			fitted(t, eng, shaper.Request{Body: body, Budget: budget})
			if read > most*len(body) {
				t.Errorf("%d rows into a part of %d: %d bytes counted of %d", rows, share, read, len(body))
			}
		}
	}
}
