package shaper_test

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
	"github.com/seed-7aa78ce4/shape/shaper/archive"
)

// FuzzLawsBudgetMet: a budget that can be met is met. The model gives points of a grid of
// max_string, max_items and exclude_fields as plain rules to an engine without a budget. If
// one of these results fits with its notes, so does the result under the budget.
//
// Such a result also uses at least half of the budget, or a tighter rule would not keep more.
// Let a grid result with one bound n fit. The result under the budget is then no smaller than
// the one with the bound 4n/5, except for the difference of their notes.
func FuzzLawsBudgetMet(f *testing.F) {
	for seed := range testkit.Seeds(200) {
		f.Add(seed)
	}
	f.Fuzz(tryBudgetMet)
}

// gridCase is a response with the requests that shape it.
type gridCase struct {
	tool  profiles.Tool
	req   shaper.Request
	told  []byte // the advertised schema; nil if there is none
	kept  bool   // there is an archive
	words int    // bytes by which a contract's notes for a budget are longer than for a rule
}

// noteBytes is by how much the notes of two results may differ.
const noteBytes = 256

// budgetsEach is how many budgets each response of the law gets: inputs that share the
// results of the model.
const budgetsEach = 4

func tryBudgetMet(t *testing.T, seed uint64) {
	g := newGenerator(seed)
	c := g.gridCase()
	whole := len(c.shaped(t, c.tool, profiles.Budget{}).Body)
	grid := make([]ruledResult, 8)
	for i := range grid {
		grid[i].point = point{pick(g, []int{0, 16, 20, 50, 100, 300}), pick(g, []int{0, 1, 2, 3, 5, 10}), c.mayExclude() && g.often(5)}
		grid[i].Result = c.shaped(t, c.ruled(grid[i].point), profiles.Budget{})
	}
	for range budgetsEach {
		limit := g.budget(whole)
		if limit.MaxTokens > 0 {
			limit.MaxBytes = 0
		}
		c.check(t, seed, limit, grid)
	}
}

// ruledResult is the response under a plain rule.
type ruledResult struct {
	point
	shaper.Result
}

// check compares the result under a budget with those under plain rules.
func (c *gridCase) check(t *testing.T, seed uint64, limit profiles.Budget, grid []ruledResult) {
	t.Helper()
	res := c.shaped(t, c.tool, limit)
	size, most := sizeUnder(limit, res), limit.MaxBytes+limit.MaxTokens
	for _, r := range grid {
		p, ruled := r.point, sizeUnder(limit, r.Result)
		if ruled+c.words > most {
			continue
		}
		if size > most {
			t.Fatalf("seed %d: %+v: %d under %+v, and %d\nbody %s\n got %s", seed, limit, ruled, p, size, c.req.Body, res.Body)
		}
		hasOne := (p.chars > 0) != (p.items > 0) && p.chars != 16 && p.items != 1
		if 2*size >= most || !hasOne {
			continue
		}
		tighter := sizeUnder(limit, c.shaped(t, c.ruled(point{p.chars * 4 / 5, p.items * 4 / 5, p.low}), profiles.Budget{}))
		if size+noteBytes < tighter {
			t.Fatalf("seed %d: %+v: %d under four fifths of %+v, and %d\nbody %s\n got %s", seed, limit, tighter, p, size, c.req.Body, res.Body)
		}
	}
}

// point is one of the grid; 0 is no bound.
type point struct {
	chars, items int
	low          bool // values of low priority are excluded
}

// gridCase is a tool result with two halves or another envelope, with and without a schema
// and an archive. It has at most 50,000 bytes: each input takes some fifty results.
func (g *generator) gridCase() gridCase {
	for {
		if c := g.anyGridCase(); len(c.req.Body) <= 50_000 {
			return c
		}
	}
}

func (g *generator) anyGridCase() gridCase {
	c := gridCase{tool: profiles.Tool{Name: "t"}, kept: g.often(3)}
	if g.often(3) {
		c.tool.LowPriority = []string{pick(g, []string{"**.text", "more", "rows.b"})}
	}
	c.req = shaper.Request{Tool: "t"}
	if g.often(3) {
		c.req.NoteMember = "_note"
	}
	if g.often(3) {
		c.req.Body, c.words = []byte(g.around(1)), 200
		return c
	}
	v := quote(map[string]any{"rows": g.wordy(4), "text": g.words(), "more": g.wordy(4)})
	c.req.Body = fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, quote(v), v)
	if g.often(3) {
		c.told = []byte(`{"type":"object","properties":{"rows":{},"more":{},"text":{"type":"string"}},"required":["rows","text"]}`)
	}
	return c
}

// mayExclude reports whether an exclude can replace low_priority. Excludes also act in
// failures, narrow the schema, and leave nothing to archive.
func (c *gridCase) mayExclude() bool { return c.told == nil && c.words == 0 && !c.kept }

// ruled is the tool of c with the rules of a point.
func (c *gridCase) ruled(p point) profiles.Tool {
	tool := c.tool
	if p.chars > 0 {
		tool.MaxString = &p.chars
	}
	if p.items > 0 {
		tool.MaxItems = &p.items
	}
	if p.low {
		tool.ExcludeFields = c.tool.LowPriority
	}
	return tool
}

// shaped is the response under a tool and a budget.
func (c *gridCase) shaped(t *testing.T, tool profiles.Tool, limit profiles.Budget) shaper.Result {
	t.Helper()
	ruled, req := ruledEngine(t, tool, c.told), c.req
	req.Budget, req.Schema = limit, ruled.schema
	if c.kept {
		req.Archive = &archive.Archive{Store: shelf{}}
	}
	return fitted(t, ruled.eng, req)
}

// ruledEngines holds the engines of the law's tools, some hundred.
var ruledEngines sync.Map

// engineOf is an engine, and the schema that it narrowed; nil is none.
type engineOf struct {
	eng    *shaper.Engine
	schema *shaper.Schema
}

func ruledEngine(t *testing.T, tool profiles.Tool, told []byte) engineOf {
	t.Helper()
	key := fmt.Sprintf("%v %v %q %q %t", valueOf(tool.MaxString), valueOf(tool.MaxItems), tool.ExcludeFields, tool.LowPriority, told != nil)
	if made, ok := ruledEngines.Load(key); ok {
		return made.(engineOf)
	}
	made := engineOf{eng: newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}})}
	if told != nil {
		made.schema = narrowedBy(t, made.eng, told)
	}
	ruledEngines.Store(key, made)
	return made
}

// valueOf returns the value of a setting, 0 for none.
func valueOf(set *int) int {
	if set == nil {
		return 0
	}
	return *set
}

// TestBudgetIsMet: a budget is met even if an earlier cut needs a note that is larger than the
// cut saves, in every contract.
func TestBudgetIsMet(t *testing.T) {
	text := fmt.Sprintf("%0700d", 7)
	for name, body := range map[string]string{
		"response-v2": `{"success":true,"data":{"s":"` + text + `","ids":[1,2,3]},"error":null,"meta":{"version":"response-v2"}}`,
		"bmcis":       `{"_metadata":{"operation":"o","version":"1","timestamp":"t","request_id":"r","status":"success","message":null},"results":[{"s":"` + text + `"},{"s":"x"}],"execution_context":{"tokens_estimated":9,"tokens_used":null},"warnings":[]}`,
		"scalpel":     `{"tier":"pro","tool_id":"t","data":{"s":"` + text + `","ids":[1,2,3]},"error":null,"warnings":[]}`,
		"mcp":         `{"content":[{"type":"text","text":"` + text + `"}],"structuredContent":{"s":"` + text + `","ids":[1,2,3]}}`,
		"plain":       `{"s":"` + text + `","ids":[1,2,3]}`,
		"30 strings":  `{"success":true,"data":{"s":["` + strings.Repeat(text[:40]+`","`, 29) + text[:40] + `"],"ids":[1,2,3]},"error":null,"meta":{"version":"response-v2"}}`,
	} {
		req := shaper.Request{Body: []byte(body)}
		smallest, eng := 0, newEngine(t, profiles.Spec{})
		for limit := len(body) + 1; limit > 0; limit -= 3 {
			req.Budget.MaxBytes = limit
			res := fitted(t, eng, req)
			switch over := res.Report.Fit.Over; {
			case over && smallest == 0:
				smallest = limit + 3
			case !over && smallest > 0:
				t.Errorf("%s: %d bytes are met, and %d are not", name, limit, smallest-3)
			}
		}
		if smallest > 3*len(body)/5 {
			t.Errorf("%s of %d bytes gets no smaller than %d", name, len(body), smallest)
		}
	}
}

// TestBudgetCutsListsInText: a budget cuts the lists of a text that is JSON, also if shorter
// strings alone do not fit.
func TestBudgetCutsListsInText(t *testing.T) {
	text := quote(`{"rows":[` + strings.Repeat(`{"id":1,"x":[1,2,3]},`, 30) + `0],"text":"` + strings.Repeat("words ", 30) + `"}`)
	res := fitted(t, newEngine(t, profiles.Spec{}), shaper.Request{Body: []byte(text), Budget: profiles.Budget{MaxBytes: 200}})
	if res.Report.Fit.Over || len(res.Body) > 200 || !bytes.Contains(res.Body, []byte(`+30 elements`)) {
		t.Errorf("%d bytes: %s", len(res.Body), res.Body)
	}
}

// TestBudgetOfOne: under a budget of one byte or one token the same smallest result comes
// out each time.
func TestBudgetOfOne(t *testing.T) {
	text := strings.Repeat("words ", 200)
	for _, body := range []string{
		`{}`, `7`, `""`, `[]`, `{"a":1}`, `[[[["` + text + `"]]]]`,
		`{"rows":[` + strings.Repeat(`{"id":1,"text":"`+text+`"},`, 20) + `0]}`,
		`{"content":[{"type":"text","text":"` + text + `"}],"structuredContent":{"a":[1,2,3]}}`,
		`{"content":[{"type":"text","text":"` + text + `"}],"isError":true}`,
		`{"success":true,"data":{"s":"` + text + `","ids":[1,2,3]},"error":null,"meta":{"version":"response-v2"}}`,
	} {
		for _, limit := range []profiles.Budget{{MaxBytes: 1}, {MaxTokens: 1}, {MaxBytes: 1, MaxTokens: 1}} {
			for _, results := range []*archive.Archive{nil, {Store: shelf{}}} {
				req := shaper.Request{Body: []byte(body), Budget: limit, Archive: results}
				res, again := fitted(t, newEngine(t, profiles.Spec{}), req), fitted(t, newEngine(t, profiles.Spec{}), req)
				fits := limit.MaxBytes == 0 && sizeUnder(limit, res) <= 1 || len(body) == 1
				if !bytes.Equal(res.Body, again.Body) || res.Report.Fit.Over == fits || len(res.Body) > len(body) {
					t.Errorf("%+v of %s\n got %s, %+v\nagain %s", limit, body, res.Body, res.Report.Fit, again.Body)
				}
				if strings.Contains(body, text) && results == nil && len(res.Body) > len(body)/2 && !strings.Contains(body, "isError") {
					t.Errorf("%+v of %s\n got %s", limit, body, res.Body)
				}
			}
		}
	}
}

// TestThreeCuts: a mode's limit, shorten and a budget cut one list, and the smallest of the
// three holds.
func TestThreeCuts(t *testing.T) {
	body := []byte(`{"rows":[` + strings.Repeat(`{"id":1234567},`, 59) + `{"id":1234567}]}`)
	tool := profiles.Tool{Name: "t", ResponseModes: map[string]profiles.Mode{"m": {Fields: []string{"**"}, Limits: map[string]int{"rows": 40}}}, Settings: profiles.Settings{Shorten: &map[string]profiles.Shorten{"rows": {Items: 30}}}}
	for limit, want := range map[int]int{0: 30, 1000: 30, 300: 18, 100: 6} {
		res := fitted(t, newEngine(t, profiles.Spec{Tools: []profiles.Tool{tool}}), shaper.Request{Tool: "t", Mode: "m", Body: body, Budget: profiles.Budget{MaxBytes: limit}})
		if got := bytes.Count(res.Body, []byte("id")); got != want || len(res.Report.Cut) != 1 || res.Report.Cut[0].Kept != want || res.Report.Cut[0].Total != 60 {
			t.Errorf("%d bytes: %d rows, want %d: %+v", limit, got, want, res.Report.Cut)
		}
	}
}
