package shaper_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// The objections of a strict caller, and signals that are none.
func TestObjections(t *testing.T) {
	for want, s := range map[string]shaper.Signals{
		"": {
			Applied: []string{"t"}, NoneApplied: true, Cut: []shaper.Cut{{Path: "a", Total: 2, Kept: 1, Lists: 1}},
			Opaque: shaper.Places{Count: 3}, Unmatched: []string{"common (/profiles/minimal/common_exclusions/0)"}, Misfit: "no",
		},
		"masks met nothing: 2": {Missed: []string{"a", "b"}},
		`no entry of tool_overrides applied (did you mean "list_issues"?)`: {NoneApplied: true, Nearest: "list_issues"},
		"values were withheld: 3":                                      {Withheld: shaper.Places{Count: 3}},
		"an include list would have left nothing of structuredContent": {Whole: "structuredContent"},
	} {
		got := s.Objections()
		if len(got) > 1 || len(got) == 0 != (want == "") || len(got) == 1 && got[0] != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The masks of a call are reported apart from those for all calls. Strict reports both, and so
// does Unmatched alone.
func TestMissedMasks(t *testing.T) {
	eng := newEngine(t, profiles.Spec{
		Profiles: map[string]profiles.Profile{"minimal": {CommonExclusions: []string{"common"}}},
		Tools: []profiles.Tool{
			{Name: "t", IncludeOnly: []string{"a", "b"}, ExcludeFields: []string{"x"}, IncludeOnError: []string{"hint"}},
			{Name: "u", ExcludeFields: []string{"y"}},
		},
		Privacy: []profiles.Privacy{{Drop: []string{"password"}}},
	})
	for _, req := range []shaper.Request{{Strict: true}, {Unmatched: true}} {
		req.Tool, req.Exclude, req.Body = "t", []string{"z"}, []byte(`{"a":1}`)
		res, err := eng.Shape(t.Context(), req)
		if err != nil || string(res.Body) != `{"a":1}` {
			t.Fatalf("%s, %v", res.Body, err)
		}
		missed := []string{"b (/tool_overrides/t/include_only/1)", "x (/tool_overrides/t/exclude_fields/0)", "z (call /exclude_fields/0)"}
		if got := slices.Sorted(slices.Values(res.Report.Missed)); !slices.Equal(got, missed) {
			t.Errorf("missed %q", got)
		}
		if n := len(res.Report.Unmatched); n != len(missed)+3 {
			t.Errorf("unmatched %q", res.Report.Unmatched)
		}
	}
	res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", IsError: true, Strict: true, Body: []byte(`{"a":1,"b":{"x":2}}`)})
	if want := []string{"hint (/tool_overrides/t/include_on_error/0)"}; err != nil || !slices.Equal(res.Report.Missed, want) {
		t.Errorf("on an error: %q, %v", res.Report.Missed, err)
	}
}

// Masks that shorten are reported as those that hide. Masks for a budget alone are reported,
// and never missed.
func TestMissedLengths(t *testing.T) {
	eng := newEngine(t, profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{Shorten: &map[string]profiles.Shorten{"**.everywhere": {Chars: 9}}}},
		Tools: []profiles.Tool{{
			Name: "t", LowPriority: []string{"rows.low", "lwo"}, RankBy: []string{"rows.score", "rwos.score"},
			Settings: profiles.Settings{Shorten: &map[string]profiles.Shorten{"rows": {Items: 9}, "rows.body": {Chars: 9}, "rows.bdoy": {Chars: 9}}},
		}},
	})
	req := shaper.Request{Tool: "t", Strict: true, Body: []byte(`{"rows":[{"low":1,"body":"b","score":1}]}`)}
	req.Settings.Shorten = &map[string]profiles.Shorten{"rows.lwo": {Lines: 1}}
	res, err := eng.Shape(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	missed := []string{"rows.bdoy (/tool_overrides/t/shorten/rows.bdoy)", "rows.lwo (call /shorten/rows.lwo)"}
	unmatched := []string{
		"**.everywhere (/global/shorten/**.everywhere)", "lwo (/tool_overrides/t/low_priority/1)",
		missed[0], missed[1], "rwos (/tool_overrides/t/rank_by/1)",
	}
	if got := slices.Sorted(slices.Values(res.Report.Missed)); !slices.Equal(got, missed) {
		t.Errorf("missed %q", got)
	}
	if got := slices.Sorted(slices.Values(res.Report.Unmatched)); !slices.Equal(got, unmatched) {
		t.Errorf("unmatched %q", got)
	}
}

// A private name that hides more than 1,000 values of a response is reported once.
func TestFrequentNames(t *testing.T) {
	many := func(part string, n int) string { return strings.TrimSuffix(strings.Repeat(part, n), ",") }
	for _, c := range []struct {
		name, body string
		want       []shaper.Frequent
	}{
		{"members", `[` + many(`{"password":1,"a":2},`, 1001) + `]`, []shaper.Frequent{{"password", 1001}}},
		{"members, not too many", `[` + many(`{"password":1,"a":2},`, 1000) + `]`, nil},
		{"members in white space", `[` + many(`{ "password" : "x" , "a" : 2 },`, 1001) + `]`, []shaper.Frequent{{"password", 1001}}},
		{"members in other spellings", `[` + many(`{"Pass_Word":"x"},{"dbPassword":[1]},`, 501) + `]`, []shaper.Frequent{{"password", 1002}}},
		{"members that are redacted", `[` + many(`{"mail":"a"},`, 1200) + `]`, []shaper.Frequent{{"mail", 1200}}},
		{"members that an exclude takes", `[` + many(`{"plain":"a"},`, 1200) + `]`, nil},
		{"two names", `[` + many(`{"mail":"a","password":"b","a":1},`, 1001) + `]`, []shaper.Frequent{{"password", 1001}, {"mail", 1001}}},
		{"lines of a text", strconv.Quote(many("password: x\n", 1001)), []shaper.Frequent{{"password", 1001}}},
		{"JSON in a text", strconv.Quote("see " + many(`{"password":1} `, 1001)), []shaper.Frequent{{"password", 1001}}},
		{"a column of a table", strconv.Quote("user\tpassword\tid\n" + many("a\tb\tc\n", 1500)), nil},
		{"a result", `{"content":[{"type":"text","text":` + strconv.Quote(`[`+many(`{"password":1,"a":2},`, 1001)+`]`) + `}]}`, []shaper.Frequent{{"password", 1001}}},
	} {
		eng := newEngine(t, profiles.Spec{
			Tools:   []profiles.Tool{{Name: "t", ExcludeFields: []string{"plain"}}},
			Privacy: []profiles.Privacy{{Drop: []string{"password"}, Mask: []profiles.PrivacyMask{{Path: "**.mail", With: new("-")}}}},
		})
		for range 2 { // the second time the engine knows such responses
			res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(c.body)})
			if err != nil || !slices.Equal(res.Report.Frequent, c.want) {
				t.Errorf("%s: %v, %v", c.name, res.Report.Frequent, err)
			}
		}
	}
}
