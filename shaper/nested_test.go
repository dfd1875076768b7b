package shaper_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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

// Documents in text are followed to the fourth; what is deeper is refused where
// something is to be hidden, and passes as the text that it is otherwise.
func TestNestingLimit(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	const secret = `{"password":"S3CRET","a":1}`
	for n := range 8 {
		res, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"password"}, Body: nest(t, secret, n)})
		if n <= 4 {
			if err != nil || unnest(t, res.Body, n) != `{"a":1}` {
				t.Errorf("%d texts deep: %s, %v", n, res.Body, err)
			}
		} else if bad, ok := errors.AsType[*shaper.Error](err); !ok || bad.Reason != "too_large" || bad.Pointer() != "/content/0/text" {
			t.Errorf("%d texts deep: %v", n, err)
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

// So it is with documents that are in each other without a string around them.
func TestNestingLimitOfStructured(t *testing.T) {
	eng := newEngine(t, profiles.Spec{})
	for n := range 8 {
		doc := `{"content":[{"type":"text","text":"{\"password\":\"S3CRET\"}"}]}`
		for range n {
			doc = `{"content":[],"structuredContent":` + doc + `}`
		}
		res, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"password"}, Body: []byte(doc)})
		if n < 4 && (err != nil || string(res.Body) != strings.Replace(doc, `\"password\":\"S3CRET\"`, "", 1)) {
			t.Errorf("%d deep: %s, %v", n, res.Body, err)
		}
		if bad, ok := errors.AsType[*shaper.Error](err); n >= 4 && (!ok || bad.Reason != "too_large") {
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

// A document in a text is held to the limits of all documents.
func TestLimitsOfNestedDocuments(t *testing.T) {
	eng := newEngineWith(t, profiles.Spec{}, shaper.WithLimits(shaper.Limits{Depth: 5}))
	deep := strings.Repeat("[", 6) + strings.Repeat("]", 6)
	if _, err := eng.Shape(t.Context(), shaper.Request{Exclude: []string{"x"}, Body: nest(t, deep, 1)}); err == nil {
		t.Error("six brackets passed a limit of five")
	}
	res, err := eng.Shape(t.Context(), shaper.Request{Body: nest(t, deep, 1)})
	if err != nil || unnest(t, res.Body, 1) != deep {
		t.Errorf("nothing to hide: %s, %v", res.Body, err)
	}
}

// Both halves of a tool result are shaped alike, whatever they are: an envelope,
// rows, an object that holds a name twice.
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
		both := fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":%s}`, text, body)
		res, err := eng.Shape(t.Context(), shaper.Request{Tool: "t", Dialect: "mcp", Body: []byte(both)})
		if err != nil {
			return
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

// The depth of a document counts from its root, whoever shapes what is in it.
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
