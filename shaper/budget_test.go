package shaper_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// FuzzLawsBudget: a response is within its budget, or reports that it is not. It is JSON, and
// no larger than without a budget except for notes. It is the same each time and in both
// halves of a result. If it fits, a second run does not change it. A larger budget never
// yields a smaller result than a smaller budget that was met.
func FuzzLawsBudget(f *testing.F) {
	for seed := range testkit.Seeds(500) {
		f.Add(seed)
	}
	f.Fuzz(tryBudget)
}

func tryBudget(t *testing.T, seed uint64) {
	g := newGenerator(seed)
	tool := g.budgeted()
	eng, req := newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}}), shaper.Request{Tool: "t"}
	values := map[string]any{"rows": g.wordy(4), "text": g.words(), "more": g.wordy(4)}
	for i := range pick(g, []int{0, 0, 5, 50}) {
		values[fmt.Sprint(i)] = g.wordy(1)
	}
	v := quote(values)
	req.Body = fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, quote(v), v)
	without := fitted(t, eng, req)
	req.Budget = g.budget(len(without.Body))
	once := fitted(t, eng, req)
	switch fit := once.Report.Fit; {
	case !json.Valid(once.Body) || len(once.Body) > len(without.Body)+notesAtMost:
		t.Errorf("seed %d\nwithout %s\nonce %s", seed, without.Body, once.Body)
	case !fit.Over && !fitsInto(t, req.Budget, once.Body):
		t.Errorf("seed %d: %+v, %d bytes, %+v\nonce %s", seed, req.Budget, len(once.Body), fit, once.Body)
	case fitsInto(t, req.Budget, without.Body) && !bytes.Equal(once.Body, without.Body):
		t.Errorf("seed %d: %+v\nwithout %s\nonce %s", seed, req.Budget, without.Body, once.Body)
	}
	if again := fitted(t, eng, req); !bytes.Equal(again.Body, once.Body) {
		t.Errorf("seed %d\nonce  %s\nagain %s", seed, once.Body, again.Body)
	}
	var out struct {
		Content           []struct{ Text string }
		StructuredContent json.RawMessage
	}
	if err := json.Unmarshal(once.Body, &out); err != nil || out.Content[0].Text != string(out.StructuredContent) {
		t.Errorf("seed %d\nonce %s, %v", seed, once.Body, err)
	}
	more := req
	more.Budget = profiles.Budget{MaxTokens: req.Budget.MaxTokens * 5 / 4, MaxBytes: req.Budget.MaxBytes * 5 / 4}
	if more := fitted(t, eng, more); !once.Report.Fit.Over && sizeUnder(req.Budget, more) < sizeUnder(req.Budget, once) {
		t.Errorf("seed %d: %+v\nonce %s\nmore %s", seed, req.Budget, once.Body, more.Body)
	}
	req.Body = once.Body
	if twice := fitted(t, eng, req); !once.Report.Fit.Over && !bytes.Equal(twice.Body, once.Body) {
		t.Errorf("seed %d: %+v\nonce  %s\ntwice %s", seed, req.Budget, once.Body, twice.Body)
	}
}

// noteBlocks matches the content blocks with notes of cuts.
var noteBlocks = regexp.MustCompile(`,?\{"type":"text","text":"(?:[^"\\]|\\.)*","_meta":\{"io.github.seed-7aa78ce4/shape":"note"\}\}`)

// sizeUnder is the size of a response in the unit of a budget: tokens if it limits them.
func sizeUnder(b profiles.Budget, res shaper.Result) int {
	if b.MaxTokens == 0 {
		return len(res.Body)
	}
	read, err := shaper.Measure(res.Body, tokens.Estimate{})
	if err != nil {
		panic(err)
	}
	return read.Both.Tokens
}

func fitted(t *testing.T, eng *shaper.Engine, req shaper.Request) shaper.Result {
	t.Helper()
	res, err := eng.Shape(t.Context(), req)
	if err != nil {
		t.Fatalf("%s: %v", req.Body, err)
	}
	return res
}

// fitsInto reports whether a document is within a budget, for a client that shows both
// halves.
func fitsInto(t *testing.T, b profiles.Budget, doc []byte) bool {
	t.Helper()
	read, err := shaper.Measure(doc, tokens.Estimate{})
	if err != nil {
		t.Fatal(err)
	}
	return (b.MaxBytes == 0 || len(doc) <= b.MaxBytes) && (b.MaxTokens == 0 || read.Both.Tokens <= b.MaxTokens)
}

// budgeted returns a tool with some rules and some fields of low priority.
func (g *generator) budgeted() profiles.Tool {
	tool := profiles.Tool{Name: "t"}
	if g.often(3) {
		tool = g.lengths()
	}
	if g.often(3) {
		tool.Settings.Columns = new(true)
	}
	if g.often(5) {
		tool.LowPriority = []string{pick(g, []string{"**.text", "**.a", "more", "rows.b"})}
	}
	if g.often(3) {
		tool.Settings.Rows = new("differ")
	}
	if g.often(5) {
		tool.RankBy = []string{pick(g, []string{"rows.a", "more[].text", "*.b", "rows.a.b"})}
	}
	return tool
}

// budget is one for a document of so many bytes.
func (g *generator) budget(size int) (b profiles.Budget) {
	if g.often(5) {
		b.MaxTokens = 1 + g.IntN(size/2+1)
	}
	if b.MaxTokens == 0 || g.often(3) {
		b.MaxBytes = 1 + g.IntN(size*11/10+1)
	}
	return b
}

// A budget takes its steps in order, and the report lists them.
func TestBudgetSteps(t *testing.T) {
	row := `{"id":7,"note":"` + strings.Repeat("n", 300) + `"}`
	rows := "[" + row + strings.Repeat(","+row, 9) + "]"
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", LowPriority: []string{"low"}}}}
	for _, c := range []struct {
		body  string
		max   int
		steps []string
		over  bool
		want  string // "" checks only that it is within the budget
	}{
		{`{"a":1,"low":2}`, 15, nil, false, `{"a":1,"low":2}`},
		{`{"a":1,"low":2}`, 14, []string{"low_priority"}, false, `{"a":1}`},
		{`{"a":1,"low":2}`, 6, []string{"low_priority"}, true, `{"a":1}`},
		{`{"a":1}`, 6, nil, true, `{"a":1}`},
		{rows, 3000, []string{"strings"}, false, ""},
		{rows, 2000, []string{"strings", "items"}, false, ""},
		{`{"low":1,"rows":` + rows + `}`, 100, []string{"low_priority", "strings", "items"}, false, ""},
		{`["` + strings.Repeat("é", 40) + `"]`, 50, []string{"strings"}, false, `["` + strings.Repeat("é", 16) + `… +24 chars"]`},
	} {
		res := fitted(t, newEngine(t, spec), shaper.Request{Tool: "t", Body: []byte(c.body), Budget: profiles.Budget{MaxBytes: c.max}})
		fit := res.Report.Fit
		if !slices.Equal(fit.Steps, c.steps) || fit.Over != c.over || fit.Counter != "" ||
			fit.Before.Bytes != len(c.body) || fit.After.Bytes != len(res.Body) || res.Report.BytesOut != len(res.Body) {
			t.Errorf("%s into %d: %+v, %d bytes", c.body, c.max, fit, len(res.Body))
		}
		if !c.over && len(res.Body) > c.max || c.want != "" && string(res.Body) != c.want {
			t.Errorf("%s into %d: %s", c.body, c.max, res.Body)
		}
	}
}

// A step is named only if it took something beyond the rules of the tool.
func TestBudgetStepsBesideRules(t *testing.T) {
	row := `{"long":"` + strings.Repeat("x", 900) + `","lines":"` + strings.Repeat("0123456789\\n", 40) + `"}`
	body := `{"rows":[` + row + strings.Repeat(","+row, 15) + `]}`
	short := func(s map[string]profiles.Shorten) *map[string]profiles.Shorten { return &s }
	for name, c := range map[string]struct {
		settings profiles.Settings
		max      int
		steps    []string
	}{
		"nothing said":       {profiles.Settings{}, 3000, []string{"strings", "items"}},
		"max_string":         {profiles.Settings{MaxString: new(100)}, 1500, []string{"items"}},
		"shorten":            {profiles.Settings{Shorten: short(map[string]profiles.Shorten{"rows.long": {Chars: 150}, "rows.lines": {Lines: 3}})}, 1500, []string{"items"}},
		"shorten one of two": {profiles.Settings{Shorten: short(map[string]profiles.Shorten{"rows.long": {Chars: 150}})}, 2000, []string{"strings", "items"}},
		"max_items":          {profiles.Settings{MaxItems: new(1)}, 100, []string{"strings"}},
		"shorten to items":   {profiles.Settings{Shorten: short(map[string]profiles.Shorten{"rows": {Items: 1}})}, 100, []string{"strings"}},
	} {
		spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: c.settings}}}
		res := fitted(t, newEngine(t, spec), shaper.Request{Tool: "t", Body: []byte(body), Budget: profiles.Budget{MaxBytes: c.max}})
		if fit := res.Report.Fit; !slices.Equal(fit.Steps, c.steps) || fit.Over {
			t.Errorf("%s: %+v\n%s", name, fit, res.Body)
		}
	}
}

// A ranked list keeps its best elements in their order. Hidden members rank nothing, and a
// list without a cut keeps its order.
func TestBudgetRanks(t *testing.T) {
	body := `{"rows":[{"id":1,"score":0.5},{"id":2},{"id":3,"score":7e2},{"id":4,"score":"9"},{"id":5,"score":0.5},{"id":6,"score":-1}]}`
	for _, c := range []struct {
		rank string
		drop []string
		max  int
		want string
	}{
		{"rows.score", nil, len(body), body},
		{"rows.score", nil, 90, `{"rows":[{"id":1,"score":0.5},{"id":3,"score":7e2},{"id":5,"score":0.5}]}`},
		{"rows[].score", nil, 60, `{"rows":[{"id":1,"score":0.5},{"id":3,"score":7e2}]}`},
		{"*.score", nil, 40, `{"rows":[{"id":3,"score":7e2}]}`},
		{"rows.id", nil, 40, `{"rows":[{"id":6,"score":-1}]}`},
		{"rows.none", nil, 40, `{"rows":[{"id":1,"score":0.5},{"id":2}]}`},
		{"rows.score", []string{"**.score"}, 30, `{"rows":[{"id":1},{"id":2}]}`},
	} {
		tool := profiles.Tool{Name: "t", RankBy: []string{c.rank}}
		spec := profiles.Spec{Tools: []profiles.Tool{tool}, Privacy: []profiles.Privacy{{Drop: c.drop}}}
		res := fitted(t, newEngine(t, spec), shaper.Request{Tool: "t", Body: []byte(body), Budget: profiles.Budget{MaxBytes: c.max}})
		if string(res.Body) != c.want {
			t.Errorf("%s in %d\ngot  %s\nwant %s", c.rank, c.max, res.Body, c.want)
		}
	}
}

// If no cut is enough, an outline replaces the payload. The envelope stays and notes it.
func TestBudgetOutlines(t *testing.T) {
	one := `{"number":1,"name":"a name","text":"abcdefghijklmnop"}`
	lists := `{"a":[` + one + `],"b":[` + one + `],"c":[` + one + `,` + one + `]}`
	told := `{"a":["1 objects: number, name, text"],"b":["1 objects: number, name, text"],"c":["2 objects: number, name, text"]}`
	for _, c := range []struct {
		body, want string
		max        int
	}{
		{lists, told, 120},
		{`{"data":` + lists + `,"error":null,"warnings":[]}`, `{"data":` + told + `,"warnings":["an outline in place of the payload"]}`, 180},
		{`{"content":[],"structuredContent":` + lists + `}`, `{"content":[{"type":"text","text":"data outlined","_meta":{"io.github.seed-7aa78ce4/shape":"note"}}],"structuredContent":` + told + `}`, 10},
		{`{"success":true,"data":[` + lists + strings.Repeat(","+lists, 7) + `],"error":null,"meta":{"version":"response-v2"}}`, `{"success":true,"data":["8 objects: a, b, c"],"error":null,"meta":{"version":"response-v2",` +
			`"content_fidelity_schema_version":"1.0","content_fidelity":"summary","warnings":["content outlined due to token limits"],` +
			`"warning_details":[{"code":"CONTENT_TRUNCATED","severity":"info","message":"content outlined due to token limits",` +
			`"context":{"dropped_count":8,"total_count":8,"reason":"token_limit_exceeded"}}]}}`, 200},
		{`{"a":{"b":` + lists + `},"id":7}`, `{"a":{"…":"1 members: b"},"id":7}`, 60},
	} {
		res := fitted(t, newEngine(t, profiles.Spec{}), shaper.Request{Profile: "verbose", Body: []byte(c.body), Budget: profiles.Budget{MaxBytes: c.max}})
		if string(res.Body) != c.want {
			t.Errorf("%s\ngot  %s\nwant %s\n%+v", c.body, res.Body, c.want, res.Report)
		}
	}
}

// An outline that replaces shortened strings has the only note, so it gets as small as without
// such strings.
func TestOutlineTellsOnce(t *testing.T) {
	rows := `[` + strings.Repeat(`{"a":"`+strings.Repeat("x", 60)+`"},`, 20) + `{}]`
	for _, c := range []struct{ body, said string }{
		{`{"success":true,"data":{"rows":` + rows + `},"error":null,"meta":{"schema_version":"2.0"}}`, "content outlined"},
		{`{"_metadata":{"operation_id":"o","status":"success"},"status":"success","results":{"rows":` + rows + `}}`, "an outline in place"},
	} {
		res := fitted(t, newEngine(t, profiles.Spec{}), shaper.Request{Profile: "verbose", Body: []byte(c.body), Budget: profiles.Budget{MaxBytes: 1}})
		if got := string(res.Body); !strings.Contains(got, c.said) || strings.Contains(got, "shortened") || len(got) > 500 {
			t.Errorf("%d bytes: %s", len(got), got)
		}
	}
}

// The smallest limit of all that speak holds; debug has none but that of the call.
func TestBudgetOfSections(t *testing.T) {
	spec := profiles.Spec{
		Global:   profiles.Global{Budget: &profiles.Budget{MaxBytes: 500, MaxTokens: 1000}},
		Profiles: map[string]profiles.Profile{"tight": {Budget: &profiles.Budget{MaxBytes: 300}}},
		Tools:    []profiles.Tool{{Name: "t", Budget: &profiles.Budget{MaxBytes: 400}}, {Name: "refused", Budget: &profiles.Budget{OnOver: "error"}}},
	}
	body := []byte(`["` + strings.Repeat("x", 600) + `"]`)
	for _, c := range []struct {
		tool, profile string
		call, most    int
	}{
		{"", "", 0, 500}, {"t", "", 0, 400}, {"t", "tight", 0, 300}, {"t", "tight", 350, 300}, {"t", "tight", 290, 290}, {"t", "debug", 0, 604}, {"t", "debug", 450, 450},
	} {
		req := shaper.Request{Tool: c.tool, Profile: c.profile, Body: body, Dialect: "plain", Budget: profiles.Budget{MaxBytes: c.call}}
		if res := fitted(t, newEngine(t, spec), req); len(res.Body) > c.most || len(res.Body) < c.most*7/10 {
			t.Errorf("%+v: %s", c, res.Body)
		}
	}
	_, err := newEngine(t, spec).Shape(t.Context(), shaper.Request{Tool: "refused", Body: body})
	if errorText(err) != "shape: over_budget: the response takes 604 bytes, and its budget is 500" {
		t.Error(err)
	}
	_, err = newEngine(t, spec).Shape(t.Context(), shaper.Request{Tool: "refused", Body: body, Budget: profiles.Budget{MaxTokens: 2}})
	if !strings.Contains(errorText(err), "tokens, and its budget is 2") {
		t.Error(err)
	}
}

// A budget counts the tokens that the client shows.
func TestBudgetReads(t *testing.T) {
	body := []byte(`{"content":[{"type":"text","text":"` + strings.Repeat("word ", 50) + `"}],"structuredContent":{"a":1}}`)
	eng := newEngine(t, profiles.Spec{})
	for reads, over := range map[profiles.Reads]bool{profiles.ReadsText: true, profiles.ReadsBoth: true, profiles.ReadsStructured: false} {
		res := fitted(t, eng, shaper.Request{Body: body, Reads: reads, Budget: profiles.Budget{MaxTokens: 20}})
		if fit := res.Report.Fit; fit.Counter != "estimate" || len(fit.Steps) > 0 != over || fit.After.Tokens > 20 {
			t.Errorf("%v: %+v", reads, fit)
		}
	}
}

// Tokens are not counted if the client reads no more bytes than the limit has tokens, also of
// one half of a result.
func TestBudgetIsSurelyEnough(t *testing.T) {
	half := `{"a":"` + strings.Repeat("word ", 50) + `"}`
	body := []byte(`{"content":[{"type":"text","text":` + quote(half) + `}],"structuredContent":` + half + `}`)
	eng := newEngine(t, profiles.Spec{})
	for reads, counters := range map[profiles.Reads][]string{profiles.ReadsStructured: {"estimate", "", ""}, profiles.ReadsText: {"estimate", "", ""}, profiles.ReadsBoth: {"estimate", "estimate", ""}} {
		for i, most := range []int{len(half) - 1, len(quote(half)) + 40, len(body)} {
			fit := fitted(t, eng, shaper.Request{Body: body, Reads: reads, Budget: profiles.Budget{MaxTokens: most}}).Report.Fit
			if fit.Counter != counters[i] || len(fit.Steps) > 0 || (fit.After.Tokens > 0) != (counters[i] != "") {
				t.Errorf("%v, %d tokens: %+v", reads, most, fit)
			}
		}
	}
}

// A budget counts documents beyond the usual limits if the engine accepts them.
func TestBudgetOfDeepDocuments(t *testing.T) {
	deep := strings.Repeat("[", 2000) + strings.Repeat("]", 2000)
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithLimits(shaper.Limits{Depth: 4000}))
	res := fitted(t, eng, shaper.Request{Body: []byte(`{"content":[],"structuredContent":{"a":` + deep + `}}`), Budget: profiles.Budget{MaxTokens: 100}})
	if fit := res.Report.Fit; fit.Before.Tokens < 1000 || fit.After.Tokens > 100 && !fit.Over {
		t.Errorf("%+v", fit)
	}
}

// The text of a result has its requested form before a budget measures it. The budget takes no
// more than the final form requires.
func TestBudgetOfText(t *testing.T) {
	data := quote(map[string]any{"long": strings.Repeat("x", 900), "n": 1})
	body := `{"content":[{"type":"text","text":` + quote(data) + `}],"structuredContent":` + data + `}`
	summary := `[{"type":"text","text":"structuredContent: long (900 characters), n (number)"}]`
	results := archive.Archive{Store: shelf{}}
	for _, c := range []struct {
		text, want string // "" is more than the budget
		max        int
		kept       bool
	}{
		{"drop", `{"content":[],"structuredContent":` + data + `}`, 970, false},
		{"drop", `{"content":[],"structuredContent":` + data + `}`, 970, true},
		{"summary", `{"content":` + summary + `,"structuredContent":` + data + `}`, 1050, false},
		{"mirror", "", 1050, false},
		{"", body, 0, false},
	} {
		req := shaper.Request{Text: c.text, Body: []byte(body), Budget: profiles.Budget{MaxBytes: c.max}}
		if c.kept {
			req.Archive = &results
		}
		res := fitted(t, newEngine(t, profiles.Spec{}), req)
		if whole := string(res.Body) == c.want; whole != (len(res.Report.Fit.Steps) == 0) || whole != (c.want != "") || res.Report.BytesOut != len(res.Body) {
			t.Errorf("%+v: %+v\n%s", c, res.Report.Fit, res.Body)
		}
	}
	req := shaper.Request{Text: "drop", Body: []byte(body), Budget: profiles.Budget{MaxBytes: 300}}
	if res := fitted(t, newEngine(t, profiles.Spec{}), req); len(res.Body) > 300 || len(res.Body) < 200 || !bytes.HasPrefix(res.Body, []byte(`{"content":[],`)) {
		t.Errorf("%+v\n%s", res.Report.Fit, res.Body)
	}
}

// Envelopes mark a smaller or refused response in the words of their contracts. The examples
// are those of seed 000, with the list elements, and of seed 004.
func TestBudgetInWordsOfContracts(t *testing.T) {
	finding := func(n int) string {
		return fmt.Sprintf(`{"id":"finding-00%d","content":"%s"}`, n, strings.Repeat("c", 150))
	}
	list := func(n int) string {
		all := finding(1)
		for i := 2; i <= n; i++ {
			all += "," + finding(i)
		}
		return "[" + all + "]"
	}
	v2 := `{"success":true,"data":{"research_id":"research-001","findings":%s,"total_findings":5},"error":null,"meta":{"version":"response-v2"%s}}`
	bmcis := `{"_metadata":{"operation":"semantic_search","status":"success","message":"ok"},"results":[` + strings.Repeat(`{"chunk_id":1,"source_file":"a"},`, 9) + `{"chunk_id":1,"source_file":"a"}],"warnings":[]}`
	for _, c := range []struct {
		body, want string
		budget     profiles.Budget
	}{
		{fmt.Sprintf(v2, list(5), ""), fmt.Sprintf(v2, list(2), `,"content_fidelity_schema_version":"1.0","content_fidelity":"partial",`+
			`"warnings":["3 findings omitted due to token limits"],"warning_details":[{"code":"CONTENT_TRUNCATED","severity":"info",`+
			`"message":"3 findings omitted due to token limits","context":{"dropped_count":3,"total_count":5,"reason":"token_limit_exceeded"}}]`),
			profiles.Budget{MaxBytes: 950}},
		{bmcis, `{"_metadata":{"operation":"semantic_search","status":"error","message":"Response size exceeds token limit"},"results":[],` +
			`"warnings":[{"level":"error","code":"TOKEN_LIMIT_EXCEEDED","message":"Response would use %d tokens, limit is 100",` +
			`"suggestion":"Use 'metadata' mode"}]}`, profiles.Budget{MaxTokens: 100, OnOver: "error"}},
	} {
		res := fitted(t, newEngine(t, profiles.Spec{}), shaper.Request{Profile: "verbose", Body: []byte(c.body), Budget: c.budget})
		want := c.want
		if strings.Contains(want, "%d") {
			want = fmt.Sprintf(want, res.Report.Fit.Before.Tokens)
		}
		if string(res.Body) != want || res.Report.BytesOut != len(res.Body) || res.Report.Fit.After.Bytes != len(res.Body) {
			t.Errorf("%s\ngot  %s\nwant %s\n%+v", c.body, res.Body, want, res.Report)
		}
	}
}

// Hiding rules act under a budget as they do without one. A body that cannot be shaped is not
// made smaller.
func TestBudgetHides(t *testing.T) {
	body := []byte(`{"rows":[{"secret":"s3cr3t","note":"` + strings.Repeat("s3cr3t ", 60) + `"}]}`)
	spec := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"**.secret"}, Mask: []profiles.PrivacyMask{{Pattern: "s3cr3t"}}}}}
	for most := 20; most < 600; most += 7 {
		res := fitted(t, newEngine(t, spec), shaper.Request{Body: body, Budget: profiles.Budget{MaxBytes: most}})
		if bytes.Contains(res.Body, []byte("s3cr3t")) {
			t.Errorf("%d: %s", most, res.Body)
		}
	}
	res := fitted(t, newEngineWith(t, profiles.Spec{}), shaper.Request{Profile: "debug", Body: []byte(`no JSON`), Budget: profiles.Budget{MaxBytes: 1}})
	if res.Report.Unshaped == nil || res.Report.Fit.IsThere() || string(res.Body) != "no JSON" {
		t.Errorf("%s, %+v", res.Body, res.Report)
	}
}

// A budget counts for a client the sizes of Measure for the half that it shows. This holds for
// every place of the result and any structuredContent. If the client shows data in place of
// texts, the texts do not count.
func TestBudgetCountsWhatIsShown(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	texts := `"content":[{"type":"text","text":"some words\nof a text"},{"type":"resource","resource":{"uri":"a:b","text":"more \"words\""}}]`
	data := `"structuredContent":{"words":["one","two","three"],"n":1234567}`
	for _, result := range []string{
		`{` + texts + `}`,
		`{` + data + `}`,
		`{` + texts + `,` + data + `}`,
		`{` + data + `,` + texts + `}`,
		`{` + texts + `,` + data + `,"isError":true}`,
		`{` + texts + `,` + data + `,"isError":false}`,
		`{` + texts + `,"structuredContent":null}`,
		`{"content":"words of a plain document",` + data + `,"other":[1,2,3]}`,
		`{"content":[],` + data + `}`,
	} {
		for _, body := range []string{
			result,
			`{"jsonrpc":"2.0","id":1,"result":` + result + `}`,
			`[{"jsonrpc":"2.0","id":1,"result":` + result + `},{"jsonrpc":"2.0","id":2,"result":` + result + `}]`,
			`{"hook_event_name":"PostToolUse","tool_name":"t","tool_response":` + result + `}`,
		} {
			read, err := shaper.Measure([]byte(body), tokens.Estimate{})
			if err != nil {
				t.Fatal(err)
			}
			for reads, want := range map[profiles.Reads]shaper.Size{profiles.ReadsText: read.Text, profiles.ReadsStructured: read.Structured, profiles.ReadsBoth: read.Both} {
				res := fitted(t, eng, shaper.Request{Body: []byte(body), Reads: reads, Budget: profiles.Budget{MaxTokens: 1}})
				if before := res.Report.Fit.Before; before.Tokens != want.Tokens {
					t.Errorf("%v of %s: %d tokens, want %d", reads, body, before.Tokens, want.Tokens)
				}
			}
		}
	}
}
