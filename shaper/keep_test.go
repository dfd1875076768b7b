package shaper_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"github.com/seed-7aa78ce4/shape/internal/scan"
	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
	"github.com/seed-7aa78ce4/shape/shaper/envelope"
	"github.com/seed-7aa78ce4/shape/shaper/envelope/dialects"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// shelf is a store whose contents a test can read. A nil shelf fails.
type shelf map[archive.Handle][]byte

var errFull = errors.New("the store is full")

func (s shelf) Put(_ context.Context, h archive.Handle, doc []byte) error {
	if s == nil {
		return errFull
	}
	s[h] = bytes.Clone(doc)
	return nil
}

func (s shelf) Get(_ context.Context, h archive.Handle) ([]byte, error) {
	if doc, ok := s[h]; ok {
		return doc, nil
	}
	return nil, archive.ErrUnknown
}

func (s shelf) Stat(context.Context) (archive.Stat, error) {
	return archive.Stat{Documents: len(s)}, nil
}
func (s shelf) Close() error { return nil }

// FuzzLawsKept: nothing is lost that a comfort rule takes. The handle in the response
// retrieves the response under its hiding rules alone. A response that is not archived lost
// nothing else. The archive makes no response longer in tokens. A response has the same bytes
// at any later time.
func FuzzLawsKept(f *testing.F) {
	for seed := range testkit.Seeds(300) {
		f.Add(seed)
	}
	f.Fuzz(tryKept)
}

func tryKept(t *testing.T, seed uint64) {
	g := newGenerator(seed)
	tool := g.budgeted()
	tool.ExcludeFields = []string{"secret"}
	g.addOmissions(&tool)
	results := archive.Archive{Store: shelf{}}
	if g.often(7) {
		results.Store = shelf(nil)
	}
	v := quote(map[string]any{"rows": g.wordy(4), "text": g.words(), "secret": "s3cret", "more": g.wordy(4)})
	req := shaper.Request{Tool: "t", Body: fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, quote(v), v)}
	eng := newEngineWith(t, profiles.Spec{Tools: []profiles.Tool{tool}}, shaper.WithArchive(results))
	whole := underHiding(t, eng, req)
	if g.often(3) {
		req.Budget = g.budget(len(whole.Body))
	}
	res := fitted(t, eng, req)
	kept := res.Report.Kept
	if kept.Err == nil { // the time and the store change nothing
		elsewhere := archive.Archive{Store: archive.NewMemory(archive.Limits{Age: time.Minute})}
		other := newEngineWith(t, profiles.Spec{Tools: []profiles.Tool{tool}}, shaper.WithArchive(elsewhere))
		if again := fitted(t, other, req); !bytes.Equal(again.Body, res.Body) {
			t.Errorf("seed %d\n once %s\nagain %s", seed, res.Body, again.Body)
		}
	}
	unfolded, err := shaper.Unfold(res.Body)
	switch {
	case err != nil || !json.Valid(res.Body) || bytes.Contains(res.Body, []byte("s3cret")):
		t.Errorf("seed %d: %s", seed, res.Body)
	case kept.Err != nil:
		if !errors.Is(kept.Err, errFull) || !bytes.Equal(unfolded, whole.Body) || kept.Handle != "" {
			t.Errorf("seed %d: %v\nwhole %s\n  cut %s", seed, kept.Err, whole.Body, res.Body)
		}
	case kept.Handle == "":
		if !bytes.Equal(unfolded, whole.Body) {
			t.Errorf("seed %d\nwhole %s\n  cut %s", seed, whole.Body, res.Body)
		}
	default:
		back, err := results.Redeem(t.Context(), kept.Handle)
		if err != nil || !bytes.Equal(back, whole.Body) || kept.Hash != archive.Hash(back) || kept.Bytes != len(back) {
			t.Errorf("seed %d: %+v, %v\nwhole %s\n back %s", seed, kept, err, whole.Body, back)
		}
		said := gjson.GetBytes(res.Body, `_meta.io\.github\.seed-7aa78ce4/shape.archive.handle`).Str
		if kept.Noted != (said == string(kept.Handle)) || !kept.Noted && !lostOnlyEmpty(back, unfolded) {
			t.Errorf("seed %d: %s is kept under %s", seed, res.Body, kept.Handle)
		}
	}
	if before, after := tokensShown(t, whole.Body), tokensShown(t, res.Body); after > before {
		t.Errorf("seed %d: %d of %d tokens\nwhole %s\n  cut %s", seed, after, before, whole.Body, res.Body)
	}
	if fit := res.Report.Fit; fit.IsThere() && !fit.Over && !fitsInto(t, req.Budget, res.Body) {
		t.Errorf("seed %d: %+v %+v\n%s", seed, req.Budget, fit, res.Body)
	}
}

// underHiding returns a response under its hiding rules alone.
func underHiding(t *testing.T, eng *shaper.Engine, req shaper.Request) shaper.Result {
	t.Helper()
	req.HidingOnly, req.Budget = true, profiles.Budget{}
	return fitted(t, eng, req)
}

func tokensShown(t *testing.T, body []byte) int {
	t.Helper()
	reading, err := shaper.Measure(body, tokens.Estimate{})
	if err != nil {
		t.Fatal(err)
	}
	return reading.Both.Tokens
}

// lostOnlyEmpty reports whether structuredContent lost only null and empty values.
func lostOnlyEmpty(whole, shaped []byte) bool {
	return withoutEmpty(whole) == withoutEmpty(shaped)
}

func withoutEmpty(result []byte) string {
	var v any
	_ = json.Unmarshal([]byte(gjson.GetBytes(result, "structuredContent").Raw), &v)
	return quote(purged(v))
}

// purged returns a value without null and empty values in it, nil for such a value.
func purged(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, of := range v {
			if v[name] = purged(of); v[name] == nil {
				delete(v, name)
			}
		}
		if len(v) == 0 {
			return nil
		}
	case []any:
		var left []any
		for _, of := range v {
			if of = purged(of); of != nil {
				left = append(left, of)
			}
		}
		if left == nil {
			return nil
		}
		return left
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}

// addOmissions adds comfort rules that leave out values.
func (g *generator) addOmissions(tool *profiles.Tool) {
	names := []string{"more", "a", "rows.b", "*e*", "text", "/rows/0"}
	if g.often(2) {
		tool.OmitFields = &[]string{g.oneOf(names...), g.oneOf(names...)}
	}
	if g.often(4) {
		tool.IncludeOnly = []string{g.oneOf(names...), g.oneOf(names...)}
	}
	if g.often(3) {
		tool.ExcludeNullValues, tool.ExcludeEmptyArrays, tool.ExcludeEmptyObjects = new(true), new(g.often(2)), new(g.often(2))
	}
}

// A note names the fields that went, if over 200 tokens went. It names the handle alone if
// fewer tokens went, and nothing if only empty values went. The full response comes if the
// shaped one with its note is no smaller.
func TestNoteOfOmissions(t *testing.T) {
	row := `{"id":7,"node_id":"MDQ6VXNlcjE3","html_url":"https://example.com/a/b/c","secret_key":"s3cret","k\"ey":{"a":1,"b":[2]},"none":null,"list":[]}`
	rows := func(n int) string { return `{"rows":[` + strings.Repeat(row+",", n-1) + row + `]}` }
	omit := func(masks ...string) profiles.Tool {
		return profiles.Tool{Name: "t", Settings: profiles.Settings{OmitFields: &masks}}
	}
	cut := omit("node_id", "*_url")
	cut.MaxItems = new(2)
	nulls := profiles.Tool{Name: "t", Settings: profiles.Settings{ExcludeNullValues: new(true), ExcludeEmptyArrays: new(true)}}
	mode := profiles.Tool{Name: "t", Items: new("rows"), ResponseModes: map[string]profiles.Mode{"few": {Fields: []string{"id"}}}}
	mode.ResponseMode = new("few")
	for _, c := range []struct {
		name string
		tool profiles.Tool
		rows int
		want string // without the handle; "-" for no note
	}{
		{"masks, the largest first", omit("*_url,node_id", ".zz", `rows.node_id`), 30, "omitted: html_url, rows.node_id (2 fields) · shape_retrieve "},
		{"a mask of one path", omit("*_url"), 40, "omitted: *_url (1 field) · shape_retrieve "},
		{"names that need quotes", omit(`"k\"ey"`), 60, `omitted: "k\"ey" (1 field) · shape_retrieve `},
		{"an include list", profiles.Tool{Name: "t", IncludeOnly: []string{"rows.id"}}, 30, `omitted: html_url, node_id (5 fields) · shape_retrieve `},
		{"a mode", mode, 30, `omitted: html_url, node_id (5 fields) · shape_retrieve `},
		{"beside a cut", cut, 30, "rows: 2 of 30 (first); omitted: *_url (2 fields) · shape_retrieve "},
		{"few tokens", omit("*_url"), 6, "shape_retrieve "},
		{"empty values", nulls, 6, "-"},
		{"many empty values", nulls, 90, "omitted: none, list (2 fields) · shape_retrieve "},
		{"no smaller", omit("id"), 2, "-"},
		{"nothing", omit("zz"), 30, "-"},
		{"a hidden value", omit("secret_key"), 30, "-"},
	} {
		store := archive.Archive{Store: shelf{}}
		spec := profiles.Spec{Tools: []profiles.Tool{c.tool}, Privacy: []profiles.Privacy{{Drop: []string{"secret_key"}}}}
		eng := newEngineWith(t, spec, shaper.WithArchive(store))
		for _, req := range []shaper.Request{
			{Body: fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}]}`, quote(rows(c.rows)))},
			{Body: fmt.Appendf(nil, `{"content":[],"structuredContent":%s}`, rows(c.rows)), NoteMember: "_note", Reads: profiles.ReadsStructured},
		} {
			req.Tool, req.Retrieve = "t", "shape_retrieve"
			res := fitted(t, eng, req)
			kept, note := res.Report.Kept, gjson.GetBytes(res.Body, "content.1.text").Str+gjson.GetBytes(res.Body, "structuredContent._note").Str
			if want := c.want + string(kept.Handle); c.want == "-" && (note != "" || kept.Noted) || c.want != "-" && (note != want || !kept.Noted) {
				t.Errorf("%s: %q, %+v\n%s", c.name, note, kept, res.Body)
			}
			if note == "" && kept.Handle == "" && !bytes.Equal(res.Body, underHiding(t, eng, req).Body) {
				t.Errorf("%s: taken in silence\n%s", c.name, res.Body)
			}
			req.Archive = nil
			if res := fitted(t, newEngine(t, spec), req); bytes.Contains(res.Body, []byte("shape_retrieve")) || bytes.Contains(res.Body, []byte("omitted: ")) {
				t.Errorf("%s: a note without an archive\n%s", c.name, res.Body)
			}
		}
	}
}

// Under an advertised schema the full response comes back although it does not fit. Omitted
// members that the schema requires stay.
func TestOmissionsUnderSchemas(t *testing.T) {
	store := archive.Archive{Store: shelf{}}
	spec := profiles.Spec{Tools: []profiles.Tool{{Name: "t", Settings: profiles.Settings{OmitFields: &[]string{"b"}}}}}
	eng := newEngineWith(t, spec, shaper.WithArchive(store))
	body := fmt.Appendf(nil, `{"content":[],"structuredContent":{"a":1,"b":%s}}`, quote(strings.Repeat("a word ", 99)))
	view, err := eng.View(shaper.Request{Tool: "t", Transit: true})
	if err != nil || !view.Cuts() {
		t.Fatal(err)
	}
	told, err := view.Schema([]byte(`{"type":"object","properties":{"a":{},"b":{"type":"string"}},"required":["a","b"],"additionalProperties":false}`))
	if err != nil || strings.Contains(string(told.Text), `"b"`) {
		t.Fatalf("%s, %v", told.Text, err)
	}
	req := shaper.Request{Tool: "t", Transit: true, Body: body, Schema: told}
	res := fitted(t, eng, req)
	back, err := store.Redeem(t.Context(), res.Report.Kept.Handle)
	if got := gjson.GetBytes(res.Body, "structuredContent").Raw; got != `{"a":1}` || err != nil || !bytes.Equal(back, body) {
		t.Errorf("%s, %v\n%s", got, err, back)
	}
	failing := newEngineWith(t, spec, shaper.WithArchive(archive.Archive{Store: shelf(nil)}))
	if res := fitted(t, failing, req); gjson.GetBytes(res.Body, "structuredContent").Raw != `{"a":1}` || !errors.Is(res.Report.Kept.Err, errFull) {
		t.Errorf("%+v\n%s", res.Report.Kept, res.Body)
	}
	req.Schema = nil
	if res := fitted(t, failing, req); !bytes.Equal(res.Body, body) || !errors.Is(res.Report.Kept.Err, errFull) {
		t.Errorf("%+v\n%s", res.Report.Kept, res.Body)
	}
	if without, err := newEngine(t, spec).View(req); err != nil || without.Cuts() {
		t.Errorf("a note without an archive: %v", err)
	}
}

// Each envelope names the handle of the full response in its own form, and stays valid.
func TestKeptInWordsOfContracts(t *testing.T) {
	results := archive.Archive{Store: shelf{}, Key: archive.Key{1}}
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(results))
	rows := "[" + strings.Repeat(`{"id":"row-1","note":"a note that is long enough"},`, 29) + `{"id":"row-2"}]`
	for dialect, c := range map[string]struct{ body, at, edition string }{
		"scalpel":     {`{"tier":"pro","data":{"rows":` + rows + `}}`, `warnings.#(%"*HANDLE (HASH)")`, ""},
		"response-v2": {`{"success":true,"data":{"rows":` + rows + `},"error":null,"meta":{"version":"response-v2","request_id":"r"}}`, `meta.content_archive_hashes.HANDLE`, ""},
		"bmcis":       {bmcisAround(rows), `warnings.#(suggestion%"*HANDLE (HASH)").suggestion`, ""},
		"mcp":         {`{"content":[{"type":"text","text":` + string(quote([]byte(rows))) + `}]}`, `content.#(text%"* · retrieve_it HANDLE").text`, "mcp"},
		"jsonrpc":     {`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":` + string(quote([]byte(rows))) + `}]}}`, `result._meta.io\.github\.seed-7aa78ce4/shape.archive.handle`, "mcp"},
	} {
		req := shaper.Request{Body: []byte(c.body), Profile: "verbose", Retrieve: "retrieve_it", Budget: profiles.Budget{MaxBytes: len(c.body) * 4 / 5}}
		res := fitted(t, eng, req)
		kept := res.Report.Kept
		path := strings.NewReplacer("HANDLE", string(kept.Handle), "HASH", kept.Hash).Replace(c.at)
		if said := gjson.GetBytes(res.Body, path).Str; kept.Handle == "" || res.Report.Dialect != dialect || said == "" {
			t.Errorf("%s as %s: %+v, %q\n%s", dialect, res.Report.Dialect, kept, said, res.Body)
		}
		if back, err := results.Redeem(t.Context(), kept.Handle); err != nil || len(back) < len(c.body)*4/5 {
			t.Errorf("%s: %s, %v", dialect, back, err)
		}
		known, _ := dialects.Lookup(dialect)
		if found, err := known.(envelope.Validator).Validate(res.Body, c.edition); err != nil || !found.Valid {
			t.Errorf("%s: %+v, %v\n%s", dialect, found, err, res.Body)
		}
	}
}

func bmcisAround(results string) string {
	return `{"_metadata":{"operation":"semantic_search","version":"1.0","timestamp":"2025-11-09T10:30:00Z","request_id":"r","status":"success","message":"m"},` +
		`"results":` + results + `,"pagination":null,"execution_context":{"tokens_estimated":1,"tokens_used":1,"cache_hit":false,"execution_time_ms":1,"request_id":"r"},"warnings":[]}`
}

// The example of seed 000: two of five findings are left, under a budget.
func TestKeptFindings(t *testing.T) {
	findings := make([]string, 5)
	for i := range findings {
		findings[i] = fmt.Sprintf(`{"id":"finding-%03d","title":"Result","content":"%s"}`, i+1, strings.Repeat("a word ", 28))
	}
	body := `{"success":true,"data":{"research_id":"research-001","findings":[` + strings.Join(findings, ",") + `],"total_findings":5},"error":null,"meta":{"version":"response-v2"}}`
	results := archive.Archive{Store: shelf{}}
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(results))
	res := fitted(t, eng, shaper.Request{Body: []byte(body), Budget: profiles.Budget{MaxBytes: 1250}})
	for path, want := range map[string]string{
		"data.findings.#.id":                    `["finding-001","finding-002"]`,
		"data.total_findings":                   `5`,
		"meta.content_fidelity":                 `"partial"`,
		"meta.content_fidelity_schema_version":  `"1.0"`,
		"meta.dropped_content_ids":              `["finding-003","finding-004","finding-005"]`,
		"meta.warnings":                         `["3 findings omitted due to token limits"]`,
		"meta.warning_details.#.code":           `["CONTENT_TRUNCATED"]`,
		"meta.warning_details.0.context.reason": `"token_limit_exceeded"`,
		"meta.warning_details.0.message":        `"3 findings omitted due to token limits"`,
		"meta.content_archive_hashes.@values.0": `"` + archive.Hash([]byte(body)) + `"`,
		"meta.content_archive_hashes.@keys.0":   `"` + string(res.Report.Kept.Handle) + `"`,
	} {
		if got := gjson.GetBytes(res.Body, path).Raw; got != want {
			t.Errorf("%s: %s, want %s\n%s", path, got, want, res.Body)
		}
	}
}

// A tool result names the handle in structuredContent if the request asks for it. Each half
// has its own form. Without a cut there is no note.
func TestKeptInData(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(archive.Archive{Store: shelf{}}))
	data := `{"rows":["` + strings.Repeat("x", 900) + `","b"]}`
	body := `{"content":[{"type":"text","text":` + string(quote([]byte(data))) + `}],"structuredContent":` + data + `}`
	req := shaper.Request{Body: []byte(body), NoteMember: "_note", Budget: profiles.Budget{MaxBytes: 1500}}
	res := fitted(t, eng, req)
	want := "2 texts shortened · handle " + string(res.Report.Kept.Handle)
	if got := gjson.GetBytes(res.Body, `structuredContent._note`).Str; got != want {
		t.Errorf("%q, want %q\n%s", got, want, res.Body)
	}
	if got := gjson.GetBytes(res.Body, `content.1.text`).Str; got != want {
		t.Errorf("%q, want %q\n%s", got, want, res.Body)
	}
	req.Budget.MaxBytes = 9000
	if res := fitted(t, eng, req); string(res.Body) != body || res.Report.Kept != (shaper.Kept{}) {
		t.Errorf("%+v\n%s", res.Report.Kept, res.Body)
	}
}

// If nothing can be cut, there is no note. A body that loses only hidden values is not
// archived.
func TestKeptNowhere(t *testing.T) {
	store := shelf{}
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(archive.Archive{Store: store}))
	long := `{"content":[{"type":"text","text":"` + strings.Repeat("word ", 400) + `"}]}`
	for _, req := range []shaper.Request{
		{Body: []byte(`{"content":[{"type":"image","data":"aGk=","mimeType":"image/png"}]}`), Budget: profiles.Budget{MaxBytes: 10}},
		{Body: []byte(long), Budget: profiles.Budget{MaxBytes: 100}, HidingOnly: true},
		{Body: []byte(long)},
	} {
		if res := fitted(t, eng, req); res.Report.Kept != (shaper.Kept{}) || !bytes.Equal(res.Body, scan.AppendCompact(nil, req.Body)) {
			t.Errorf("%+v\n%s", res.Report.Kept, res.Body)
		}
	}
}

// If the full response is archived, identifiers replace a payload whose outline does not fit.
func TestKeptByReference(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(archive.Archive{Store: shelf{}}))
	many := make([]string, 40)
	for i := range many {
		many[i] = fmt.Sprintf(`"a_rather_long_name_%d":%d`, i, i)
	}
	body := `{"success":true,"data":{"id":7,` + strings.Join(many, ",") + `},"error":null,"meta":{"version":"response-v2"}}`
	res := fitted(t, eng, shaper.Request{Body: []byte(body), Budget: profiles.Budget{MaxBytes: 620}})
	data, level := gjson.GetBytes(res.Body, "data").Raw, gjson.GetBytes(res.Body, "meta.content_fidelity").Str
	if data != `{"id":7}` || level != "reference_only" || fmt.Sprint(res.Report.Fit.Steps) != "[references]" || res.Report.Fit.Over {
		t.Errorf("%s\n%+v", res.Body, res.Report.Fit)
	}
	again := fitted(t, eng, shaper.Request{Body: res.Body, Budget: profiles.Budget{MaxBytes: 620}})
	if !bytes.Equal(again.Body, res.Body) {
		t.Errorf("%s\nagain %s", res.Body, again.Body)
	}
}

// Identifiers in lists stand for a payload as those at its root do, as many as fit.
func TestKeptByReferenceInside(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(archive.Archive{Store: shelf{}}))
	rows := make([]string, 40)
	for i := range rows {
		rows[i] = fmt.Sprintf(`"a_rather_long_name_%d":{"id":%d,"text":"x"}`, i, 1000+i)
	}
	body := `{"success":true,"data":{` + strings.Join(rows, ",") + `},"error":null,"meta":{"version":"response-v2"}}`
	before := ""
	for _, c := range []struct{ budget, ids int }{{1700, 32}, {900, 8}, {660, 1}} {
		res := fitted(t, eng, shaper.Request{Body: []byte(body), Budget: profiles.Budget{MaxBytes: c.budget}})
		data := gjson.GetBytes(res.Body, "data").Raw
		if n := strings.Count(data, `{"id":`); n != c.ids || data == before || res.Report.Fit.Over || fmt.Sprint(res.Report.Fit.Steps) != "[references]" {
			t.Errorf("%d bytes: %d of %d identifiers, %+v\n%s", c.budget, n, c.ids, res.Report.Fit, res.Body)
		}
		before = data
	}
}

// AppendShape keeps as Shape does.
func TestKeptByAllWays(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(archive.Archive{Store: shelf{}}))
	most := 100
	req := shaper.Request{Body: []byte(`{"content":[{"type":"text","text":"` + strings.Repeat("word ", 4000) + `"}]}`)}
	req.Settings.MaxString = &most
	want := fitted(t, eng, req)
	appended, report, err := eng.AppendShape(nil, req)
	if err != nil || !bytes.Equal(appended, want.Body) || report.Kept != want.Report.Kept {
		t.Errorf("%s, %+v, %v", appended, report.Kept, err)
	}
}

// For any value in the place of the handle, the output is JSON, and the archive returns the
// full response.
func TestKeptInOddPlaces(t *testing.T) {
	long := string(quote([]byte(strings.Repeat("word ", 40))))
	odd := []string{`null`, `[]`, `{}`, `"x"`, `7`, `[{}]`, `{"a":1}`, `true`}
	bodies := []string{`[{"type":"text","text":` + long + `}]`, long, `[` + long + `]`}
	for _, o := range odd {
		bodies = append(bodies,
			`{"content":[{"type":"text","text":`+long+`}],"structuredContent":`+o+`,"_meta":`+o+`}`,
			`{"content":`+o+`,"structuredContent":{"a":`+long+`,"io.github.seed-7aa78ce4/shape":`+o+`}}`,
			`{"content":[],"structuredContent":[`+long+`],"_meta":{"io.github.seed-7aa78ce4/shape":`+o+`}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":`+long+`}],"_meta":`+o+`}}`,
			`{"jsonrpc":"2.0","id":1,"result":{"a":`+long+`,"content":`+o+`}}`,
			`[{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":`+long+`}],"_meta":`+o+`}}]`,
			`{"tier":"pro","data":{"a":`+long+`},"warnings":`+o+`}`,
			`{"success":true,"data":{"a":`+long+`,"b":`+o+`},"error":null,"meta":{"version":"response-v2","content_archive_hashes":`+o+`,"dropped_content_ids":`+o+`,"warnings":`+o+`}}`,
			`{"success":true,"data":{"a":`+long+`},"error":null,"meta":`+o+`}`,
			strings.Replace(bmcisAround(`[{"a":`+long+`}]`), `"warnings":[]`, `"warnings":`+o, 1),
			`{"content":[{"type":"text","text":`+string(quote([]byte(`{"data":{"a":`+long+`},"tier":"pro","warnings":`+o+`}`)))+`}]}`,
		)
	}
	results := archive.Archive{Store: shelf{}}
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithArchive(results))
	for _, body := range bodies {
		req := shaper.Request{Body: []byte(body), NoteMember: "_note", Retrieve: "r", Profile: "verbose"}
		whole := underHiding(t, eng, req)
		req.Settings.MaxString = new(20)
		res := fitted(t, eng, req)
		kept := res.Report.Kept
		back, err := results.Redeem(t.Context(), kept.Handle)
		switch {
		case !json.Valid(res.Body):
			t.Errorf("%s\n%s", body, res.Body)
		case kept.Handle == "" && !bytes.Equal(res.Body, whole.Body):
			t.Errorf("kept nowhere: %s\n%s", body, res.Body)
		case kept.Handle != "" && (err != nil || !bytes.Equal(back, whole.Body)):
			t.Errorf("%s\nback %s, %v", body, back, err)
		}
	}
}

// A second run keeps the handle in a response, with an archive of its own or without. If it
// cuts nothing more, it changes nothing else.
func TestKeptTwice(t *testing.T) {
	spec := profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{MaxString: new(10)}}}
	text := strings.Repeat("word ", 400)
	req := shaper.Request{Retrieve: "retrieve_it", NoteMember: "_note", Body: fmt.Appendf(nil, `{"content":[{"type":"text","text":%q}],"structuredContent":{"a":%[1]q}}`, text)}
	once := fitted(t, newEngineWith(t, spec, shaper.WithArchive(archive.Archive{Store: shelf{}})), req)
	req.Body = once.Body
	for _, eng := range []*shaper.Engine{newEngine(t, spec), newEngineWith(t, spec, shaper.WithArchive(archive.Archive{Store: shelf{}, Key: archive.Key{2}}))} {
		if again := fitted(t, eng, req); !bytes.Equal(again.Body, once.Body) || again.Report.Kept.Handle != "" {
			t.Errorf("%s\nagain %s", once.Body, again.Body)
		}
	}
	said := "2 texts shortened · retrieve_it " + string(once.Report.Kept.Handle)
	req.Budget.MaxBytes = len(once.Body) - 20
	for path, want := range map[string]string{"content.1.text": said, `structuredContent._note`: said} {
		if got := gjson.GetBytes(fitted(t, newEngine(t, spec), req).Body, path).Str; got != want {
			t.Errorf("under a budget %s is %q", path, got)
		}
	}
}
