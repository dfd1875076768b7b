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
	listed = `[{"id":1,"name":"a"},{"id":2,"name":"b"},{"id":3,"name":"c"},{"id":4,"name":"d"}]`
	table  = `{"$columns":["id","name"],"rows":[[1,"a"],[2,"b"],[3,"c"],[4,"d"]]}`
)

// Here a table has fewer bytes, and more tokens.
const (
	long        = "theidentifierofit"
	costly      = `[{"` + long + `":1},{"` + long + `":2},{"` + long + `":3}]`
	costlyTable = `{"$columns":["` + long + `"],"rows":[[1],[2],[3]]}`
)

func withColumns() profiles.Spec {
	return profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{Columns: new(true)}}}
}

// halves is a tool result that says the same twice.
func halves(doc string) string {
	return fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, quote(doc), doc)
}

func TestColumns(t *testing.T) {
	told := profiles.Budget{MaxTokens: 1000}
	holdFoldings(t, withColumns(), func(r shaper.Report) int { return r.Recast.Lists }, []foldingCase{
		{name: "a payload", body: listed, want: table, folded: 1},
		{name: "in a payload", body: `{"found":` + listed + `,"n":4}`, want: `{"found":` + table + `,"n":4}`, folded: 1},
		{name: "in an envelope", body: `{"tier":"pro","tool_id":"t","error":null,"data":{"rows":` + listed + `}}`, want: `{"data":{"rows":` + table + `}}`, folded: 1},
		{name: "both halves", body: halves(`{"rows":` + listed + `}`), want: halves(`{"rows":` + table + `}`), folded: 2},
		{name: "halves that are not written from each other", body: halves(`{"rows":` + listed + `}`), want: halves(`{"rows":` + table + `}`), folded: 2,
			req: shaper.Request{Unmatched: true}},
		{name: "the list of blocks is no payload", body: `{"content":[` + strings.Repeat(`{"type":"text","text":"a"},`, 9) + `{"type":"text","text":"b"}]}`},
		{name: "what was hidden is no column", body: strings.ReplaceAll(listed, `"name"`, `"secret":1,"name"`), want: table, folded: 1,
			req: shaper.Request{Exclude: []string{"secret"}}},
		{name: "a failure", body: `{"success":false,"error":"no","data":{"error_code":"NOT_FOUND","error_type":"not_found","details":{"rows":` + listed + `}},"meta":{"version":"response-v2"}}`},
		{name: "debug", body: listed, req: shaper.Request{Profile: "debug", Dialect: "plain"}},
		{name: "somebody was told what it is", body: listed, req: shaper.Request{Schema: narrowedBy(t, newEngine(t, withColumns()), []byte(`{"type":"array"}`))}},
		{name: "nobody knows what it answers", body: listed, req: shaper.Request{HidingOnly: true}},
		{name: "the call says no", body: listed, req: shaper.Request{Settings: profiles.Settings{Columns: new(false)}}},
		{name: "fewer tokens", body: listed, want: table, folded: 1, req: shaper.Request{Budget: told}},
		{name: "fewer bytes, and more tokens", body: costly, req: shaper.Request{Budget: told}},
		{name: "and no budget of tokens", body: costly, want: costlyTable, folded: 1, req: shaper.Request{Budget: profiles.Budget{MaxBytes: 1000}}},
		{name: "what was folded before", body: table},
		{name: "what seems to be a table", body: `{"$columns":1,"rows":` + listed + `}`},
	})
}

// foldingCase is a response and its expected output.
type foldingCase struct {
	name, body, want string // "" is the body
	req              shaper.Request
	folded           int // in the report
}

// holdFoldings checks the outputs of responses, and that a second run does not change them.
func holdFoldings(t *testing.T, spec profiles.Spec, told func(shaper.Report) int, cases []foldingCase) {
	t.Helper()
	for _, c := range cases {
		if c.want == "" {
			c.want = c.body
		}
		c.req.Body = []byte(c.body)
		eng := newEngine(t, spec)
		res := fitted(t, eng, c.req)
		if string(res.Body) != c.want || told(res.Report) != c.folded || res.Report.BytesIn != len(c.body) {
			t.Errorf("%s: %d are told of, %d bytes came in\ngot  %s\nwant %s", c.name, told(res.Report), res.Report.BytesIn, res.Body, c.want)
		}
		c.req.Body = res.Body
		if again := fitted(t, eng, c.req); string(again.Body) != c.want || told(again.Report) != 0 {
			t.Errorf("%s: again it is %s", c.name, again.Body)
		}
	}
}

// A rule that hides acts on a table wherever it is.
func TestTablesHideNothing(t *testing.T) {
	secret := strings.ReplaceAll(listed, `"name"`, `"password":"S3CRET","name"`)
	body := `{"rows":` + secret + `,"n":1}`
	for name, doc := range map[string]string{
		"a payload": secret, "in a payload": body, "both halves": halves(body), "in a list": "[" + secret + "," + secret + "]",
		"in tables":             `[{"rows":` + secret + `},{"rows":` + secret + `},{"rows":` + secret + `},{"rows":1}]`,
		"an envelope":           `{"tier":"pro","tool_id":"t","error":null,"data":` + body + `}`,
		"a result in a result":  fmt.Sprintf(`{"content":[{"type":"text","text":%s}]}`, quote(halves(body))),
		"an answer":             `{"jsonrpc":"2.0","id":1,"result":` + halves(body) + `}`,
		"an answer that is not": `{"result":` + halves(body) + `,"more":1}`,
	} {
		folded := fitted(t, newEngine(t, withColumns()), shaper.Request{Body: []byte(doc), Profile: "verbose"}).Body
		if name != "an answer that is not" && !bytes.Contains(folded, []byte(`$columns`)) {
			t.Errorf("%s: it is not folded: %s", name, folded)
		}
		for _, again := range [][]byte{
			folded,
			fmt.Appendf(nil, `{"said":%s}`, quote(string(folded))),
			fmt.Appendf(nil, `{"wrapped":%s,"x":1}`, folded),
			fmt.Appendf(nil, `{"content":[{"type":"text","text":%s}]}`, quote("\uFEFF"+string(folded))),
		} {
			hiding := withColumns()
			hiding.Privacy = []profiles.Privacy{{Drop: []string{"password"}}}
			for _, spec := range []profiles.Spec{{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"password"}}}}, hiding, {Privacy: hiding.Privacy}} {
				req := shaper.Request{Tool: "t", Body: again}
				eng := newEngine(t, spec)
				if res := fitted(t, eng, req); bytes.Contains(res.Body, []byte("S3CRET")) || bytes.Contains(res.Body, []byte("password")) {
					t.Errorf("%s: it shows %s", name, res.Body)
				}
				if res, err := eng.Hide(t.Context(), req); spec.Privacy != nil && (err != nil || bytes.Contains(res.Body, []byte("S3CRET"))) {
					t.Errorf("%s: Hide shows %s, %v", name, res.Body, err)
				}
			}
		}
	}
}

// Rules that hide act on a table as on its list. An object that is no table, and has a name
// that they meet, goes as a whole. Comfort rules take a table for one value, or for plain
// data if nothing is hidden.
func TestTablesUnderRules(t *testing.T) {
	drop := profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"email"}}}}
	short := profiles.Spec{Global: profiles.Global{Settings: profiles.Settings{MaxItems: new(1)}}}
	both := profiles.Spec{Privacy: drop.Privacy, Global: short.Global}
	only := profiles.Spec{Privacy: drop.Privacy, Tools: []profiles.Tool{{Name: "t", IncludeOnly: []string{"x.id"}}}}
	path := profiles.Spec{Tools: []profiles.Tool{{Name: "t", ExcludeFields: []string{"x.user.city"}}}}
	example := `{"$columns":["id","email","city"],"rows":[[1,"a@b.c","Bonn"],[2]]}`
	hidden := `{"$columns":["id","city"],"rows":[[1,"Bonn"],[2]]}`
	for _, c := range []struct {
		in, want string
		spec     profiles.Spec
	}{
		{example, hidden, drop},
		{`{"x":` + example + `,"n":1}`, `{"x":` + hidden + `,"n":1}`, drop},
		{`{"x":` + example + `,"n":1}`, `{"x":` + hidden + `,"n":1}`, both},
		{`{"x":` + example + `,"n":1}`, `{}`, only},
		{`{"x":{"$columns":["id"],"rows":[[1],[2]]}}`, `{"x":{"$columns":["id"],"rows":[[1],[2]]}}`, both},
		{`{"x":{"\u0024columns":["id","email"],"rows":[[1,"S"]]}}`, `{"x":"[withheld]"}`, drop},
		{`{"x":{"$col\u0075mns":["id","em\u0061il"],"rows":[[1,"S"]]}}`, `{"x":"[withheld]"}`, drop},
		{`{"x":{"rows":[[1,"S"]],"$columns":["id","email"]}}`, `{"x":"[withheld]"}`, drop},
		{`{"x":{"$columns":["id","email"],"rows":[[1,"S",3]]}}`, `{"x":"[withheld]"}`, drop},
		{`{"x":{"$columns":{"a":"email"},"rows":[["S"]]}}`, `{"x":"[withheld]"}`, drop},
		{`{"x":{"$columns":["id",{"user":["name",{"mails":[["email"]]}]}],"rows":[[1,["a",[["S"],["S"]]]]]}}`, `{"x":{"$columns":["id","user"],"rows":[[1,{"name":"a","mails":[{},{}]}]]}}`, drop},
		{`{"x":{"$columns":["id",{"user":["name","email"]}],"rows":[[1,["a","S",2]]]}}`, `{"x":"[withheld]"}`, drop},
		{`{"x":{"$columns":["id",{"user":["name","city"]}],"rows":[[1,["a","S",2]]]}}`, `{"x":"[withheld]"}`, path},
		{`{"x":{"$columns":["user"],"rows":[[{"city":"S"},2]]}}`, `{"x":"[withheld]"}`, path},
		{`{"x":{"$columns":["user"],"rows":[["city"]]}}`, `{"x":{"$columns":["user"],"rows":[["city"]]}}`, path},
		{`{"x":{"$columns":["city"],"rows":[[1,2]]}}`, `{"x":{"$columns":["city"],"rows":[[1,2]]}}`, path},
		{`{"x":{"$columns":["id"],"rows":7}}`, `{"x":{"$columns":["id"],"rows":7}}`, drop},
		{`{"$columns":["email"],"rows":7}`, `{}`, drop},
		{`{"said":` + quote(example) + `}`, `{"said":` + quote(hidden) + `}`, drop},
		{`{"said":` + quote(`{"rows":[["S"]],"$columns":["email"]}`) + `}`, `{"said":` + quote(`"[withheld]"`) + `}`, drop},
	} {
		if res := fitted(t, newEngine(t, c.spec), shaper.Request{Tool: "t", Body: []byte(c.in)}); string(res.Body) != c.want {
			t.Errorf("%s:\ngot  %s\nwant %s", c.in, res.Body, c.want)
		}
	}
}

func TestUnfold(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{table, listed}, {listed, listed}, {`{"a":1}`, `{"a":1}`},
		{halves(table), halves(listed)},
	} {
		if got, err := shaper.Unfold([]byte(c.in)); string(got) != c.want || err != nil {
			t.Errorf("%s, %v", got, err)
		}
	}
	if got, err := shaper.Unfold([]byte(table + "}")); err == nil || got != nil || err.Error() != "shape: invalid_json: 1:68: unexpected data after the document (offset 67)" {
		t.Errorf("%s, %v", got, err)
	}
}

// The step of a budget that takes nothing away.
func TestColumnsInABudget(t *testing.T) {
	rows := `[` + strings.Repeat(`{"identifier":1,"description":"a text"},`, 20) + `{"identifier":2}]`
	eng := newEngine(t, withColumns())
	for _, c := range []struct {
		bytes int
		steps []string
	}{{480, nil}, {300, []string{"columns", "items"}}} {
		res := fitted(t, eng, shaper.Request{Body: []byte(rows), Budget: profiles.Budget{MaxBytes: c.bytes}})
		if fit := res.Report.Fit; !slices.Equal(fit.Steps, c.steps) || fit.Over || len(res.Body) > c.bytes {
			t.Errorf("%d bytes: %+v\n%s", c.bytes, fit, res.Body)
		}
	}
}
