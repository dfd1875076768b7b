package shaper_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// This call yields every reason.
var (
	explainedSpec = profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{ExcludeNullValues: new(true), Emptied: new("drop")}},
		Tools: []profiles.Tool{{
			Name: "t", IncludeOnly: []string{"a", "b.c", "u.c", "l", "n", "gone", "m", "p", "e"}, ExcludeFields: []string{"x"},
			ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"*"}, Limits: map[string]int{"l": 1}}},
		}},
		Privacy: []profiles.Privacy{{Drop: []string{"s"}, Mask: []profiles.PrivacyMask{{Path: "m"}, {Pattern: "[0-9]+", With: new("#")}}}},
	}
	explainedBody = `{"a":{"x":1,"k":[1, {"y":"yy"}]},"b":{"c":1,"d":2},"u":[{"z":1}],"q":{"r": 1},"l":[1,2,3],` +
		`"n":null,"s":1,"gone":{"x":1},"m":{"z":1},"p":"no 1","e":[{ }],"\u0061~/":1}`
	explainedWant = []string{
		"- /a/x 1 excluded /tool_overrides/t/exclude_fields/0",
		"+ /a/k/0 1 included /tool_overrides/t/response_modes/m/fields/0",
		"+ /a/k/1/y 4 included /tool_overrides/t/response_modes/m/fields/0",
		"+ /b/c 1 included /tool_overrides/t/response_modes/m/fields/0",
		"- /b/d 1 not included /tool_overrides/t/include_only",
		"- /u/0/z 1 not included /tool_overrides/t/include_only",
		"- /u/0 7 unmatched /tool_overrides/t/include_only",
		"- /u 9 unmatched /tool_overrides/t/include_only",
		"- /q 8 not included /tool_overrides/t/include_only",
		"+ /l/0 1 included /tool_overrides/t/response_modes/m/fields/0",
		"- /l/1 1 cut /tool_overrides/t/response_modes/m/limits/l",
		"- /l/2 1 cut /tool_overrides/t/response_modes/m/limits/l",
		"- /n 4 elided /global/exclude_null_values",
		"- /s 1 excluded /privacy/drop/0",
		"- /gone/x 1 excluded /tool_overrides/t/exclude_fields/0",
		"- /gone 7 emptied /global/emptied",
		"+ /m 7 redacted /privacy/mask/0",
		"+ /p 6 redacted /privacy/mask/1",
		"+ /e/0 3 included /tool_overrides/t/response_modes/m/fields/0",
		"- /a~0~1 1 not included /tool_overrides/t/include_only",
	}
)

func TestExplain(t *testing.T) {
	x := explain(t, newEngine(t, explainedSpec), shaper.Request{Tool: "t", Mode: "m", Body: []byte(explainedBody)})
	checkDecisions(t, x, explainedWant)
	if want := `{"a":{"k":[1,{"y":"yy"}]},"b":{"c":1},"l":[1],"m":"[redacted]","p":"no #","e":[{}]}`; string(x.Body) != want {
		t.Errorf("got %s, want %s", x.Body, want)
	}
	for _, want := range []string{
		"include_only = a, b.c, u.c, l, n, gone, m, p, e (/tool_overrides/t/include_only)",
		"profile = minimal (built-in /global/profile)",
		"response_mode = m (call /response_mode)",
	} {
		if !slices.ContainsFunc(x.Settings, func(d profiles.Decision) bool {
			return fmt.Sprintf("%s = %s (%s)", d.Setting, d.Value, d.Origin) == want
		}) {
			t.Errorf("no %q among %v", want, x.Settings)
		}
	}
}

// A value kept in an object that is then dropped as a default is not reported as kept.
func TestExplainDefault(t *testing.T) {
	eng := newEngine(t, profiles.Spec{
		Global: profiles.Global{Settings: profiles.Settings{ExcludeDefaultValues: new(true)}},
		Tools:  []profiles.Tool{{Name: "t", Defaults: map[string]json.RawMessage{"o": []byte(`{"a":[1]}`)}}},
	})
	x := explain(t, eng, shaper.Request{Tool: "t", Body: []byte(`{"b":1,"o":{"a": [1]},"c":{"o":{"a":[1]}}}`)})
	want := []string{"+ /b 1 kept ", "- /o 10 elided /global/exclude_default_values", "+ /c/o/a/0 1 kept "}
	if got := spellDecisions(x); !slices.Equal(got, want) || string(x.Body) != `{"b":1,"c":{"o":{"a":[1]}}}` {
		t.Errorf("%s\ntold as %q, want %q", x.Body, got, want)
	}
}

// The pointer of a value in a text is that of the string, followed by its own.
func TestExplainNested(t *testing.T) {
	body := `{"content":[{"type":"text","text":"{\"a\":{\"x\":1},\"b\":2}"}]}`
	x := explain(t, newEngine(t, profiles.Spec{}), shaper.Request{Exclude: []string{"x"}, Body: []byte(body)})
	checkDecisions(t, x, []string{
		"+ /content/0/type 6 kept ",
		"- /content/0/text/a/x 1 excluded call /exclude_fields/0",
		"+ /content/0/text/b 1 kept ",
		"+ /content/0/text 27 kept ",
	})
}

// The explanation reports the values of a document that is a value, not the document itself.
func TestExplainStructured(t *testing.T) {
	body := `{"content":[],"structuredContent":{"a":{"x":1},"b":2}}`
	x := explain(t, newEngine(t, profiles.Spec{}), shaper.Request{Include: []string{"a"}, Body: []byte(body)})
	checkDecisions(t, x, []string{
		"+ /content 2 kept ",
		"+ /structuredContent/a/x 1 included call /include_only/0",
		"- /structuredContent/b 1 not included call /include_only",
	})
}

// A body that passed unchanged has no dropped values.
func TestExplainUnshaped(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{})
	for body, want := range map[string][]string{
		`{"b":1,"a":1,"a":2}`: nil,
		`{"content":[{"type":"text","text":"{\"c\":{\"b\":1,\"b\":2}}"}],"structuredContent":{"c":{"b":1,"b":2}}}`: {
			"+ /content/0/type 6 kept ", "+ /content/0/text 27 kept ", "+ /structuredContent 19 kept ",
		},
	} {
		x := explain(t, eng, shaper.Request{Include: []string{"a", "c.d"}, Body: []byte(body)})
		if got := spellDecisions(x); !slices.Equal(got, want) || string(x.Body) != body {
			t.Errorf("%s\nis told as %q, want %q", x.Body, got, want)
		}
	}
}

// The explanation reports the metadata that a profile leaves out.
func TestExplainMetadata(t *testing.T) {
	x := explain(t, newEngine(t, profiles.Spec{}), shaper.Request{Body: []byte(`{"tier":"pro","data":1}`)})
	if got, want := spellDecisions(x), []string{"- /tier 5 excluded built-in /profiles/minimal/envelope/include", "+ /data 1 kept "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func explain(t *testing.T, eng *shaper.Engine, req shaper.Request) shaper.Explanation {
	t.Helper()
	x, err := eng.Explain(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func checkDecisions(t *testing.T, x shaper.Explanation, want []string) {
	t.Helper()
	if got := spellDecisions(x); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func spellDecisions(x shaper.Explanation) []string {
	var lines []string
	for d := range x.Decisions() {
		lines = append(lines, fmt.Sprintf("%s %s %d %s %s", sign(d.Kept), d.Pointer, d.Bytes, d.Reason, d.Rule))
	}
	return lines
}

// Values of one pattern with one decision are reported together, and each byte once. A text
// with reported parts counts only the bytes around them. So does a container that is dropped
// since it became empty.
func TestExplainFields(t *testing.T) {
	for _, c := range []struct {
		req  shaper.Request
		want []string
	}{
		{shaper.Request{Exclude: []string{"x"}, Body: []byte(`{"r":[{"x":1,"id": 1},{"id":2,"x":[1, 2]},{"id":3}]}`)},
			[]string{"+ /r/*/id 3 19 13 kept ", "- /r/*/x 2 15 12 excluded call /exclude_fields/0"}},
		{shaper.Request{Exclude: []string{"x"}, Body: []byte(`{"content":[{"type":"text","text":"{\"a\":{\"x\":1},\"b\":2}"},{"type":"text","text":"a\nb"}]}`)},
			[]string{"+ /content/*/type 2 26 8 kept ", "+ /content/*/text 2 22 8 kept ", "- /content/*/text/a/x 1 5 4 excluded call /exclude_fields/0",
				"+ /content/*/text/b 1 5 4 kept "}},
		{shaper.Request{Include: []string{"a.b"}, Body: []byte(`{"a":{"c":{"d":"word word"}},"e":null}`)},
			[]string{"- /a/c 1 21 8 not included call /include_only", "- /e 1 8 3 not included call /include_only", "- /a 1 6 3 unmatched call /include_only"}},
	} {
		x := explain(t, newEngine(t, profiles.Spec{}), c.req)
		var got []string
		for _, f := range x.Fields {
			got = append(got, fmt.Sprintf("%s %s %d %d %d %s %s", sign(f.Kept), f.Pattern, f.Count, f.Bytes, f.Tokens, f.Reason, f.Rule))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s\ngot  %q\nwant %q", c.req.Body, got, c.want)
		}
	}
}

// Decisions can be asked for again, and left.
func TestExplainAgain(t *testing.T) {
	x := explain(t, newEngine(t, explainedSpec), shaper.Request{Tool: "t", Mode: "m", Body: []byte(explainedBody)})
	for range x.Decisions() {
		break
	}
	checkDecisions(t, x, explainedWant)
	if got := slices.Collect(new(shaper.Explanation).Decisions()); len(got) > 0 {
		t.Errorf("nothing was shaped, and %v decided", got)
	}
}

func sign(kept bool) string {
	if kept {
		return "+"
	}
	return "-"
}

// The report shows the effect of a budget, the fields show that of the rules. Nothing is
// archived for an explanation.
func TestExplainBudget(t *testing.T) {
	body := []byte(`{"x":1,"rows":[` + strings.Repeat(`{"id":1},`, 40) + `{"id":2}]}`)
	for name, c := range map[string]struct {
		budget profiles.Budget
		steps  []string
		over   bool
	}{
		"none":    {profiles.Budget{}, nil, false},
		"within":  {profiles.Budget{MaxBytes: 1000}, nil, false},
		"ladder":  {profiles.Budget{MaxBytes: 100}, []string{"items"}, false},
		"tokens":  {profiles.Budget{MaxTokens: 30}, []string{"items"}, false},
		"refused": {profiles.Budget{MaxBytes: 100, OnOver: "error"}, nil, true},
	} {
		eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(archive.Archive{Store: shelf{}}))
		req := shaper.Request{Body: body, Exclude: []string{"x", "none"}, Budget: c.budget}
		why, err := eng.Explain(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		fit := why.Report.Fit
		if !slices.Equal(fit.Steps, c.steps) || fit.Over != c.over || fit.IsThere() != c.budget.IsThere() || why.Report.BytesOut != len(why.Body) {
			t.Errorf("%s: %+v", name, fit)
		}
		if cut := len(why.Report.Cut) > 0; cut != (c.steps != nil) || len(why.Report.Unmatched) != 1 || why.Report.Kept.Handle != "" {
			t.Errorf("%s: %+v", name, why.Report)
		}
		if f := why.Fields[0]; f.Pattern != "/rows/*/id" || !f.Kept || f.Count != 41 {
			t.Errorf("%s: %+v", name, why.Fields)
		}
	}
}
