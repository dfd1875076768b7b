package shaper_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/seed-7aa78ce4/shape/internal/testkit"
	"github.com/seed-7aa78ce4/shape/profiles"
	"github.com/seed-7aa78ce4/shape/shaper"
)

// FuzzLawsTaint: a value that privacy hides stands in no string of the response, at any depth
// of escapes. All else is as it is without the value. A second run changes nothing. A budget,
// a length and a caller's fields leave no value either.
func FuzzLawsTaint(f *testing.F) {
	for seed := range testkit.Seeds(2000) {
		f.Add(seed)
	}
	f.Fuzz(tryTaint)
}

// taintEngine is shared by all tries, so each one meets the caches of others.
var taintEngine = sync.OnceValues(func() (*shaper.Engine, error) {
	set, err := profiles.New(profiles.Spec{Privacy: []profiles.Privacy{{
		Drop: []string{"password"}, Mask: []profiles.PrivacyMask{{Path: "email", With: new("#")}},
	}}})
	if err != nil {
		return nil, err
	}
	return shaper.New(set)
})

// tryTaint tries one response.
func tryTaint(t *testing.T, seed uint64) {
	eng, err := taintEngine()
	if err != nil {
		t.Fatal(err)
	}
	shown, hidden := newTaintTree(seed, false), newTaintTree(seed, true)
	body, want := shown.response(), hidden.response()
	res, err := eng.Shape(t.Context(), shaper.Request{Body: body})
	if err != nil {
		t.Fatalf("seed %d: %s: %v", seed, body, err)
	}
	if got := openedText(t, res.Body); !reflect.DeepEqual(got, openedText(t, want)) {
		t.Errorf("seed %d\nin   %s\ngot  %s\nwant %s", seed, body, res.Body, want)
	}
	if again, err := eng.Shape(t.Context(), shaper.Request{Body: res.Body}); err != nil || string(again.Body) != string(res.Body) {
		t.Errorf("seed %d: once %s, again %s, %v", seed, res.Body, again.Body, err)
	}
	chars, items := 12+shown.IntN(40), 1+shown.IntN(3)
	for _, req := range []shaper.Request{
		{Budget: profiles.Budget{MaxBytes: 1 + len(res.Body)*2/3}},
		{Settings: profiles.Settings{MaxString: &chars, MaxItems: &items, Rows: word(seed%2 == 0, "differ", "first")}},
		{Fields: []string{"a", "content"}},
	} {
		req.Body = body
		res, err := eng.Shape(t.Context(), req)
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, spellRequest(req), err)
		}
		if v := shown.find(openedText(t, res.Body)); v != "" {
			t.Errorf("seed %d: %s: %s: %s", seed, spellRequest(req), body, v)
		}
	}
}

// taintTree writes a response twice from one seed: as it comes, and as it should come out.
type taintTree struct {
	*rand.Rand
	values   []string // that are hidden
	isHidden bool
}

func newTaintTree(seed uint64, isHidden bool) *taintTree {
	g := &taintTree{rand.New(rand.NewPCG(seed, 77)), nil, isHidden}
	for i := range 1 + g.IntN(3) {
		g.values = append(g.values, fmt.Sprintf("%d%s%d", i, []string{"S3CRETVALUE", "jo@example.com", "päßwörter", "q<u&o'te", "sl/a/sh/e", `b\a"ck`}[g.IntN(6)], i))
	}
	return g
}

// response is a tree alone, or a tool result with the tree in both halves.
func (g *taintTree) response() []byte {
	first := g.object(0)
	hides := g.values // each stands under a private name once
	for i, v := range hides {
		if i%2 == 0 {
			g.private(first, fmt.Sprint("p", i), "password", v)
		} else {
			g.private(first, fmt.Sprint("p", i), "email", v)
		}
	}
	switch g.IntN(3) {
	case 0:
		return mustJSON(first)
	case 1:
		return mustJSON(map[string]any{"content": []any{map[string]any{"type": "text", "text": string(mustJSON(first))}}, "structuredContent": first})
	default:
		return mustJSON(map[string]any{"content": []any{map[string]any{"type": "text", "text": g.text()}}, "structuredContent": first})
	}
}

// private puts a value under a private name: as a member, or beside it (GUARANTEES, pairs).
func (g *taintTree) private(into map[string]any, at, name, value string) {
	left := any(value)
	if g.isHidden {
		left = map[string]any{"email": "#", "password": nil}[name]
	}
	switch n := g.IntN(4); {
	case n == 0:
		if left == nil {
			left = "[withheld]"
		}
		into[at] = []any{[]any{"a", "b"}, []any{name, left}}
	case left == nil && n == 1:
		into[at] = map[string]any{"name": name}
	case left == nil:
		into[at] = map[string]any{}
	case n == 1:
		into[at] = map[string]any{"name": name, "value": left}
	default:
		into[at] = map[string]any{name: left}
	}
}

func (g *taintTree) object(depth int) map[string]any {
	all := map[string]any{}
	for _, name := range []string{"a", "b", "c", "d"}[:1+g.IntN(4)] {
		all[name] = g.value(depth + 1)
	}
	return all
}

func (g *taintTree) value(depth int) any {
	switch n := g.IntN(9); {
	case n < 4 || depth > 3:
		return g.text()
	case n == 4:
		return g.Int64N(1 << 40)
	case n == 5:
		return []any{g.value(depth + 1), g.value(depth + 1)}
	case n == 6:
		return string(mustJSON(g.object(depth + 1))) // JSON in a string
	default:
		return g.object(depth + 1)
	}
}

// text returns words. Some hold a value, plain or written in a string.
func (g *taintTree) text() string {
	var words []string
	for range 1 + g.IntN(4) {
		value, depth := g.values[g.IntN(len(g.values))], g.IntN(3)
		switch {
		case g.IntN(3) > 0:
			words = append(words, []string{"log", "disabled", "and so on", "x;y", "ünï"}[g.IntN(5)])
		case g.isHidden:
			words = append(words, "([withheld])")
		default:
			words = append(words, "("+writtenDeep(value, depth)+")")
		}
	}
	return strings.Join(words, " ")
}

// writtenDeep returns the spelling of a value inside depth nested strings.
func writtenDeep(value string, depth int) string {
	for range depth {
		quoted := mustJSON(value)
		value = string(quoted[1 : len(quoted)-1])
	}
	return value
}

func mustJSON(v any) []byte {
	doc, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return doc
}

// find finds a value, or half of one, that stands in a string, as it is or written in a
// string. It returns "" if there is none.
func (g *taintTree) find(v any) string {
	switch v := v.(type) {
	case map[string]any:
		for _, value := range v {
			if found := g.find(value); found != "" {
				return found
			}
		}
	case []any:
		for _, value := range v {
			if found := g.find(value); found != "" {
				return found
			}
		}
	case string:
		for _, value := range g.values {
			if strings.Contains(v, value[:len(value)/2+1]) || strings.Contains(v, writtenDeep(value, 1)) {
				return fmt.Sprintf("%q stands in %q", value, v)
			}
		}
	}
	return ""
}

// openedText is a document with the documents in its strings in their places.
func openedText(t *testing.T, doc []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		t.Fatalf("%s: %v", doc, err)
	}
	return openedStrings(v)
}

func openedStrings(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, value := range v {
			v[name] = openedStrings(value)
		}
	case []any:
		for i, value := range v {
			v[i] = openedStrings(value)
		}
	case string:
		var inner any
		if strings.HasPrefix(v, "{") && json.Unmarshal([]byte(v), &inner) == nil {
			return openedStrings(inner)
		}
	}
	return v
}

// A response is appended to the caller's memory. Bytes of that memory behind the response
// stay as they are, also if the response is shaped a second time.
func TestMemoryBehindTheResponseStays(t *testing.T) {
	eng, err := taintEngine()
	if err != nil {
		t.Fatal(err)
	}
	memory := []byte(strings.Repeat("x", 16<<20))
	body := []byte(`{"password":"S3CRETVALUE","u":"S3CRETVALUE"}`)
	out, report, err := eng.AppendShape(memory[:0], shaper.Request{Body: body})
	if err != nil || report.Tainted.Values != 1 {
		t.Fatalf("%v, tainted %+v", err, report.Tainted)
	}
	if behind := memory[len(body):]; strings.Trim(string(behind), "x") != "" {
		t.Errorf("behind %s the memory of the caller changed", out)
	}
}

// The halves of a result may be one document. A value that is hidden in it is then looked for
// in that document and beside it.
func TestTaintInTwins(t *testing.T) {
	eng, err := taintEngine()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ doc, blocks, meta, want string }{
		{`{"password":"hunter2secret","a":1}`, ``, `1`, `{"a":1}`},
		{`{"password":"hunter2secret","a":"hunter2secret"}`, ``, `1`, `{"a":"[withheld]"}`},
		{`{"password":"hunter2secret","a":1}`, `,{"type":"text","text":"is hunter2secret"}`, `1`, `{"a":1}`},
		{`{"password":"hunter2secret","a":1}`, ``, `"hunter2secret"`, `{"a":1}`},
	} {
		body := fmt.Sprintf(`{"_meta":{"a":1},"content":[{"type":"text","text":%q}%s],"structuredContent":%s,"_meta/b":%s}`, c.doc, c.blocks, c.doc, c.meta)
		want := fmt.Sprintf(`{"_meta":{"a":1},"content":[{"type":"text","text":%q}%s],"structuredContent":%s,"_meta/b":%s}`, c.want, c.blocks, c.want, c.meta)
		res, err := eng.Shape(t.Context(), shaper.Request{Body: []byte(body)})
		if want = strings.ReplaceAll(want, "hunter2secret", "[withheld]"); err != nil || string(res.Body) != want {
			t.Errorf("%s\ngot  %s\nwant %s\n%v", body, res.Body, want, err)
		}
	}
}
