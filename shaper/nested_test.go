package shaper_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// nest wraps a document into the text of a tool result, n times over.
func nest(t testing.TB, doc string, n int) []byte {
	t.Helper()
	for range n {
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		doc = `{"content":[{"type":"text","text":` + string(text) + `}]}`
	}
	return []byte(doc)
}

// unnest is the document inside n texts.
func unnest(t testing.TB, doc []byte, n int) string {
	t.Helper()
	for range n {
		doc = firstText(t, doc)
	}
	return string(doc)
}

// The engine shapes documents in texts down to the fourth level. A deeper one counts as text
// that cannot be read: privacy names are withheld in it, and exclude names are counted.
func TestNestingLimit(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	private := newEngine(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"password"}}}})
	const secret = `{"password":"S3CRET","a":1}`
	for n := range 8 {
		excluded, withheld := `{"a":1}`, `{"a":1}`
		if n > 4 {
			excluded, withheld = secret, `{"password":[withheld],"a":1}`
		}
		res, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"password"}, Body: nest(t, secret, n)})
		if err != nil || unnest(t, res.Body, n) != excluded || (res.Report.Opaque.Count > 0) != (n > 4) {
			t.Errorf("%d texts deep: %s, %v, %+v", n, res.Body, err, res.Report.Opaque)
		}
		res, err = private.Shape(t.Context(), shaper.Request{Body: nest(t, secret, n)})
		if err != nil || unnest(t, res.Body, n) != withheld || (res.Report.Withheld.Count == 1) != (n > 4) {
			t.Errorf("%d texts deep, private: %s, %v, %+v", n, res.Body, err, res.Report.Withheld)
		}
		res, err = eng.Shape(t.Context(), shaper.Request{Include: []string{"a"}, Body: nest(t, secret, n)})
		want := `{"a":1}`
		if n > 4 {
			want = secret
		}
		if err != nil || unnest(t, res.Body, n) != want {
			t.Errorf("%d texts deep, nothing to hide: %s, %v", n, res.Body, err)
		}
	}
}

// Documents nested without a string between them hide their values at any depth.
func TestNestingLimitOfStructured(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	for n := range 8 {
		doc := `{"content":[{"type":"text","text":"{\"password\":\"S3CRET\"}"}]}`
		for range n {
			doc = `{"content":[],"structuredContent":` + doc + `}`
		}
		res, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"password"}, Body: []byte(doc)})
		if err != nil || string(res.Body) != strings.Replace(doc, `\"password\":\"S3CRET\"`, "", 1) {
			t.Errorf("%d deep: %s, %v", n, res.Body, err)
		}
		res, err = eng.Shape(t.Context(), shaper.Request{Include: []string{"**"}, Body: []byte(doc)})
		if err != nil || string(res.Body) != doc {
			t.Errorf("%d deep, nothing to hide: %s, %v", n, res.Body, err)
		}
	}
}

// Text that is no document may be as deep as it likes.
func TestNestingLimitOfText(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	for _, text := range []string{"plain", `{"password":`, "[info] done"} {
		res, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"password"}, Body: nest(t, text, 5)})
		if err != nil || unnest(t, res.Body, 5) != text {
			t.Errorf("%q: %s, %v", text, res.Body, err)
		}
	}
}

// A document in a text that breaks a limit is text that cannot be read.
func TestLimitsOfNestedDocuments(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{Privacy: []profiles.Privacy{{Drop: []string{"x"}}}}, shaper.WithLimits(shaper.Limits{Depth: 5}))
	deep := strings.Repeat("[", 6) + `{"x":1}` + strings.Repeat("]", 6)
	res, err := eng.Shape(t.Context(), shaper.Request{Body: nest(t, deep, 1)})
	if want := strings.Replace(deep, `"x":1`, `"x":[withheld]`, 1); err != nil || unnest(t, res.Body, 1) != want {
		t.Errorf("%s, %v", res.Body, err)
	}
	eng = newEngineWith(t, profiles.Spec{}, shaper.WithLimits(shaper.Limits{Depth: 5}))
	res, err = eng.Shape(t.Context(), shaper.Request{Body: nest(t, deep, 1)})
	if err != nil || unnest(t, res.Body, 1) != deep {
		t.Errorf("nothing to hide: %s, %v", res.Body, err)
	}
}

// Both halves of a tool result have the same output for the same data: an envelope, rows, or
// an object that holds a name twice.
func FuzzLawsTwins(f *testing.F) {
	fuzzSeeds(f, 1500, func(t *testing.T, r *rules, body []byte) {
		if i := len(body) % (2 * len(samples)); i < len(samples) {
			body = []byte(samples[i])
		}
		if body = bytes.TrimSpace(body); body[0] != '{' && body[0] != '[' {
			return // a scalar is no document in its text
		}
		text, err := json.Marshal(string(body))
		if err != nil {
			t.Fatal(err)
		}
		eng := newEngineWith(t, r.spec())
		shape := func(data string) (shaper.Result, error) {
			both := fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, text, data)
			return eng.Shape(t.Context(), shaper.Request{Tool: "t", Dialect: "mcp", Body: []byte(both)})
		}
		res, err := shape(string(body))
		// The reuse of one half's output for the other does not show: here each is read by
		// itself.
		apart, errApart := shape(string(body[:1]) + " " + string(body[1:]))
		if (err == nil) != (errApart == nil) {
			t.Fatalf("rules %s\nin %s\n%v, apart %v", r, body, err, errApart)
		}
		if err != nil {
			return
		}
		if shaped := res.Report.Unshaped == nil; shaped && string(apart.Body) != string(res.Body) || !reflect.DeepEqual(apart.Report.Signals, res.Report.Signals) {
			t.Fatalf("rules %s\nin    %s\ngives %s %+v\napart %s %+v", r, body, res.Body, res.Report.Signals, apart.Body, apart.Report.Signals)
		}
		var halves struct {
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
		}
		if err := json.Unmarshal(res.Body, &halves); err != nil {
			t.Fatal(err)
		}
		var inText bytes.Buffer
		if err := json.Compact(&inText, []byte(halves.Content[0].Text)); err != nil || inText.String() != string(halves.StructuredContent) {
			t.Fatalf("rules %s\nin         %s\nin text    %s\nstructured %s", r, body, inText.String(), halves.StructuredContent)
		}
	})
}

// A document in a text may be as deep as any other one, in all places.
func TestDepthOfTexts(t *testing.T) {
	for limit := 3; limit < 9; limit++ {
		eng := newEngineWith(t, profiles.Spec{}, shaper.WithLimits(shaper.Limits{Depth: limit}))
		for lists := 1; lists <= limit; lists++ {
			text := strings.Repeat("[", lists) + `{\"x\":1}` + strings.Repeat("]", lists)
			body := []byte(`{"content":[{"type":"text","text":"` + text + `"}]}`)
			res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Include: []string{"y"}, Body: body})
			if err != nil || strings.Contains(string(res.Body), `"x\"`) != (lists == limit) {
				t.Errorf("%d lists where %d containers may be open: %s, %v", lists, limit, res.Body, err)
			}
		}
	}
}

// The depth of a document counts from its root, also for documents inside it.
func TestNestedDepth(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{}, shaper.FailClosed(), shaper.WithLimits(shaper.Limits{Depth: 6}))
	for range 3 { // the first call indexes the root before it shapes
		for depth, fits := range map[int]bool{5: true, 6: false} {
			body := `{"content":[],"isError":false,"structuredContent":` + strings.Repeat("[", depth) + strings.Repeat("]", depth) + `}`
			_, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"x"}, Body: []byte(body)})
			bad, ok := errors.AsType[*shaper.Error](err)
			if ok == fits || ok && (bad.Reason != "too_large" || bad.Offset() != strings.Index(body, "[[")+5) {
				t.Errorf("%d more levels: %v", depth, err)
			}
		}
	}
}
