package shaper_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/tokens"
)

// logRows returns the lines of a log, 10 of them errors.
func logRows(r *rand.Rand) (rows []map[string]any, rare string) {
	errors := r.Perm(200)[:10]
	for i := range 200 {
		rows = append(rows, map[string]any{
			"time": fmt.Sprintf("2026-03-01T10:%02d:%02dZ", i/60, i%60), "level": "info", "service": []string{"api", "web", "db"}[r.IntN(3)],
			"ms": 3 + r.IntN(90), "message": fmt.Sprintf("request %d served from region %d", 1000+r.IntN(9000), r.IntN(9)), "trace": fmt.Sprintf("%016x", r.Uint64()),
		})
	}
	for _, i := range errors {
		rows[i]["level"], rows[i]["ms"], rows[i]["message"] = "error", 900+r.IntN(900), fmt.Sprintf("upstream timed out at %d", i)
	}
	return rows, "upstream timed out"
}

// testRows returns the results of tests, 8 of them failed.
func testRows(r *rand.Rand) (rows []map[string]any, rare string) {
	for i := range 200 {
		rows = append(rows, map[string]any{
			"name": fmt.Sprintf("suite %d case %d takes input %d", i/10, i, r.IntN(99)), "status": "passed", "duration": r.IntN(4000), "file": fmt.Sprintf("src/mod%d_test.ts", i/10),
		})
	}
	for _, i := range r.Perm(200)[:8] {
		rows[i]["status"], rows[i]["error"] = "failed", fmt.Sprintf("unequal values %d and %d", i, i+1)
	}
	return rows, "unequal values"
}

// A cut list of records keeps all rows with rare values, in a fourteenth of the tokens (11,109 and 6,285). Both halves
// lose the same, and a second run changes nothing.
func TestRowsThatDiffer(t *testing.T) {
	for name, c := range map[string]struct {
		rows   func(*rand.Rand) ([]map[string]any, string)
		rare   int
		tokens int
		said   string
	}{
		"log":   {logRows, 10, 714, "rows: 14 of 200 (rare, first, last); level: info=190, error=10; ms: 3 to 1792, sum 24913; service: db=71, api=68, web=61"},
		"tests": {testRows, 8, 466, "rows: 14 of 200 (rare, first, last); status: passed=192, failed=8; duration: "},
	} {
		rows, rare := c.rows(rand.New(rand.NewPCG(1, 2)))
		data, _ := json.Marshal(map[string]any{"rows": rows})
		text, _ := json.Marshal(string(data))
		for half, body := range map[string]string{
			"text": fmt.Sprintf(`{"content":[{"type":"text","text":%s}]}`, text),
			"both": fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, text, data),
		} {
			for by, rules := range map[string]profiles.Tool{
				"max_items": {Settings: profiles.Settings{MaxItems: new(14)}},
				"shorten":   {Settings: profiles.Settings{Shorten: &map[string]profiles.Shorten{"rows": {Items: 14}}}},
				"budget":    {Budget: &profiles.Budget{MaxTokens: c.tokens}},
			} {
				rules.Name, rules.Columns, rules.Rows = "t", new(true), new("differ")
				eng := newEngine(t, profiles.Spec{Tools: []profiles.Tool{rules}})
				res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body), Reads: profiles.ReadsText})
				if err != nil {
					t.Fatal(err)
				}
				size, err := shaper.Measure(res.Body, tokens.Estimate{})
				if n := strings.Count(string(res.Body), rare); err != nil || size.Text.Tokens > c.tokens || n != c.rare*(1+strings.Count(half, "both")) {
					t.Errorf("%s, %s, %s: %d rare values in %d tokens, %v", name, half, by, n, size.Text.Tokens, err)
				}
				if by == "max_items" && !strings.Contains(string(res.Body), c.said) {
					t.Errorf("%s, %s: %s", name, half, res.Body[len(res.Body)-200:])
				}
				again, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Body: res.Body, Reads: profiles.ReadsText})
				if err != nil || string(again.Body) != string(res.Body) {
					t.Errorf("%s, %s, %s\nonce  %s\nagain %s, %v", name, half, by, res.Body, again.Body, err)
				}
			}
		}
	}
}

// Hidden values choose no row, and no note spells them.
func TestRowsHideValues(t *testing.T) {
	rows := strings.Repeat(`{"kind":"a","who":"x"},`, 8) + `{"kind":"b","who":"x"},` + strings.Repeat(`{"kind":"a","who":"x"},`, 3) + `{"kind":"a","who":"y"}`
	body := `{"content":[],"structuredContent":{"rows":[` + rows + `],"other":"b"}}`
	const rare, first = `[{"kind":"b","who":"x"},{"kind":"a","who":"y"}]`, `[{"kind":"a","who":"x"},{"kind":"a","who":"y"}]`
	for _, c := range []struct {
		name    string
		privacy profiles.Privacy
		rows    string
		note    string
	}{
		{"nothing", profiles.Privacy{}, rare, "; kind: a=12, b=1; who: x=12, y=1"},
		{"another name", profiles.Privacy{Drop: []string{"password"}}, rare, "; kind: a=12, b=1; who: x=12, y=1"},
		{"a column", profiles.Privacy{Drop: []string{"kind"}}, `[{"who":"x"},{"who":"y"}]`, "; who: x=12, y=1"},
		{"masked cells", profiles.Privacy{Mask: []profiles.PrivacyMask{{Path: "**.kind"}}}, strings.Replace(strings.Replace(first, `"a"`, `"[redacted]"`, 2), `"b"`, `"[redacted]"`, 1), "; who: x=12, y=1"},
		{"a pattern", profiles.Privacy{Mask: []profiles.PrivacyMask{{Pattern: "^b$"}}}, first, "; who: x=12, y=1"},
		{"a pattern of the note", profiles.Privacy{Mask: []profiles.PrivacyMask{{Pattern: "x=1"}}}, rare, ""},
		{"a value hidden elsewhere", profiles.Privacy{Drop: []string{"rows.nothing", "other"}}, rare, "; kind: a=12, b=1; who: x=12, y=1"},
	} {
		tool := profiles.Tool{Name: "t", Settings: profiles.Settings{MaxItems: new(2), Rows: new("differ")}}
		res, err := newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}, Privacy: []profiles.Privacy{c.privacy}}).Shape(t.Context(), shaper.Request{Tool: "t", Body: []byte(body)})
		want := `"text":"rows: 2 of 13 (rare, first, last)` + c.note + `"`
		if err != nil || !strings.Contains(string(res.Body), `"rows":`+c.rows) || !strings.Contains(string(res.Body), want) {
			t.Errorf("%s: %s, %v", c.name, res.Body, err)
		}
	}
}
