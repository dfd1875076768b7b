package shaper_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

const (
	owner    = `{"id":17,"name":"somebody with a long name"}`
	owned    = `{"a":{"owner":` + owner + `},"b":{"n":1,"owner":` + owner + `}}`
	saidOnce = `{"a":{"owner":` + owner + `},"b":{"n":1,"owner":{"$same":"2/a/owner"}}}`
)

func withRepeats() profiles.Spec {
	return profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{Repeats: new(true)}}}
}

func TestRepeats(t *testing.T) {
	rows := `[{"n":1,"owner":` + owner + `},{"n":2,"owner":` + owner + `},{"n":3,"owner":` + owner + `}]`
	holdFoldings(t, withRepeats(), func(r shaper.Report) int { return r.Repeated }, []foldingCase{
		{name: "a payload", body: owned, want: saidOnce, folded: 1},
		{name: "in an envelope", body: `{"tier":"pro","tool_id":"t","error":null,"data":` + owned + `}`, want: `{"data":` + saidOnce + `}`, folded: 1},
		{name: "both halves", body: halves(owned), want: halves(saidOnce), folded: 2},
		{name: "halves that are not written from each other", body: halves(owned), want: halves(saidOnce), folded: 2, req: shaper.Request{Unmatched: true}},
		{name: "in tables", body: rows, folded: 2, req: shaper.Request{Settings: profiles.Settings{Columns: new(true)}},
			want: `{"$columns":["n","owner"],"rows":[[1,` + owner + `],[2,{"$same":"2/0/owner"}],[3,{"$same":"2/0/owner"}]]}`},
		{name: "what is hidden makes values the same", body: strings.Replace(owned, `"id"`, `"secret":1,"id"`, 1), want: saidOnce, folded: 1,
			req: shaper.Request{Exclude: []string{"secret"}}},
		{name: "a failure", body: `{"success":false,"error":"no","data":{"error_code":"NOT_FOUND","error_type":"not_found","details":` + owned + `},"meta":{"version":"response-v2"}}`},
		{name: "debug", body: owned, req: shaper.Request{Profile: "debug", Dialect: "plain"}},
		{name: "somebody was told what it is", body: owned, req: shaper.Request{Schema: narrowedBy(t, newEngine(t, withRepeats()), []byte(`{"type":"object"}`))}},
		{name: "nobody knows what it answers", body: owned, req: shaper.Request{HidingOnly: true}},
		{name: "the call says no", body: owned, req: shaper.Request{Settings: profiles.Settings{Repeats: new(false)}}},
		{name: "fewer tokens", body: owned, want: saidOnce, folded: 1, req: shaper.Request{Budget: profiles.Budget{MaxTokens: 1000}}},
		{name: "what was folded before", body: saidOnce, want: saidOnce, folded: 1},
		{name: "what seems to be a reference", body: `{"$same":1,"more":` + owned + `}`},
	})
}

// A rule holds at every place at which the value stood, wherever the references came.
func TestRepeatsHideNothing(t *testing.T) {
	for _, c := range []struct{ exclude, want string }{
		{"a.owner", `{"a":{},"b":{"n":1,"owner":` + owner + `}}`},
		{"b.owner", `{"a":{"owner":` + owner + `},"b":{"n":1}}`},
		{"a", `{"b":{"n":1,"owner":` + owner + `}}`},
		{"b.owner.name", `{"a":{"owner":` + owner + `},"b":{"n":1,"owner":{"id":17}}}`},
		{"**.name", `{"a":{"owner":{"id":17}},"b":{"n":1,"owner":{"id":17}}}`},
	} {
		eng := newEngine(t, profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{c.exclude}}}})
		for _, doc := range [][2]string{{saidOnce, c.want}, {halves(saidOnce), halves(c.want)}} {
			if res := fitted(t, eng, shaper.Request{Tool: "t", Body: []byte(doc[0])}); string(res.Body) != doc[1] {
				t.Errorf("without %s: %s", c.exclude, res.Body)
			}
		}
	}
	hiding := newEngine(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"name"}}}})
	for _, body := range []string{saidOnce, halves(saidOnce), fmt.Sprintf(`{"said":%s}`, quote(saidOnce)), `{"wrapped":` + saidOnce + `}`} {
		res, err := hiding.Hide(t.Context(), shaper.Request{Body: []byte(body)})
		if err != nil || bytes.Contains(res.Body, []byte("somebody")) || bytes.Contains(res.Body, []byte("$same")) {
			t.Errorf("Hide shows %s, %v", res.Body, err)
		}
	}
}

// The steps of a budget that take nothing away.
func TestRepeatsInABudget(t *testing.T) {
	rows := `[` + strings.Repeat(`[`+owner+`,1],`, 20) + `2]`
	res := fitted(t, newEngine(t, withRepeats()), shaper.Request{Body: []byte(rows), Budget: profiles.Budget{MaxBytes: 200}})
	if fit := res.Report.Fit; !slices.Equal(fit.Steps, []string{"repeats", "items"}) || fit.Over || len(res.Body) > 200 {
		t.Errorf("%+v\n%s", fit, res.Body)
	}
}

func TestUnfoldRepeats(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{saidOnce, owned}, {halves(saidOnce), halves(owned)},
		{`{"$columns":["a"],"rows":[[` + owner + `],[{"$same":"2/0/a"}]]}`, `[{"a":` + owner + `},{"a":` + owner + `}]`},
	} {
		if got, err := shaper.Unfold([]byte(c.in)); string(got) != c.want || err != nil {
			t.Errorf("%s, %v", got, err)
		}
	}
}
