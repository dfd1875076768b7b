package shaper_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/seed-7aa78ce4/shape/shaper"
)

// Each half of a tool result has the same output as it would alone. There is one exception:
// the operator's lists leave no value of it and some of the other half. It then has the output
// without these lists. If that is not empty, the report names the half.
func FuzzLawsHalves(f *testing.F) {
	fuzzSeeds(f, 1500, func(t *testing.T, r *rules, body []byte) {
		if body = bytes.TrimSpace(body); body[0] != '{' && body[0] != '[' {
			return // a scalar is no document in its text
		}
		r.isError = false
		open := *r
		if open.include, open.operator, open.omit = nil, false, nil; len(r.mode) > 0 {
			open.mode = []way{{steps: []wayStep{{op: "deep"}}}}
		}
		in, eng := result{text: string(body), data: fmt.Sprintf(`{"rows":%s}`, body)}, newEngine(t, r.spec())
		got, told, data := in.shape(t, eng, r), result{text: in.text}.shape(t, eng, r), result{data: in.data}.shape(t, eng, r)
		if got.refused || told.refused || data.refused {
			return
		}
		want := result{text: told.text, data: data.data}
		byOperator := len(r.omit) > 0 || len(r.include) > 0 || len(r.mode) > 0
		switch {
		case byOperator && lost(t, compact(t, []byte(in.text)), want.text) && isValue(t, want.data):
			want.text, want.whole = result{text: in.text}.shape(t, newEngine(t, open.spec()), &open).text, "content"
		case byOperator && lost(t, compact(t, []byte(in.data)), want.data) && isValue(t, want.text):
			want.data, want.whole = result{data: in.data}.shape(t, newEngine(t, open.spec()), &open).data, "structuredContent"
		}
		if !isValue(t, want.text) || !isValue(t, want.data) {
			want.whole = ""
		}
		if got != want {
			t.Fatalf("rules %s\nin   %+v\ngot  %+v\nwant %+v", r, in, got, want)
		}
	})
}

// lost reports whether a document had something, and holds no value any more.
func lost(t *testing.T, before, after string) bool {
	return !isValue(t, after) && !slices.Contains([]string{"", "{}", "[]", "null"}, before)
}

// isValue reports whether a document holds more than names and containers.
func isValue(t *testing.T, doc string) bool {
	return doc != "" && doc != "null" && parseValue(t, []byte(doc)).hasScalar()
}

func (n *node) hasScalar() bool {
	return n.kind == 0 || slices.ContainsFunc(n.elems, (*node).hasScalar) ||
		slices.ContainsFunc(n.members, func(m member) bool { return m.node.hasScalar() })
}

// result is a tool result: a text that is a document, and data.
type result struct {
	text, data, whole string
	refused           bool
}

// shape returns the outputs of the halves. One half may be missing.
func (r result) shape(t *testing.T, eng *shaper.Engine, rules *rules) (shaped result) {
	t.Helper()
	content, data := "", ""
	if r.text != "" {
		text, _ := json.Marshal(r.text)
		content = fmt.Sprintf(`{"type":"text","text":%s}`, text)
	}
	if r.data != "" {
		data = `,"structuredContent":` + r.data
	}
	req := rules.request(fmt.Appendf(nil, `{"content":[%s]%s,"isError":false}`, content, data))
	req.Dialect = "mcp"
	res, err := eng.Shape(t.Context(), req)
	if err != nil {
		return result{refused: true}
	}
	var out struct {
		Content []struct {
			Text string
			Meta any `json:"_meta"` // of a note
		}
		StructuredContent json.RawMessage
	}
	if err := json.Unmarshal(res.Body, &out); err != nil {
		t.Fatal(err)
	}
	for _, c := range out.Content {
		if c.Meta == nil {
			shaped.text = c.Text
		}
	}
	shaped.data, shaped.whole = string(out.StructuredContent), res.Report.Whole
	return shaped
}
